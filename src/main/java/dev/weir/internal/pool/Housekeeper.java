package dev.weir.internal.pool;

import dev.weir.config.PoolConfig;
import dev.weir.internal.dns.AddressWatch;
import dev.weir.internal.dns.CachingDnsResolver;
import dev.weir.internal.thread.Maintenance;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * What happens to a pool in the background, in one pass over the routes in use: it looks at idle sockets (before a caller gets
 * one that the server has closed, and before half-closed ones pile up), closes what must close, follows the addresses of
 * hosts, reports leases that never end and takes back those whose holder was garbage collected, and opens what routes must have ({@code minIdle}). It takes no place from a caller.
 */
final class Housekeeper implements LongSupplier {

    private static final long SHORTEST_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(20);
    private static final long IDLE_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(250);
    // So that it soon notices what was switched on or shortened live.
    private static final long LONGEST_PAUSE_NANOS = TimeUnit.SECONDS.toNanos(1);

    // In a new JVM the first response is not held up by the classes of this.
    private static final long FIRST_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

    // Connections to addresses that are gone may have to close at a quick pace.
    private static final long LEAST_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    // Passes come in steps: what is due before half of one is over is done now.
    private static final long TOLERANCE_NANOS = SHORTEST_PAUSE_NANOS / 2;

    /** Looks per pass, so that a large pool does not delay the others. */
    private static final int MOST_LOOKS = 256;

    private static final int LOOKS_PER_LEAK = 4;

    private final ConnectionPool pool;
    private final AddressWatch addresses;
    private final Spares spares;

    /** Visits this, as long as others reference it. */
    final Maintenance maintenance;

    // Both used by the maintenance thread alone.
    private int looks;
    private long pauseNanos;

    Housekeeper(ConnectionPool pool, CachingDnsResolver names, Spares spares) {
        this.pool = pool;
        this.addresses = new AddressWatch(names);
        this.spares = spares;
        this.maintenance = new Maintenance(Maintenance.SHARED, pool.name(), this);
    }

    /** How long it may leave a new pool alone: one without a rule that demands connections has nothing to look at yet. */
    long firstPauseNanos() {
        return pool.config().routes().isEmpty() ? FIRST_PAUSE_NANOS : 0;
    }

    @Override
    public long getAsLong() {
        PoolConfig config = pool.config();
        looks = 0;
        pauseNanos = LONGEST_PAUSE_NANOS;
        long intervalNanos = config.effective().eviction().interval().toNanos();
        pauseFor(intervalNanos);
        if (!config.leakDetection().isZero()) {
            pauseFor(config.leakDetection().toNanos() / LOOKS_PER_LEAK);
        }
        long nowNanos = pool.nowNanos();
        Map<InetSocketAddress, List<AddressWatch.Watched>> byName = new HashMap<>();
        for (RouteState route : pool.busy) {
            List<PooledConnection> connections = route.all();
            look(route, connections, nowNanos);
            InetSocketAddress hop = connections.isEmpty() ? null : FirstHop.name(route.route);
            if (hop != null) {
                byName.computeIfAbsent(hop, first -> new ArrayList<>()).addAll(connections);
            }
        }
        // One that was lost before it had a connection may hold a permission to dial, which others wait for.
        for (HeldLease lease : pool.unconnected) {
            look(lease, nowNanos);
        }
        long addressesNanos = addresses.follow(byName, config.dns(), nowNanos);
        pool.sweep();
        pool.keepBooks(nowNanos);
        spares.fill(intervalNanos);
        return Math.max(LEAST_NANOS, Math.min(addressesNanos, Math.max(SHORTEST_PAUSE_NANOS, pauseNanos)));
    }

    private void pauseFor(long nanos) {
        pauseNanos = Math.min(pauseNanos, nanos);
    }

    private void look(RouteState route, List<PooledConnection> connections, long nowNanos) {
        long looksNanos = route.looksNanos();
        boolean isUsed = looksNanos < RouteState.LOOKS_NANOS || route.inFlight() > 0;
        pauseFor(isUsed ? looksNanos : IDLE_PAUSE_NANOS);
        pauseFor(route.policy.intervalNanos);
        route.learned.settle(nowNanos);
        for (PooledConnection connection : connections) {
            for (HeldLease lease : connection.leases()) {
                look(lease, nowNanos);
            }
            if (connection.isEstablished()) {
                connection.watch(nowNanos);
            }
            if (connection.isIdle()) {
                look(connection, nowNanos);
            }
        }
    }

    // A lease pays nothing for being watched: it is looked at now and then.
    private static void look(HeldLease lease, long nowNanos) {
        long limitNanos = lease.route.policy.leakNanos;
        boolean isLost = lease.isLost();
        boolean isSilent = limitNanos > 0
                && !lease.isSuspected
                && lease.silentNanos(nowNanos) >= limitNanos
                && nowNanos - lease.leasedNanos >= limitNanos;
        if (!lease.isReleased() && (isLost ? lease.takeBack() : isSilent && lease.suspect())) {
            lease.route.incidents().leaked(lease, isLost, nowNanos);
        }
    }

    private void look(PooledConnection connection, long nowNanos) {
        if (connection.isLookable()) {
            if (looks < MOST_LOOKS && connection.lessons.nextLookNanos(nowNanos) <= TOLERANCE_NANOS) {
                looks++;
                connection.detectClose(nowNanos);
            }
            pauseFor(connection.lessons.nextLookNanos(nowNanos));
        }
        connection.lessons.probeIfDue(nowNanos);
    }
}
