package dev.weir.internal.traffic;

import java.time.Duration;

/**
 * TLS handshakes that ended well. Immutable.
 *
 * @param full those that went through all of it
 * @param resumed those that took up an earlier session
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
     * Returns how long a full one took.
     *
     * @return the mean; zero if there was none
     */
    public Duration fullMean() {
        return Duration.ofNanos(full == 0 ? 0 : fullNanos / full);
    }
}
