package dev.weir.config;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Says after which responses and failures a request is sent again, how soon, and how often.
 *
 * <p>An idempotent request is sent again after an I/O failure, and a request that may be sent twice after one of
 * {@link #statuses()}. Each call has {@link #maxRetries()}, all calls to a route share {@link #budget()}, and a retry that
 * would begin after {@code timeouts.total} is not made. If no retry is made, the call ends with the response or the failure
 * of its last attempt. The replay of a request whose connection the server was closing does not count as a retry.
 *
 * <p>Before retry <i>n</i> the call pauses for a random time up to {@link #backoff()} × 2<sup>n − 1</sup>, and up to
 * {@link #maxBackoff()} (exponential backoff with full jitter), in addition to the time that the server asks for by {@code
 * Retry-After} (RFC 9110, 10.2.3).
 *
 * <p>Immutable and thread-safe.
 *
 * @see PoolConfig#retry()
 */
public final class Retry extends KnobGroup {
    /** Default of {@link #maxRetries()}: 1. */
    public static final int DEFAULT_MAX_RETRIES = 1;

    /** Default of {@link #backoff()}: 50 ms. */
    public static final Duration DEFAULT_BACKOFF = Duration.ofMillis(50);

    /** Default of {@link #maxBackoff()}: 2 s. */
    public static final Duration DEFAULT_MAX_BACKOFF = Duration.ofSeconds(2);

    /** Default of {@link #budget()}: 0.2. */
    public static final double DEFAULT_BUDGET = 0.2;

    /** The longest {@code Retry-After} that a call waits for: a response that asks for more is returned. */
    public static final Duration LONGEST_RETRY_AFTER = Duration.ofSeconds(30);

    private static final KnobList LIST = new KnobList("retry");

    static final Knob<Set<Integer>> STATUSES = LIST.numbers("onStatus");
    static final Knob<Integer> MAX_RETRIES = LIST.count("maxRetries", 0, DEFAULT_MAX_RETRIES);
    static final Knob<Duration> BACKOFF = LIST.time("backoff", DEFAULT_BACKOFF);
    static final Knob<Duration> MAX_BACKOFF = LIST.time("maxBackoff", DEFAULT_MAX_BACKOFF);
    static final Knob<Double> BUDGET = LIST.share("budget", DEFAULT_BUDGET);

    static final List<Knob<?>> KNOBS = LIST.knobs();

    Retry(KnobValues all) {
        super(KNOBS, all);
    }

    /**
     * Returns the statuses after which a request is sent again.
     *
     * @return statuses from 400 to 599; empty if no status is retried; unmodifiable
     */
    public Set<Integer> statuses() {
        return get(STATUSES);
    }

    /**
     * Returns how often a request is sent again, at most, after statuses and failures together.
     *
     * @return the number of retries after the first attempt
     */
    public int maxRetries() {
        return get(MAX_RETRIES);
    }

    /**
     * Returns up to how long a call pauses before its first retry.
     *
     * @return the upper bound of the first pause; it doubles with each retry
     */
    public Duration backoff() {
        return get(BACKOFF);
    }

    /**
     * Returns up to how long a call pauses before any retry, unless the server asks for more.
     *
     * @return the upper bound of every pause
     */
    public Duration maxBackoff() {
        return get(MAX_BACKOFF);
    }

    /**
     * Returns which share of the requests of the last 10 s may be sent again; 10 more retries are always allowed.
     *
     * @return retries per request, at least 0
     */
    public double budget() {
        return get(BUDGET);
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
         * Sets the statuses after which a request that may be sent twice is sent again. Default: none. From 400 to 599;
         * without any, responses are never retried.
         *
         * @param statuses such as 429 and 503
         * @return this builder
         */
        public Builder onStatus(int... statuses) {
            Objects.requireNonNull(statuses, "retry.onStatus must not be null");
            return set(STATUSES, Arrays.stream(statuses).boxed().collect(Collectors.toUnmodifiableSet()));
        }

        /**
         * Sets how often a request is sent again, at most, after statuses and failures together. Default: {@link
         * Retry#DEFAULT_MAX_RETRIES}. At least 0, which switches retries off.
         *
         * @param retries the number of retries after the first attempt
         * @return this builder
         */
        public Builder maxRetries(int retries) {
            return set(MAX_RETRIES, retries);
        }

        /**
         * Sets how long a call pauses before its retries: a random time from 0 to a bound, which begins with one value and
         * doubles with each retry up to another.
         *
         * @param first as {@link #backoff(Duration)}
         * @param max as {@link #maxBackoff(Duration)}
         * @return this builder
         */
        public Builder backoff(Duration first, Duration max) {
            return backoff(first).maxBackoff(max);
        }

        /**
         * Sets up to how long a call pauses before its first retry. Default: {@link Retry#DEFAULT_BACKOFF}, or {@code
         * maxBackoff} if that is shorter. At least 1 ms, at most {@code maxBackoff}.
         *
         * @param first the upper bound of the first pause; it doubles with each retry
         * @return this builder
         */
        public Builder backoff(Duration first) {
            return set(BACKOFF, first);
        }

        /**
         * Sets up to how long a call pauses before any retry, unless the server asks for more. Default: {@link
         * Retry#DEFAULT_MAX_BACKOFF}, or {@code backoff} if that is longer. At least 1 ms.
         *
         * @param max the upper bound of every pause
         * @return this builder
         */
        public Builder maxBackoff(Duration max) {
            return set(MAX_BACKOFF, max);
        }

        /**
         * Sets how many retries the calls to one route share: this share of the requests of the last 10 s, and 10 more.
         * When they are used up, calls end with the response, or the failure, of their last attempt. Default: {@link
         * Retry#DEFAULT_BUDGET}. From 0 to 10; {@code maxRetries} or more never limits.
         *
         * @param retriesPerRequest such as 0.2 for one retry in five requests
         * @return this builder
         */
        public Builder budget(double retriesPerRequest) {
            return set(BUDGET, retriesPerRequest);
        }
    }
}
