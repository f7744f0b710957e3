package dev.weir.config;

import java.time.Duration;
import java.util.List;

/**
 * Says how long DNS answers are used, and which of several addresses. The pool has one cache for all routes; {@code ttl} is
 * at most the {@code maxLifetime} of every route.
 *
 * <p>Immutable and thread-safe.
 *
 * @see PoolConfig#dns()
 */
public final class Dns extends KnobGroup {
    /** Default of {@link #ttl()}: 10 s. */
    public static final Duration DEFAULT_TTL = Duration.ofSeconds(10);

    /** Default of {@link #negativeTtl()}: 5 s. */
    public static final Duration DEFAULT_NEGATIVE_TTL = Duration.ofSeconds(5);

    /** Default of {@link #serveStale()}: 10 min. */
    public static final Duration DEFAULT_SERVE_STALE = Duration.ofMinutes(10);

    /** Default of {@link #drainOnChange()}: on. */
    public static final boolean DEFAULT_DRAIN_ON_CHANGE = true;

    /** Default of {@link #spread()}: {@link Spread#EVEN}. */
    public static final Spread DEFAULT_SPREAD = Spread.EVEN;

    private static final KnobList LIST = new KnobList("dns");

    static final Knob<Duration> TTL = LIST.timeOrOff("ttl", DEFAULT_TTL);
    static final Knob<Duration> NEGATIVE_TTL = LIST.timeOrOff("negativeTtl", DEFAULT_NEGATIVE_TTL);
    static final Knob<Duration> SERVE_STALE = LIST.timeOrOff("serveStale", DEFAULT_SERVE_STALE);
    static final Knob<Boolean> DRAIN_ON_CHANGE = LIST.flag("drainOnChange", DEFAULT_DRAIN_ON_CHANGE);
    static final Knob<Spread> SPREAD = LIST.choice("spread", Spread.class, DEFAULT_SPREAD);

    static final List<Knob<?>> KNOBS = LIST.knobs();

    Dns(KnobValues all) {
        super(KNOBS, all);
    }

    /**
     * Returns how long an answer is used.
     *
     * @return the time to keep an answer, or zero if none is kept
     */
    public Duration ttl() {
        return get(TTL);
    }

    /**
     * Returns how long a host that does not resolve is not asked for again.
     *
     * @return the time to keep a failure, or zero if none is kept
     */
    public Duration negativeTtl() {
        return get(NEGATIVE_TTL);
    }

    /**
     * Returns for how long an expired answer is used while the DNS fails.
     *
     * @return the time beyond {@code ttl}, or zero if never
     */
    public Duration serveStale() {
        return get(SERVE_STALE);
    }

    /**
     * Returns whether connections to an address close once the DNS has dropped it.
     *
     * <p>That is when two answers in a row lack the address; each host that the pool is connected to (the proxy, where there
     * is one) is looked up again in the background within each {@code ttl}. A failed lookup closes nothing. Idle
     * connections close a tenth at a time, within an eighth of {@code ttl} and one second; leased ones follow after their
     * exchange, with {@code DNS_CHANGED} as their cause. Without a {@code ttl} nothing is looked up in the background, and
     * nothing closes.
     *
     * <p>If each of a name's last two answers has an address that the other lacks, or addresses keep coming back, its
     * answers seem to be changing parts of a larger set. Then eight answers in a row must lack the address.
     *
     * @return true if idle ones close at once and leased ones after their exchange
     */
    public boolean drainOnChange() {
        return get(DRAIN_ON_CHANGE);
    }

    /**
     * Says to which of the addresses of a host new connections are opened. Existing connections stay as they are until they
     * age out. An address that has just refused a connection, reset one or answered with a status of {@code retry.onStatus}
     * comes last in either case: for a second, and twice as long each time it fails again.
     *
     * @return evenly to all, or to the first that works
     */
    public Spread spread() {
        return get(SPREAD);
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
         * Sets how long an answer is used. Default: {@link Dns#DEFAULT_TTL}, within {@code eviction.maxLifetime}. {@link Duration#ZERO} switches the cache off, and
         * {@link #drainOnChange} with it. If it is too long, new connections go to addresses that DNS has dropped.
         *
         * @param duration the time to keep an answer, or zero for no cache
         * @return this builder
         */
        public Builder ttl(Duration duration) {
            return set(TTL, duration);
        }

        /**
         * Sets how long a host that does not resolve is not asked for again. Default: {@link Dns#DEFAULT_NEGATIVE_TTL}.
         * {@link Duration#ZERO} switches it off.
         *
         * @param duration the time to keep a failure, or zero to keep none
         * @return this builder
         */
        public Builder negativeTtl(Duration duration) {
            return set(NEGATIVE_TTL, duration);
        }

        /**
         * Sets for how long an expired answer is used while the DNS fails. Default: {@link Dns#DEFAULT_SERVE_STALE}.
         * {@link Duration#ZERO} switches it off.
         *
         * @param duration the time beyond {@code ttl}, or zero for never
         * @return this builder
         */
        public Builder serveStale(Duration duration) {
            return set(SERVE_STALE, duration);
        }

        /**
         * Sets whether connections to an address close once the DNS has dropped it from two successive answers, as
         * {@link Dns#drainOnChange()} describes. Default: {@link Dns#DEFAULT_DRAIN_ON_CHANGE}.
         *
         * @param enabled true to close idle ones at once and leased ones after their exchange
         * @return this builder
         */
        public Builder drainOnChange(boolean enabled) {
            return set(DRAIN_ON_CHANGE, enabled);
        }

        /**
         * Sets to which of the addresses of a host new connections are opened. Default: {@link Dns#DEFAULT_SPREAD}. {@link
         * Spread#FIRST} keeps to the order of the resolver, as plain HttpClient does.
         *
         * @param spread evenly to all, or to the first that works
         * @return this builder
         */
        public Builder spread(Spread spread) {
            return set(SPREAD, spread);
        }
    }
}
