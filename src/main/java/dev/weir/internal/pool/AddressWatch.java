package dev.weir.internal.pool;

import dev.weir.config.Dns;
import dev.weir.event.CloseCause;
import dev.weir.internal.dns.AddressHistory;
import dev.weir.internal.dns.CachingDnsResolver;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * Follows the names that a pool is connected to: has them looked up before their answers are too old, and closes connections
 * to addresses that are gone. It looks nothing up itself, so no resolver can hold it up.
 *
 * <p>All of it fits into two times {@code dns.ttl}. It looks a name up at
 * three quarters of that time and checks it every sixteenth, so two answers take 13/8 of it; at most another sixteenth
 * passes until they are noticed, and an eighth while connections close. The remaining three sixteenths are for the resolver.
 */
final class AddressWatch implements Maintenance.Task {

    // So that it soon notices a ttl that was switched on or shortened live.
    private static final long LONGEST_PAUSE_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final int DRAIN_STEPS = 10;
    private static final long LONGEST_STEP_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private final ConnectionPool pool;
    private final CachingDnsResolver names;

    // Only the maintenance thread uses these.
    private final Map<InetSocketAddress, Host> hosts = new HashMap<>();

    AddressWatch(ConnectionPool pool, CachingDnsResolver names) {
        this.pool = pool;
        this.names = names;
    }

    @Override
    public long maintain() {
        Dns dns = pool.routes().config.dns();
        findHosts(dns.ttl());
        long nowNanos = pool.nowNanos();
        hosts.values().forEach(host -> host.refresh(dns.ttl().toNanos(), nowNanos));
        return look(dns, dns.ttl().toNanos());
    }

    private long look(Dns dns, long ttlNanos) {
        long stepNanos = Math.min(LONGEST_STEP_NANOS, ttlNanos / (8 * DRAIN_STEPS));
        boolean drains = dns.drainOnChange()
                && hosts.values().stream().filter(Host::drain).count() > 0;
        if (drains && !pool.isClosed()) {
            pool.routes().sweep();
        }
        if (drains) {
            return stepNanos;
        }
        return ttlNanos == 0 ? LONGEST_PAUSE_NANOS : Math.min(LONGEST_PAUSE_NANOS, ttlNanos / 16);
    }

    private void findHosts(Duration ttl) {
        hosts.values().forEach(host -> host.connections.clear());
        if (!ttl.isZero()) {
            pool.routes().busy().forEach(this::findHost);
        }
        hosts.values().removeIf(host -> host.connections.isEmpty());
    }

    private void findHost(RouteState route) {
        InetSocketAddress hop = FirstHop.name(route.route());
        if (hop != null && route.allocated() > 0) {
            hosts.computeIfAbsent(hop, Host::new).connections.addAll(route.open());
        }
    }

    /** A host that the pool is connected to, whose name is watched. */
    private final class Host {
        private final InetSocketAddress hop;
        private final List<PooledConnection> connections = new ArrayList<>();
        // The most that were to be closed since there were none.
        private int draining;
        private boolean wasAsked;
        private long askedNanos;

        Host(InetSocketAddress hop) {
            this.hop = hop;
        }

        /** Has the name looked up again in time; after a failure, no sooner than after an answer. */
        void refresh(long ttlNanos, long nowNanos) {
            boolean isTooSoon = wasAsked && nowNanos - askedNanos < ttlNanos / 4 * 3;
            if (!isTooSoon && names.refresh(hop.getHostString(), hop.getPort())) {
                wasAsked = true;
                askedNanos = nowNanos;
            }
        }

        /**
         * Closes a tenth of the connections whose address the name no longer has, idle ones first, so that callers that need
         * new ones do not all dial at once; returns whether there are any.
         */
        boolean drain() {
            AddressHistory history = names.history(hop.getHostString(), hop.getPort());
            List<PooledConnection> gone = connections.stream()
                    .filter(connection -> isGone(connection, history))
                    .toList();
            draining = gone.isEmpty() ? 0 : Math.max(draining, gone.size());
            Stream.concat(gone.stream().filter(PooledConnection::isIdle), gone.stream())
                    .distinct()
                    .limit((draining + DRAIN_STEPS - 1) / DRAIN_STEPS)
                    .forEach(connection -> connection.doom(CloseCause.DNS_CHANGED));
            return !gone.isEmpty();
        }

        private static boolean isGone(PooledConnection connection, AddressHistory history) {
            return connection.doom == null
                    && connection.getRemoteAddress() instanceof InetSocketAddress remote
                    && !remote.isUnresolved()
                    && history.isGone(remote);
        }
    }
}
