package dev.weir.config;

import java.util.List;

/**
 * Governs how connections are opened.
 *
 * <p>Immutable and thread-safe.
 *
 * @see PoolConfig#dialing()
 */
public final class Dialing extends KnobGroup {
    /** Default of {@link #maxConcurrent()}: 8. */
    public static final int DEFAULT_MAX_CONCURRENT = 8;

    private static final KnobList LIST = new KnobList("dialing");

    static final Knob<Integer> MAX_CONCURRENT = LIST.count("maxConcurrent", 1, DEFAULT_MAX_CONCURRENT);

    static final List<Knob<?>> KNOBS = LIST.knobs();

    Dialing(KnobValues all) {
        super(KNOBS, all);
    }

    /**
     * Returns how many connections are being opened per route at once, at most.
     *
     * @return the number of dials
     */
    public int maxConcurrent() {
        return get(MAX_CONCURRENT);
    }

    /** Collects values. Not thread-safe. Wrong values fail when the pool's configuration is built. */
    public static final class Builder extends KnobSetters<Builder> {
        Builder(KnobSheet sheet) {
            super(sheet);
        }

        @Override
        Builder self() {
            return this;
        }

        /**
         * Sets how many connections are being opened per route at once, at most. Default: {@link
         * Dialing#DEFAULT_MAX_CONCURRENT}. At least 1. If it is too large, a burst overwhelms the server with handshakes.
         *
         * @param dials the number of dials
         * @return this builder
         */
        public Builder maxConcurrent(int dials) {
            return set(MAX_CONCURRENT, dials);
        }
    }
}
