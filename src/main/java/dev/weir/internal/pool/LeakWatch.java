package dev.weir.internal.pool;

import dev.weir.event.PoolEvent.LeakSuspected;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks for leases that never end. It takes back those whose holder was garbage collected, and reports those that are held
 * for longer than {@code leakDetection} without a byte moving, and again when they come back. A lease pays nothing for this:
 * the maintenance looks at leases now and then.
 */
final class LeakWatch {

    private static final Logger LOG = LoggerFactory.getLogger("dev.weir.leak");
    private static final int LOOKS_PER_LIMIT = 4;

    private final ConnectionPool pool;
    private final String what;

    /**
     * Creates it.
     *
     * @param what what a caller of this pool holds, as the log names it
     */
    LeakWatch(ConnectionPool pool, String what) {
        this.pool = pool;
        this.what = what;
    }

    /** Returns the time after which it looks again. */
    long pauseNanos() {
        long limitNanos = pool.routes().config.leakDetection().toNanos();
        return limitNanos == 0 ? Long.MAX_VALUE : limitNanos / LOOKS_PER_LIMIT;
    }

    void look(HeldLease lease, long nowNanos) {
        if (lease.isReleased()) {
            return;
        }
        if (lease.isLost()) {
            if (lease.takeBack()) {
                collected(lease, nowNanos);
            }
        } else if (!lease.isSuspected() && isSuspect(lease, nowNanos) && lease.suspect()) {
            suspected(lease, nowNanos);
        }
    }

    private static boolean isSuspect(HeldLease lease, long nowNanos) {
        long limitNanos = lease.route.policy.leakNanos;
        return limitNanos > 0
                && lease.silentNanos(nowNanos) >= limitNanos
                && nowNanos - lease.leasedNanos >= limitNanos;
    }

    private void suspected(HeldLease lease, long nowNanos) {
        LeakSuspected event = tell(lease, false, nowNanos);
        LOG.warn(
                "Pool '{}': {} {} is held for {} ms without a byte moving ({}, thread '{}'), which is longer than {};"
                        + " leased at {}. Was its response {}closed?",
                event.pool(),
                what,
                event.route(),
                event.held().toMillis(),
                sent(event),
                event.thread(),
                pool.names().of("leakDetection"),
                place(event),
                what.startsWith("an exchange") ? "read, or " : "");
    }

    private static void collected(HeldLease lease, long nowNanos) {
        LeakSuspected event = tell(lease, true, nowNanos);
        LOG.warn(
                "Pool '{}': a response from {} ({}), or the lease for one, was garbage collected without being"
                        + " closed; its place was taken back after {} ms; leased by thread '{}' at {}. Close every"
                        + " response.",
                event.pool(),
                event.route(),
                sent(event),
                event.held().toMillis(),
                event.thread(),
                place(event));
    }

    private static LeakSuspected tell(HeldLease lease, boolean isCollected, long nowNanos) {
        RouteState route = lease.route;
        LeakSuspected event = new LeakSuspected(
                route.events.pool(),
                route.target,
                isCollected,
                Duration.ofNanos(nowNanos - lease.leasedNanos),
                lease.threadName(),
                lease.request(),
                lease.callSite());
        route.incidents().leaked(event, nowNanos);
        return event;
    }

    private static String sent(LeakSuspected event) {
        return event.request().isEmpty() ? "nothing sent" : event.request();
    }

    private static String place(LeakSuspected event) {
        return event.callSite().equals(HeldLease.UNKNOWN_PLACE)
                ? "an unknown place (leakDetection records it)"
                : event.callSite();
    }
}
