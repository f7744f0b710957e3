package dev.weir.config;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Says when an address of a host is ejected: takes no requests for a while, because it fails while other addresses of the
 * same name work.
 *
 * <p>What counts as a failure: a connection that cannot be established; an exchange that ends with a reset, or with the
 * silence of {@code timeouts.read}, before its response has begun; and a response with one of {@link #statuses()}. Any other
 * response is a success and ends a row of failures. A request that meets a connection which the server has just closed as
 * idle does not count as a failure.
 *
 * <p>After {@link #failures()} in a row, and at least one success of another address meanwhile, the address takes no request
 * for {@link #time()}. Its idle connections close, and leased ones after their exchange, with {@code ADDRESS_EJECTED} as
 * their cause. Then one connection leads to it: the first response on it brings the address back, a failure ejects it for
 * twice as long, up to {@link #maxTime()}. The time is also doubled if the address fails again before it has worked for as
 * long as it was ejected.
 *
 * <p>At most half of the addresses of the last DNS answer are ejected, so that a host with one address is left alone. If no
 * other address accepts a connection, an ejected one is tried after all. Each route is judged by its own requests; through a
 * proxy, the addresses of the proxy are ejected. Hosts that are given as IP addresses are left alone.
 *
 * <p>Immutable and thread-safe.
 *
 * @see PoolConfig#ejection()
 */
public final class Ejection extends KnobGroup {
    /** Default of {@link #failures()}: 5. */
    public static final int DEFAULT_FAILURES = 5;

    /** Default of {@link #time()}: 10 s. */
    public static final Duration DEFAULT_TIME = Duration.ofSeconds(10);

    /** Default of {@link #maxTime()}: 5 min. */
    public static final Duration DEFAULT_MAX_TIME = Duration.ofMinutes(5);

    private static final KnobList LIST = new KnobList("ejection");

    static final Knob<Integer> FAILURES = LIST.count("failures", 0, DEFAULT_FAILURES);
    static final Knob<Duration> TIME = LIST.time("time", DEFAULT_TIME);
    static final Knob<Duration> MAX_TIME = LIST.time("maxTime", DEFAULT_MAX_TIME);
    static final Knob<Set<Integer>> STATUSES = LIST.numbers("onStatus");

    static final List<Knob<?>> KNOBS = LIST.knobs();

    Ejection(KnobValues all) {
        super(KNOBS, all);
    }

    /**
     * Returns after how many failures in a row an address is ejected.
     *
     * @return the number of failures; zero if no address is
     */
    public int failures() {
        return get(FAILURES);
    }

    /**
     * Returns for how long an address is ejected the first time.
     *
     * @return the time until one request tries it
     */
    public Duration time() {
        return get(TIME);
    }

    /**
     * Returns for how long an address is ejected at most.
     *
     * @return the upper bound of the time, which doubles each time the address fails again
     */
    public Duration maxTime() {
        return get(MAX_TIME);
    }

    /**
     * Returns which responses count as failures of their address.
     *
     * @return statuses from 400 to 599; empty if all responses are successes; unmodifiable
     */
    public Set<Integer> statuses() {
        return get(STATUSES);
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
         * Sets after how many failures in a row an address is ejected. Default: {@link Ejection#DEFAULT_FAILURES}. At least
         * 0, which switches ejection off and takes ejected addresses back. If it is too low, a server that restarts loses
         * its requests for longer than the restart takes.
         *
         * @param failures the number of failures
         * @return this builder
         */
        public Builder failures(int failures) {
            return set(FAILURES, failures);
        }

        /**
         * Sets for how long an address is ejected the first time. Default: {@link Ejection#DEFAULT_TIME}, or {@code maxTime}
         * if that is shorter. At least 1 ms, at most {@code maxTime}. If it is too short, a failing address gets requests
         * often.
         *
         * @param duration the time until one request tries it
         * @return this builder
         */
        public Builder time(Duration duration) {
            return set(TIME, duration);
        }

        /**
         * Sets for how long an address is ejected at most. Default: {@link Ejection#DEFAULT_MAX_TIME}, or {@code time} if
         * that is longer. If it is too long, an address that failed for a long time returns late.
         *
         * @param duration the upper bound of the time
         * @return this builder
         */
        public Builder maxTime(Duration duration) {
            return set(MAX_TIME, duration);
        }

        /**
         * Sets which responses count as failures of their address. Default: none. From 400 to 599. Choose statuses with
         * which a failing server responds to every request, such as 502 and 503, and none that depend on the request.
         *
         * @param statuses such as 502 and 503
         * @return this builder
         */
        public Builder onStatus(int... statuses) {
            Objects.requireNonNull(statuses, "ejection.onStatus must not be null");
            return set(STATUSES, Arrays.stream(statuses).boxed().collect(Collectors.toUnmodifiableSet()));
        }
    }
}
