package dev.weir.config;

import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * Limits the life of a connection: {@code validateAfter < idle <= maxLifetime}.
 *
 * <p>Defaults yield to explicit values: {@code idle} grows to an explicit {@code keepAlive.max} and shrinks to {@code
 * maxLifetime}; {@code validateAfter} is at most a third of {@code idle} and {@code interval} a quarter; {@code
 * maxLifetime} grows to an explicit {@code idle} or {@code dns.ttl}.
 *
 * <p>A builder takes values; a configuration shows them, and does not change. Wrong values fail when the pool's
 * configuration is built. What a configuration shows is thread-safe.
 *
 * @see RouteConfig#eviction()
 */
public final class Eviction extends Group<Eviction> {

    static final Knob<Duration> IDLE = Knob.time("eviction.idle", Duration.ofSeconds(30));
    static final Knob<Duration> MAX_LIFETIME = Knob.time("eviction.maxLifetime", Duration.ofMinutes(5));
    static final Knob<Double> JITTER = Knob.share("eviction.jitter", 0.1, 0.99);
    static final Knob<Integer> MAX_REQUESTS = Knob.count("eviction.maxRequests", 0, 0);
    static final Knob<Duration> VALIDATE_AFTER = Knob.timeOrOff("eviction.validateAfter", Duration.ofSeconds(2));
    static final Knob<Duration> INTERVAL = Knob.time("eviction.interval", Duration.ofSeconds(5));
    static final List<Knob<?>> KNOBS = List.of(IDLE, MAX_LIFETIME, JITTER, MAX_REQUESTS, VALIDATE_AFTER, INTERVAL);

    Eviction(Map<Knob<?>, Object> values) {
        super(values, KNOBS);
    }

    /** {@return after how long an idle connection is closed} */
    public Duration idle() {
        return get(IDLE);
    }

    /** {@return how old a connection may become; one in use is closed after its exchange} */
    public Duration maxLifetime() {
        return get(MAX_LIFETIME);
    }

    /** {@return by what share of {@code maxLifetime}, from 0 to 0.99, a connection may end early, so that connections never expire together} */
    public double jitter() {
        return get(JITTER);
    }

    /** {@return after how many requests a connection is closed, or 0 if unlimited} */
    public int maxRequests() {
        return get(MAX_REQUESTS);
    }

    /** {@return after how long without use a connection is checked before it is leased, or zero if checked at every lease} */
    public Duration validateAfter() {
        return get(VALIDATE_AFTER);
    }

    /** {@return how often idle connections are checked; of those that a route did not need during a whole interval, half are closed, but not the last one} */
    public Duration interval() {
        return get(INTERVAL);
    }

    /**
     * Sets after how long an idle connection is closed. Default: 30 s, or an explicit
     * {@code keepAlive.max} if that is longer, within {@code maxLifetime}. Longer than {@code validateAfter}, at
     * most {@code maxLifetime}. Not 0.
     *
     * @param duration the time to idle
     * @return this builder
     */
    public Eviction idle(Duration duration) {
        return set(IDLE, duration);
    }

    /**
     * Sets how old a connection may become; one in use is closed after its exchange. A connection that is needed is
     * replaced first, within its last two {@code interval}s, if there is room. Default:
     * 5 min. At least {@code idle} and {@code dns.ttl}. Not 0. If it is too long,
     * traffic stays with addresses that DNS has dropped.
     *
     * @param duration the longest life of a connection
     * @return this builder
     */
    public Eviction maxLifetime(Duration duration) {
        return set(MAX_LIFETIME, duration);
    }

    /**
     * Sets by what share of {@code maxLifetime} a connection may end early, so that connections never expire
     * together. It only shortens. Default: 0.1. From 0 to 0.99.
     *
     * @param share the share of {@code maxLifetime}
     * @return this builder
     */
    public Eviction jitter(double share) {
        return set(JITTER, share);
    }

    /**
     * Sets after how many requests a connection is closed. Default: 0. At least
     * 0, which means no limit.
     *
     * @param requests the number of requests, or 0 for no limit
     * @return this builder
     */
    public Eviction maxRequests(int requests) {
        return set(MAX_REQUESTS, requests);
    }

    /**
     * Sets after how long without use a connection is checked before it is leased, where the check takes a
     * millisecond: through a SOCKS proxy or a Unix socket. For other connections the check is nearly free, and is made
     * after at most a millisecond without use. Default: 2 s, at most a third of
     * {@code idle}. Shorter than {@code idle}. {@link Duration#ZERO} checks at every lease.
     *
     * @param duration the time without use, or zero to check at every lease
     * @return this builder
     */
    public Eviction validateAfter(Duration duration) {
        return set(VALIDATE_AFTER, duration);
    }

    /**
     * Sets how often the background task checks idle connections, and after how long half of a surplus closes. Default:
     * 5 s, at most a quarter of {@code idle}. Not 0.
     *
     * @param duration the time between two checks
     * @return this builder
     */
    public Eviction interval(Duration duration) {
        return set(INTERVAL, duration);
    }
}
