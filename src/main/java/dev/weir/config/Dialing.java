package dev.weir.config;

import org.jspecify.annotations.Nullable;

/**
 * Governs how connections are opened.
 *
 * <p>Immutable and thread-safe.
 *
 * @see PoolConfig#dialing()
 */
public final class Dialing {
    /** Default of {@link #maxConcurrent()}: 8. */
    public static final int DEFAULT_MAX_CONCURRENT = 8;

    private final KnobValues values;

    Dialing(KnobValues values) {
        this.values = values;
    }

    /**
     * Returns how many connections are being opened per route at once, at most.
     *
     * @return the number of dials
     */
    public int maxConcurrent() {
        return values.get(Knobs.MAX_CONCURRENT);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Dialing that && values.equals(that.values);
    }

    @Override
    public int hashCode() {
        return values.hashCode();
    }

    /**
     * Lists the values.
     *
     * @return every value by its name
     */
    @Override
    public String toString() {
        return values.toString();
    }

    /** Collects values. Not thread-safe. Wrong values fail when the pool's configuration is built. */
    public static final class Builder {
        private final KnobSheet sheet;

        Builder(KnobSheet sheet) {
            this.sheet = sheet;
        }

        /**
         * Sets how many connections are being opened per route at once, at most. Default: {@link
         * Dialing#DEFAULT_MAX_CONCURRENT}. At least 1. If it is too large, a burst storms the server with handshakes.
         *
         * @param dials the number of dials
         * @return this builder
         */
        public Builder maxConcurrent(int dials) {
            sheet.set(Knobs.MAX_CONCURRENT, dials);
            return this;
        }
    }
}
