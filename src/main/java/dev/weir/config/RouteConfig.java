package dev.weir.config;

import java.net.URI;
import java.util.AbstractList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import javax.net.ssl.SSLContext;

/**
 * Holds the settings in force for one origin, or for the pool as a whole, and where each value came from. Made by the library
 * only; may grow. Immutable and thread-safe.
 *
 * @param target the origin that was asked for, or {@code *} for the pool as a whole
 * @param maxConnections how many connections the origin may have, leased and idle together
 * @param maxIdle how many idle connections are kept for the origin, at most {@code maxConnections}
 * @param minIdle how many idle connections the pool opens by itself and keeps open to the origin, at most {@code maxIdle}; 0
 *     if none is opened before it is needed
 * @param maxInFlight how many exchanges with the origin may be under way, or zero for no limit
 * @param maxPending how many leases may wait for the origin
 * @param timeouts limits on the time of calls to the origin
 * @param keepAlive limits on the time between uses of a connection to the origin
 * @param eviction limits on the life of connections to the origin
 * @param reuse which connections may carry a request to the origin that is not safe to replay
 * @param retry when a request to the origin is sent again
 * @param protocol the versions of HTTP that connections to the origin speak
 * @param proxy the proxy of the origin: that of its rule, or the pool's unless {@code noProxy} excludes the origin; empty for
 *     a direct connection
 * @param sslContext the TLS context of the origin's rule; empty if the pool's applies
 * @param settings every value and where it came from, one setting per knob, in the order of the documentation; those of the
 *     pool as a whole are among them; unmodifiable
 * @see PoolConfig#effective(String)
 */
public record RouteConfig(
        String target,
        int maxConnections,
        int maxIdle,
        int minIdle,
        int maxInFlight,
        int maxPending,
        Timeouts timeouts,
        KeepAlive keepAlive,
        Eviction eviction,
        ReusePolicy reuse,
        Retry retry,
        Protocol protocol,
        Optional<URI> proxy,
        Optional<SSLContext> sslContext,
        List<Setting> settings) {

    /**
     * A value in force, and where it comes from. Made by the library only; immutable and thread-safe.
     *
     * @param name the knob, such as {@code timeouts.read}
     * @param value the value as text, such as {@code 300ms}; {@code none} if there is none
     * @param origin {@code default}, {@code pool} or {@code route https://*.internal}; a default that was adapted says so:
     *     {@code default, shrunk to fit timeouts.read = 300ms}
     */
    public record Setting(String name, String value, String origin) {}

    static final String ALL = "*";

    static RouteConfig of(String target, Defaults.Resolved all, Optional<URI> proxy, Optional<SSLContext> sslContext) {
        return new RouteConfig(
                target,
                all.get(Knobs.MAX_PER_ROUTE),
                all.get(Knobs.MAX_IDLE),
                all.get(Knobs.MIN_IDLE),
                all.get(Knobs.MAX_IN_FLIGHT),
                all.get(Knobs.MAX_PENDING),
                new Timeouts(all.values()),
                new KeepAlive(all.values()),
                new Eviction(all.values()),
                all.get(Knobs.REUSE),
                new Retry(all.values()),
                all.get(Knobs.PROTOCOL),
                proxy,
                sslContext,
                settings(all, !target.equals(ALL)));
    }

    /** All of them as text, which is made when it is asked for. */
    private static List<Setting> settings(Defaults.Resolved all, boolean isRoute) {
        return new AbstractList<>() {
            @Override
            public Setting get(int index) {
                Knob<?> knob = Knobs.ALL.get(index);
                return new Setting(
                        knob.name(isRoute),
                        knob.textIn(all.values()),
                        all.origins().getOrDefault(knob, "default"));
            }

            @Override
            public int size() {
                return Knobs.ALL.size();
            }
        };
    }

    /**
     * Returns one value and where it came from.
     *
     * @param name the knob, such as {@code timeouts.read}; {@code maxConnections} and {@code maxPerRoute} are the same. For
     *     an origin, {@code maxIdle} is the same as {@code maxIdlePerRoute}, and {@code pool.maxIdle} is the limit over all
     *     routes; for the pool as a whole, {@code maxIdle} is that limit
     * @return the setting
     * @throws IllegalArgumentException if there is no such knob
     */
    public Setting setting(String name) {
        return settings.get(Knobs.ALL.indexOf(Knobs.named(name, !target.equals(ALL))));
    }

    /**
     * Prints the settings as a table.
     *
     * @return the target, then a line per setting: name, value, origin
     */
    @Override
    public String toString() {
        int names =
                settings.stream().mapToInt(each -> each.name().length()).max().orElse(1);
        int values =
                settings.stream().mapToInt(each -> each.value().length()).max().orElse(1);
        String format = "%-" + names + "s  %-" + values + "s  %s";
        return settings.stream()
                .map(each -> String.format(format, each.name(), each.value(), each.origin()))
                .collect(Collectors.joining("\n", target + "\n", ""));
    }
}
