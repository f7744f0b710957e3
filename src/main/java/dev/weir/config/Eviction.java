package dev.weir.config;

import java.time.Duration;
import java.util.List;

/**
 * Limits the life of a connection: {@code validateAfter < idle <= maxLifetime}.
 *
 * <p>Defaults yield to explicit values: {@code idle} grows to an explicit {@code keepAlive.max} and shrinks to {@code
 * maxLifetime}; {@code validateAfter} is at most a third of {@code idle} and {@code interval} a quarter; {@code
 * maxLifetime} grows to an explicit {@code idle} or {@code dns.ttl}.
 *
 * <p>Immutable and thread-safe.
 *
 * @see PoolConfig#eviction()
 */
public final class Eviction extends KnobGroup {
    /** Default of {@link #idle()}: 30 s. */
    public static final Duration DEFAULT_IDLE = Duration.ofSeconds(30);

    /** Default of {@link #maxLifetime()}: 5 min. */
    public static final Duration DEFAULT_MAX_LIFETIME = Duration.ofMinutes(5);

    /** Default of {@link #jitter()}: 0.1. */
    public static final double DEFAULT_JITTER = 0.1;

    /** Default of {@link #maxRequests()}: 0, unlimited. */
    public static final int DEFAULT_MAX_REQUESTS = 0;

    /** Default of {@link #validateAfter()}: 2 s. */
    public static final Duration DEFAULT_VALIDATE_AFTER = Duration.ofSeconds(2);

    /** Default of {@link #interval()}: 5 s. */
    public static final Duration DEFAULT_INTERVAL = Duration.ofSeconds(5);

    private static final KnobList LIST = new KnobList("eviction");

    static final Knob<Duration> IDLE = LIST.time("idle", DEFAULT_IDLE);
    static final Knob<Duration> MAX_LIFETIME = LIST.time("maxLifetime", DEFAULT_MAX_LIFETIME);
    static final Knob<Double> JITTER = LIST.share("jitter", DEFAULT_JITTER);
    static final Knob<Integer> MAX_REQUESTS = LIST.count("maxRequests", 0, DEFAULT_MAX_REQUESTS);
    static final Knob<Duration> VALIDATE_AFTER = LIST.timeOrOff("validateAfter", DEFAULT_VALIDATE_AFTER);
    static final Knob<Duration> INTERVAL = LIST.time("interval", DEFAULT_INTERVAL);

    static final List<Knob<?>> KNOBS = LIST.knobs();

    Eviction(KnobValues all) {
        super(KNOBS, all);
    }

    /**
     * Returns after how long an idle connection is closed.
     *
     * @return the time to idle
     */
    public Duration idle() {
        return get(IDLE);
    }

    /**
     * Returns how old a connection may become; one in use is closed after its exchange.
     *
     * @return the longest life of a connection
     */
    public Duration maxLifetime() {
        return get(MAX_LIFETIME);
    }

    /**
     * Returns by what share of {@code maxLifetime} a connection may end early, so that connections never expire
     * together.
     *
     * @return a share from 0 to below 1
     */
    public double jitter() {
        return get(JITTER);
    }

    /**
     * Returns after how many requests a connection is closed.
     *
     * @return the number of requests, or 0 if unlimited
     */
    public int maxRequests() {
        return get(MAX_REQUESTS);
    }

    /**
     * Returns after how long without use a connection is checked before it is leased.
     *
     * @return the time without use, or zero if checked at every lease
     */
    public Duration validateAfter() {
        return get(VALIDATE_AFTER);
    }

    /**
     * Returns how often idle connections are checked. Of those that a route did not need during a whole interval, half are
     * closed, but not the last one.
     *
     * @return the time between two checks
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
         * Sets after how long an idle connection is closed. Default: {@link Eviction#DEFAULT_IDLE}, or an explicit
         * {@code keepAlive.max} if that is longer, within {@code maxLifetime}. Longer than {@code validateAfter}, at
         * most {@code maxLifetime}. Not 0.
         *
         * @param duration the time to idle
         * @return this builder
         */
        public Builder idle(Duration duration) {
            return set(IDLE, duration);
        }

        /**
         * Sets how old a connection may become; one in use is closed after its exchange. A connection that is needed is
         * replaced first, within its last two {@code interval}s, if there is room. Default:
         * {@link Eviction#DEFAULT_MAX_LIFETIME}. At least {@code idle} and {@code dns.ttl}. Not 0. If it is too long,
         * traffic stays with addresses that DNS has dropped.
         *
         * @param duration the longest life of a connection
         * @return this builder
         */
        public Builder maxLifetime(Duration duration) {
            return set(MAX_LIFETIME, duration);
        }

        /**
         * Sets by what share of {@code maxLifetime} a connection may end early, so that connections never expire
         * together. It only shortens. Default: {@link Eviction#DEFAULT_JITTER}. At least 0, below 1.
         *
         * @param share the share of {@code maxLifetime}
         * @return this builder
         */
        public Builder jitter(double share) {
            return set(JITTER, share);
        }

        /**
         * Sets after how many requests a connection is closed. Default: {@link Eviction#DEFAULT_MAX_REQUESTS}. At least
         * 0, which means no limit.
         *
         * @param requests the number of requests, or 0 for no limit
         * @return this builder
         */
        public Builder maxRequests(int requests) {
            return set(MAX_REQUESTS, requests);
        }

        /**
         * Sets after how long without use a connection is checked before it is leased, where the check takes a
         * millisecond: through a SOCKS proxy or a Unix socket. For other connections the check is nearly free, and is made
         * after at most a millisecond without use. Default: {@link Eviction#DEFAULT_VALIDATE_AFTER}, at most a third of
         * {@code idle}. Shorter than {@code idle}. {@link Duration#ZERO} checks at every lease.
         *
         * @param duration the time without use, or zero to check at every lease
         * @return this builder
         */
        public Builder validateAfter(Duration duration) {
            return set(VALIDATE_AFTER, duration);
        }

        /**
         * Sets how often the background task checks idle connections, and after how long half of a surplus closes. Default:
         * {@link Eviction#DEFAULT_INTERVAL}, at most a quarter of {@code idle}. Not 0.
         *
         * @param duration the time between two checks
         * @return this builder
         */
        public Builder interval(Duration duration) {
            return set(INTERVAL, duration);
        }
    }
}
