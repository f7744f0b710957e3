package dev.weir.internal.pool;

import dev.weir.config.Dns;
import dev.weir.event.CloseCause;
import dev.weir.internal.dns.AddressHistory;
import dev.weir.internal.dns.CachingDnsResolver;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Follows the names that a pool is connected to: has them looked up before their answers are too old, and marks connections
 * to addresses that are gone for closing. It looks nothing up itself, so no resolver can hold it up. For the maintenance
 * thread.
 *
 * <p>All of it fits into two times {@code dns.ttl}. It looks a name up at
 * three quarters of that time and checks it every sixteenth, so two answers take 13/8 of it; at most another sixteenth
 * passes until they are noticed, and an eighth while connections close. The remaining three sixteenths are for the resolver.
 */
final class AddressWatch {

    private static final int DRAIN_STEPS = 10;
    private static final long LONGEST_STEP_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private final CachingDnsResolver names;
    private final Map<InetSocketAddress, Host> hosts = new HashMap<>();

    AddressWatch(CachingDnsResolver names) {
        this.names = names;
    }

    /** Follows the names to which routes are connected; returns the nanoseconds until it must do so again. */
    long follow(Collection<RouteState> routes, Dns dns, long nowNanos) {
        long ttlNanos = dns.ttl().toNanos();
        if (ttlNanos == 0) {
            hosts.clear();
            return Long.MAX_VALUE;
        }
        hosts.values().forEach(host -> host.connections.clear());
        for (RouteState route : routes) {
            List<PooledConnection> connections = route.all();
            InetSocketAddress hop = connections.isEmpty() ? null : FirstHop.name(route.route());
            if (hop != null) {
                hosts.computeIfAbsent(hop, first -> new Host(first, nowNanos - ttlNanos))
                        .connections
                        .addAll(connections);
            }
        }
        hosts.values().removeIf(host -> host.connections.isEmpty());
        long stepNanos = Math.min(LONGEST_STEP_NANOS, ttlNanos / (8 * DRAIN_STEPS));
        boolean drains = false;
        for (Host host : hosts.values()) {
            host.refresh(ttlNanos, nowNanos);
            drains |= dns.drainOnChange() && host.drain(stepNanos);
        }
        return drains ? stepNanos : ttlNanos / 16;
    }

    /** A host that the pool is connected to, whose name is watched. */
    private final class Host {
        private final InetSocketAddress hop;
        private final List<PooledConnection> connections = new ArrayList<>();
        // The most that were to be closed since there were none.
        private int draining;
        private long drainedNanos;
        private long askedNanos;

        Host(InetSocketAddress hop, long askedNanos) {
            this.hop = hop;
            this.askedNanos = askedNanos;
        }

        /** Has the name looked up again in time; after a failure, no sooner than after an answer. */
        void refresh(long ttlNanos, long nowNanos) {
            boolean isTooSoon = nowNanos - askedNanos < ttlNanos / 4 * 3;
            if (!isTooSoon && names.refresh(hop.getHostString(), hop.getPort())) {
                askedNanos = nowNanos;
            }
        }

        /**
         * Marks a tenth of the connections whose address the name no longer has, idle ones first, so that callers that need
         * new ones do not all dial at once; returns whether there are any.
         */
        boolean drain(long stepNanos) {
            if (draining > 0 && System.nanoTime() - drainedNanos < stepNanos) {
                return true;
            }
            AddressHistory history = names.history(hop.getHostString(), hop.getPort());
            List<PooledConnection> gone = new ArrayList<>();
            int idle = 0;
            for (PooledConnection connection : connections) {
                if (isGone(connection, history)) {
                    gone.add(connection.isIdle() ? idle++ : gone.size(), connection);
                }
            }
            draining = gone.isEmpty() ? 0 : Math.max(draining, gone.size());
            drainedNanos = System.nanoTime();
            int most = (draining + DRAIN_STEPS - 1) / DRAIN_STEPS;
            for (PooledConnection connection : gone.subList(0, Math.min(most, gone.size()))) {
                connection.doom(CloseCause.DNS_CHANGED);
            }
            return !gone.isEmpty();
        }

        private static boolean isGone(PooledConnection connection, AddressHistory history) {
            return connection.doom == null
                    && connection.isEstablished()
                    && connection.own().getRemoteAddress() instanceof InetSocketAddress remote
                    && !remote.isUnresolved()
                    && history.isGone(remote);
        }
    }
}
