package dev.weir.config;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Says which responses are worth another try. Off while {@link #statuses()} is empty, and always bounded by {@code
 * timeouts.total}.
 *
 * <p>Immutable and thread-safe.
 *
 * @see PoolConfig#retry()
 */
public final class Retry extends KnobGroup {
    /** Default of {@link #maxRetries()}: 1. */
    public static final int DEFAULT_MAX_RETRIES = 1;

    /** Default of {@link #interval()}: 1 s. */
    public static final Duration DEFAULT_INTERVAL = Duration.ofSeconds(1);

    private static final KnobList LIST = new KnobList("retry");

    static final Knob<Set<Integer>> STATUSES = LIST.numbers("onStatus");
    static final Knob<Integer> MAX_RETRIES = LIST.count("maxRetries", 0, DEFAULT_MAX_RETRIES);
    static final Knob<Duration> INTERVAL = LIST.time("interval", DEFAULT_INTERVAL);

    static final List<Knob<?>> KNOBS = LIST.knobs();

    Retry(KnobValues all) {
        super(KNOBS, all);
    }

    /**
     * Returns the statuses after which a request is sent again.
     *
     * @return statuses from 400 to 599; empty if nothing is retried; unmodifiable
     */
    public Set<Integer> statuses() {
        return get(STATUSES);
    }

    /**
     * Returns how often a request is sent again, at most.
     *
     * @return the number of retries after the first try
     */
    public int maxRetries() {
        return get(MAX_RETRIES);
    }

    /**
     * Returns how long to wait before a retry if the server does not say.
     *
     * @return the time before a retry
     */
    public Duration interval() {
        return get(INTERVAL);
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
         * Sets the statuses after which a request that may be replayed is sent again. Default: none. From 400 to 599;
         * no status switches retries off.
         *
         * @param statuses such as 429 and 503
         * @return this builder
         */
        public Builder onStatus(int... statuses) {
            Objects.requireNonNull(statuses, "retry.onStatus must not be null");
            return set(STATUSES, Arrays.stream(statuses).boxed().collect(Collectors.toUnmodifiableSet()));
        }

        /**
         * Sets how often a request is sent again, at most. Default: {@link Retry#DEFAULT_MAX_RETRIES}. At least 0.
         *
         * @param retries the number of retries after the first try
         * @return this builder
         */
        public Builder maxRetries(int retries) {
            return set(MAX_RETRIES, retries);
        }

        /**
         * Sets how long to wait before a retry if the server does not say. Default: {@link Retry#DEFAULT_INTERVAL}. Not
         * 0.
         *
         * @param duration the time before a retry
         * @return this builder
         */
        public Builder interval(Duration duration) {
            return set(INTERVAL, duration);
        }
    }
}
