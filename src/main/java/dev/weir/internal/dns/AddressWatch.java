package dev.weir.internal.dns;

import dev.weir.config.Dns;
import dev.weir.event.CloseCause;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Follows the names that a pool is connected to: has them looked up before their answers are too old, and marks connections
 * to addresses that are gone for closing. It looks nothing up itself, so no resolver can hold it up. For the maintenance
 * thread.
 *
 * <p>All of it fits into two times {@code dns.ttl}. It looks a name up at
 * three quarters of that time and checks it every sixteenth, so two answers take 13/8 of it; at most another sixteenth
 * passes until they are noticed, and an eighth while connections close. The remaining three sixteenths are for the resolver.
 */
public final class AddressWatch {

    private static final int DRAIN_STEPS = 10;
    private static final long LONGEST_STEP_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private final CachingDnsResolver names;
    private final Map<InetSocketAddress, Host> hosts = new HashMap<>();

    /** A connection that may lead to one of the addresses. */
    public interface Watched {

        /**
         * Returns where it leads.
         *
         * @return the address; null if it is not connected, or closes soon for another reason
         */
        @Nullable
        SocketAddress peer();

        /**
         * Tells whether it is idle.
         *
         * @return whether no caller has it
         */
        boolean isIdle();

        /**
         * Marks it for closing.
         *
         * @param cause the cause
         */
        void doom(CloseCause cause);
    }

    /**
     * Creates the watch of a pool.
     *
     * @param names its names and what was answered for them
     */
    public AddressWatch(CachingDnsResolver names) {
        this.names = names;
    }

    /**
     * Follows the names to which the pool is connected.
     *
     * @param connected the connections by name and port
     * @param dns the settings in force
     * @param nowNanos the time
     * @return the nanoseconds until it must do so again
     */
    public long follow(Map<InetSocketAddress, List<Watched>> connected, Dns dns, long nowNanos) {
        long ttlNanos = dns.ttl().toNanos();
        if (ttlNanos == 0) {
            hosts.clear();
            return Long.MAX_VALUE;
        }
        hosts.keySet().retainAll(connected.keySet());
        long stepNanos = Math.min(LONGEST_STEP_NANOS, ttlNanos / (8 * DRAIN_STEPS));
        boolean drains = false;
        for (Map.Entry<InetSocketAddress, List<Watched>> each : connected.entrySet()) {
            Host host = hosts.computeIfAbsent(each.getKey(), Host::new);
            host.refresh(ttlNanos, nowNanos);
            drains |= dns.drainOnChange() && host.drain(each.getValue(), stepNanos);
        }
        return drains ? stepNanos : ttlNanos / 16;
    }

    /** A host that the pool is connected to, whose name is watched. */
    private final class Host {
        private final InetSocketAddress hop;
        // The most that were to be closed since there were none.
        private int draining;
        private long drainedNanos;
        private boolean isAsked;
        private long askedNanos;

        Host(InetSocketAddress hop) {
            this.hop = hop;
        }

        /** Has the name looked up again in time; after a failure, no sooner than after an answer. */
        void refresh(long ttlNanos, long nowNanos) {
            boolean isDue = !isAsked || nowNanos - askedNanos >= ttlNanos / 4 * 3;
            if (isDue && names.refresh(hop)) {
                isAsked = true;
                askedNanos = nowNanos;
            }
        }

        /**
         * Marks a tenth of the connections whose address the name no longer has, idle ones first, so that callers that need
         * new ones do not all dial at once; returns whether there are any.
         */
        boolean drain(List<Watched> connections, long stepNanos) {
            if (draining > 0 && System.nanoTime() - drainedNanos < stepNanos) {
                return true;
            }
            AddressHistory history = names.history(hop);
            List<Watched> gone = new ArrayList<>();
            int idle = 0;
            for (Watched connection : connections) {
                if (connection.peer() instanceof InetSocketAddress address
                        && !address.isUnresolved()
                        && history.isGone(address)) {
                    gone.add(connection.isIdle() ? idle++ : gone.size(), connection);
                }
            }
            draining = gone.isEmpty() ? 0 : Math.max(draining, gone.size());
            drainedNanos = System.nanoTime();
            int most = (draining + DRAIN_STEPS - 1) / DRAIN_STEPS;
            for (Watched connection : gone.subList(0, Math.min(most, gone.size()))) {
                connection.doom(CloseCause.DNS_CHANGED);
            }
            return !gone.isEmpty();
        }
    }
}
