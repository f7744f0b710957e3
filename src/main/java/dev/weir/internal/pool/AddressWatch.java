package dev.weir.internal.pool;

import dev.weir.config.Dns;
import dev.weir.internal.dns.CachingDnsResolver;
import dev.weir.internal.maintenance.Maintained;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Follows the names that a pool is connected to: has them looked up before their answers are too old, and closes connections
 * to addresses that are gone. It looks nothing up itself, so no resolver can hold it up.
 *
 * <p>All of it fits into two times {@code dns.ttl}. It looks a name up at
 * three quarters of that time and checks it every sixteenth, so two answers take 13/8 of it; at most another sixteenth
 * passes until they are noticed, and an eighth while connections close. The remaining three sixteenths are for the resolver.
 */
final class AddressWatch implements Maintained {

    // So that it soon notices a ttl that was switched on or shortened live.
    private static final long LONGEST_PAUSE_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final long LONGEST_STEP_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private final ConnectionPool pool;
    private final CachingDnsResolver names;

    // Only the maintenance thread uses these.
    private final Map<FirstHop, WatchedHost> hosts = new HashMap<>();

    AddressWatch(ConnectionPool pool, CachingDnsResolver names) {
        this.pool = pool;
        this.names = names;
    }

    @Override
    public long maintain() {
        Dns dns = pool.routes().config().dns();
        findHosts(dns.ttl());
        long nowNanos = pool.nowNanos();
        hosts.values().forEach(host -> host.refresh(names, dns.ttl().toNanos(), nowNanos));
        return look(dns, dns.ttl().toNanos());
    }

    private long look(Dns dns, long ttlNanos) {
        long stepNanos = Math.min(LONGEST_STEP_NANOS, ttlNanos / (8 * PacedDrain.STEPS));
        boolean drains = dns.drainOnChange() && drain(stepNanos);
        if (drains && !pool.isClosed()) {
            pool.routes().sweep();
        }
        if (drains) {
            return stepNanos;
        }
        return ttlNanos == 0 ? LONGEST_PAUSE_NANOS : Math.min(LONGEST_PAUSE_NANOS, ttlNanos / 16);
    }

    private void findHosts(Duration ttl) {
        hosts.values().forEach(WatchedHost::clear);
        if (!ttl.isZero()) {
            pool.routes().busy().forEach(this::findHost);
        }
        hosts.values().removeIf(host -> !host.hasConnections());
    }

    private void findHost(RouteState route) {
        FirstHop hop = FirstHop.of(route.route());
        if (hop != null) {
            route.connections()
                    .forEach(connection ->
                            hosts.computeIfAbsent(hop, WatchedHost::new).add(connection));
        }
    }

    // By real time, like all waits; a pool's own clock is for ages.
    private boolean drain(long stepNanos) {
        long draining = hosts.values().stream()
                .filter(host -> host.drain(names, stepNanos, System.nanoTime()))
                .count();
        return draining > 0;
    }
}
