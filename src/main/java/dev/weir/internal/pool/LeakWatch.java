package dev.weir.internal.pool;

import dev.weir.event.PoolEvent.LeakSuspected;
import dev.weir.internal.log.Log;
import dev.weir.internal.maintenance.Maintained;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Looks for connections that are not released. It takes back those whose holder was garbage collected, and reports those
 * that are held for longer than {@code leakDetection} without a byte moving, and again when they come back. A lease pays
 * nothing for this: the maintenance looks at leases now and then.
 */
final class LeakWatch implements Maintained {

    private static final Log LOG = Log.of("leak");

    private static final long LONGEST_PAUSE_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final long SHORTEST_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(10);
    private static final int LOOKS_PER_LIMIT = 4;

    private final ConnectionPool pool;

    LeakWatch(ConnectionPool pool) {
        this.pool = pool;
    }

    @Override
    public long maintain() {
        look(pool.nowNanos());
        return pauseNanos(pool.routes().config().leakDetection());
    }

    /** Returns the time until the next look, for a limit on holding. */
    static long pauseNanos(Duration limit) {
        long limitNanos = limit.toNanos();
        return limitNanos == 0
                ? LONGEST_PAUSE_NANOS
                : Math.max(SHORTEST_PAUSE_NANOS, Math.min(LONGEST_PAUSE_NANOS, limitNanos / LOOKS_PER_LIMIT));
    }

    void look(long nowNanos) {
        pool.store().forEachLeased(entry -> look(entry.connection(), nowNanos));
        pool.unconnected().forEach(lease -> look(lease.routeState(), lease, nowNanos));
    }

    // One that was lost before it had a connection may hold a permission to dial, which others wait for.
    private void look(RouteState route, HeldLease.OfConnection lease, long nowNanos) {
        LeaseHolder leaseHolder = lease.leaseHolder();
        if (leaseHolder != null && leaseHolder.isLost() && !lease.isReleased()) {
            takeBack(route, lease, leaseHolder, nowNanos);
        }
    }

    // Found by its place: no other book has a connection that was closed during its lease.
    private void look(@Nullable PooledConnection connection, long nowNanos) {
        HeldLease.OfConnection lease = connection == null ? null : connection.holder();
        LeaseHolder leaseHolder = lease == null ? null : lease.leaseHolder();
        if (connection == null || lease == null || leaseHolder == null || lease.isReleased()) {
            return;
        }
        RouteState route = lease.routeState();
        if (leaseHolder.isLost()) {
            takeBack(route, lease, leaseHolder, nowNanos);
        } else if (!leaseHolder.isSuspected() && exceedsLimit(route, connection, lease, leaseHolder, nowNanos)) {
            suspect(route, lease, leaseHolder, nowNanos);
        }
    }

    private static boolean exceedsLimit(
            RouteState route,
            PooledConnection connection,
            HeldLease.OfConnection lease,
            LeaseHolder leaseHolder,
            long nowNanos) {
        long limitNanos = route.policy().leakNanos;
        if (limitNanos == 0) {
            return false;
        }
        long idleNanos = nowNanos - leaseHolder.noteProgress(connection.bytesMoved(), nowNanos);
        return LeakRule.isSuspect(limitNanos, nowNanos - lease.leasedNanos(), idleNanos, connection.isExchanging());
    }

    private void suspect(RouteState route, HeldLease.OfConnection lease, LeaseHolder leaseHolder, long nowNanos) {
        leaseHolder.suspect();
        route.incidents().leaks().suspected(nowNanos);
        LeakSuspected event = tell(route, lease, leaseHolder, LeakSuspected.Kind.HELD_TOO_LONG, nowNanos);
        LOG.warn(
                "Pool '{}': a connection to {} is held for {} ms without a byte moving ({}, thread '{}'), which is"
                        + " longer than {}; leased at {}. Was its response closed?",
                route.events().pool(),
                route.target(),
                event.held().toMillis(),
                event.request().isEmpty() ? "nothing sent" : event.request(),
                event.thread(),
                pool.routes().names().of("leakDetection"),
                place(event.callSite()));
    }

    private void takeBack(RouteState route, HeldLease.OfConnection lease, LeaseHolder leaseHolder, long nowNanos) {
        if (!lease.takeBack()) {
            return;
        }
        if (leaseHolder.isSuspected()) {
            route.incidents().leaks().returned();
        }
        route.incidents().leaks().collected(nowNanos);
        warnOfCollected(tell(route, lease, leaseHolder, LeakSuspected.Kind.COLLECTED, nowNanos));
    }

    /** Logs that a place was taken back. */
    static void warnOfCollected(LeakSuspected event) {
        LOG.warn(
                "Pool '{}': a response from {} ({}), or the lease for one, was garbage collected without being"
                        + " closed; its place was taken back after {} ms; leased by thread '{}' at {}. Close every"
                        + " response.",
                event.pool(),
                event.route(),
                event.request().isEmpty() ? "nothing sent" : event.request(),
                event.held().toMillis(),
                event.thread(),
                place(event.callSite()));
    }

    private static LeakSuspected tell(
            RouteState route,
            HeldLease.OfConnection lease,
            LeaseHolder leaseHolder,
            LeakSuspected.Kind kind,
            long nowNanos) {
        long heldNanos = nowNanos - lease.leasedNanos();
        String request = leaseHolder.request(route.policy());
        return tell(route, kind, heldNanos, lease.threadName(), request, leaseHolder.acquired());
    }

    /** Tells listeners of a lease that was not released, and notes where it was acquired, if that is known. */
    static LeakSuspected tell(
            RouteState route,
            LeakSuspected.Kind kind,
            long heldNanos,
            String threadName,
            String request,
            @Nullable Throwable acquired) {
        String callSite = CallSite.of(acquired);
        route.incidents().leaks().leasedAt(callSite);
        LeakSuspected event = new LeakSuspected(
                route.events().pool(),
                route.target(),
                kind,
                Duration.ofNanos(heldNanos),
                threadName,
                request,
                callSite);
        route.events().tell(event);
        return event;
    }

    /** Describes where something was leased, for the log. */
    static String place(String callSite) {
        return callSite.equals(CallSite.UNKNOWN) ? "an unknown place (leakDetection records it)" : callSite;
    }
}
