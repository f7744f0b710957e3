package dev.weir.internal.diagnosis;

import org.jspecify.annotations.Nullable;

/**
 * The limits that a caller without a connection may have met. Immutable.
 *
 * @param connections the Java name of the setting of the route's limit of connections
 * @param exchanges the limit of exchanges that is reached; null if none is
 */
public record ReachedLimits(String connections, @Nullable Exchanges exchanges) {

    /**
     * A limit of exchanges that is reached.
     *
     * @param max how many it allows
     * @param setting the Java name of its setting
     */
    public record Exchanges(int max, String setting) {}
}
