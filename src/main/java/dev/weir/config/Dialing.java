package dev.weir.config;

import java.util.List;
import java.util.Map;

/**
 * Governs how connections are opened.
 *
 * <p>Immutable and thread-safe.
 *
 * @param maxConcurrent how many connections are being opened per route at once, at most
 * @see PoolConfig#dialing()
 */
public record Dialing(int maxConcurrent) {
    static final Knob<Integer> MAX_CONCURRENT = Knob.count("dialing.maxConcurrent", 1, 8);
    static final List<Knob<?>> KNOBS = List.of(MAX_CONCURRENT);

    static Dialing of(Map<Knob<?>, Object> values) {
        return new Dialing(MAX_CONCURRENT.get(values));
    }

    /** Collects values. Not thread-safe. Wrong values fail when the pool's configuration is built. */
    public static final class Builder extends GroupBuilder<Builder> {
        Builder(Map<Knob<?>, Object> sheet) {
            super(sheet);
        }

        /**
         * Sets how many connections are being opened per route at once, at most. Default: 8. At least 1. If it is too large, a burst overwhelms the server with handshakes.
         *
         * @param dials the number of dials
         * @return this builder
         */
        public Builder maxConcurrent(int dials) {
            return set(MAX_CONCURRENT, dials);
        }
    }
}
