package dev.weir.config;

import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * Says how long DNS answers are used, and which of several addresses. The pool has one cache for all routes; {@code ttl} is
 * at most the {@code maxLifetime} of every route.
 *
 * <p>A builder takes values; a configuration shows them, and does not change. Wrong values fail when the pool's
 * configuration is built. What a configuration shows is thread-safe.
 *
 * @see PoolConfig#dns()
 */
public final class Dns extends Group<Dns> {

    static final Knob<Duration> TTL = Knob.timeOrOff("dns.ttl", Duration.ofSeconds(10));
    static final Knob<Duration> NEGATIVE_TTL = Knob.timeOrOff("dns.negativeTtl", Duration.ofSeconds(5));
    static final Knob<Duration> SERVE_STALE = Knob.timeOrOff("dns.serveStale", Duration.ofMinutes(10));
    static final Knob<Boolean> DRAIN_ON_CHANGE = Knob.of("dns.drainOnChange", true);
    static final Knob<Spread> SPREAD = Knob.of("dns.spread", Spread.EVEN);
    static final List<Knob<?>> KNOBS = List.of(TTL, NEGATIVE_TTL, SERVE_STALE, DRAIN_ON_CHANGE, SPREAD);

    Dns(Map<Knob<?>, Object> values) {
        super(values, KNOBS);
    }

    /** {@return how long an answer is used, or zero if none is kept} */
    public Duration ttl() {
        return get(TTL);
    }

    /** {@return how long a host that does not resolve is not asked for again, or zero if no failure is kept} */
    public Duration negativeTtl() {
        return get(NEGATIVE_TTL);
    }

    /** {@return for how long an expired answer is used while the DNS fails, or zero if never} */
    public Duration serveStale() {
        return get(SERVE_STALE);
    }

    /** {@return whether connections to an address close once the DNS has dropped it} */
    public boolean drainOnChange() {
        return get(DRAIN_ON_CHANGE);
    }

    /** {@return to which of the addresses of a host new connections are opened} */
    public Spread spread() {
        return get(SPREAD);
    }

    /**
     * Sets how long an answer is used. Default: 10 s, within {@code eviction.maxLifetime}. {@link Duration#ZERO} switches the cache off, and
     * {@link #drainOnChange} with it. If it is too long, new connections go to addresses that DNS has dropped.
     *
     * @param duration the time to keep an answer, or zero for no cache
     * @return this builder
     */
    public Dns ttl(Duration duration) {
        return set(TTL, duration);
    }

    /**
     * Sets how long a host that does not resolve is not asked for again. Default: 5 s.
     * {@link Duration#ZERO} switches it off.
     *
     * @param duration the time to keep a failure, or zero to keep none
     * @return this builder
     */
    public Dns negativeTtl(Duration duration) {
        return set(NEGATIVE_TTL, duration);
    }

    /**
     * Sets for how long an expired answer is used while the DNS fails. Default: 10 min.
     * {@link Duration#ZERO} switches it off.
     *
     * @param duration the time beyond {@code ttl}, or zero for never
     * @return this builder
     */
    public Dns serveStale(Duration duration) {
        return set(SERVE_STALE, duration);
    }

    /**
     * Sets whether connections to an address close once the DNS has dropped it. Default: true.
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
     * @param enabled true to close idle ones at once and leased ones after their exchange
     * @return this builder
     */
    public Dns drainOnChange(boolean enabled) {
        return set(DRAIN_ON_CHANGE, enabled);
    }

    /**
     * Sets to which of the addresses of a host new connections are opened. Default: {@link Spread#EVEN}. {@link
     * Spread#FIRST} keeps to the order of the resolver, as plain HttpClient does.
     *
     * <p>Existing connections stay as they are until they age out. An address that has just refused a connection, reset one or answered with a status of {@code retry.onStatus} comes last in either case: for a second, and twice as long each time it fails again.
     *
     * @param spread evenly to all, or to the first that works
     * @return this builder
     */
    public Dns spread(Spread spread) {
        return set(SPREAD, spread);
    }
}
