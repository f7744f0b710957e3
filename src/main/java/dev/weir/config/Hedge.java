package dev.weir.config;

import java.util.List;

/**
 * Says when a request is sent a second time, to another address of its host, because the first response takes longer than
 * most. Off by default. The first response counts, and the other request is canceled.
 *
 * <p>Only requests without a body are hedged, and of these only the ones that may be executed twice: idempotent methods, and
 * requests with an {@code Idempotency-Key}. A hedge also uses up {@code retry.budget}.
 *
 * <p>Immutable and thread-safe.
 *
 * @see PoolConfig#hedge()
 */
public final class Hedge extends KnobGroup {
    /** Default of {@link #after()}: 0.95. */
    public static final double DEFAULT_AFTER = 0.95;

    /** Default of {@link #max()}: 0, which is off. */
    public static final double DEFAULT_MAX = 0;

    /** Value of {@link #max()} where only {@link #after()} is set: 0.05. */
    public static final double DEFAULT_MAX_WHERE_ON = 0.05;

    private static final KnobList LIST = new KnobList("hedge");

    static final Knob<Double> AFTER = LIST.share("after", DEFAULT_AFTER);
    static final Knob<Double> MAX = LIST.share("max", DEFAULT_MAX);

    static final List<Knob<?>> KNOBS = LIST.knobs();

    Hedge(KnobValues all) {
        super(KNOBS, all);
    }

    /**
     * Returns which quantile of the response times of its route a request must exceed.
     *
     * @return such as 0.95 for the time that 95 % of the responses take at most
     */
    public double after() {
        return get(AFTER);
    }

    /**
     * Returns which share of the requests is sent a second time, at most.
     *
     * @return hedges per request; 0 if there are none
     */
    public double max() {
        return get(MAX);
    }

    /**
     * Tells whether requests are hedged at all.
     *
     * @return whether {@link #max()} is above 0
     */
    public boolean isOn() {
        return max() > 0;
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
         * Sets which quantile of the response times of its route a request must exceed. Default: {@link
         * Hedge#DEFAULT_AFTER}. Above 0 and below 1. A lower one is useful only with a higher {@code max}.
         *
         * @param quantile such as 0.95 for the time that 95 % of the responses take at most
         * @return this builder
         */
        public Builder after(double quantile) {
            return set(AFTER, quantile);
        }

        /**
         * Sets which share of the requests is sent a second time, at most. Default: {@link Hedge#DEFAULT_MAX}, which is
         * off, or {@link Hedge#DEFAULT_MAX_WHERE_ON} if {@code after} is set. From 0 to 1. A value above 0 needs limits on
         * exchanges of at least 2, and over HTTP/1.1 limits on connections of at least 2.
         *
         * @param hedgesPerRequest such as 0.05 for one request in twenty
         * @return this builder
         */
        public Builder max(double hedgesPerRequest) {
            return set(MAX, hedgesPerRequest);
        }
    }
}
