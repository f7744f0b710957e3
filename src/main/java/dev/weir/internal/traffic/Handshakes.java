package dev.weir.internal.traffic;

import java.time.Duration;

/**
 * Successful TLS handshakes. Immutable.
 *
 * @param full the full ones
 * @param resumed those that resumed a session
 * @param fullNanos nanoseconds that the full ones took together
 */
public record Handshakes(long full, long resumed, long fullNanos) {

    /** There were none. */
    public static final Handshakes NONE = new Handshakes(0, 0, 0);

    Handshakes since(Handshakes before) {
        return new Handshakes(full - before.full, resumed - before.resumed, fullNanos - before.fullNanos);
    }

    /**
     * Returns the number of all.
     *
     * @return the number
     */
    public long total() {
        return full + resumed;
    }

    /**
     * Returns the mean time of a full one.
     *
     * @return the mean; zero if there was none
     */
    public Duration fullMean() {
        return Duration.ofNanos(full == 0 ? 0 : fullNanos / full);
    }
}
