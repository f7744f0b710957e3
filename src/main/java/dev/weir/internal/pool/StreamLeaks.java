package dev.weir.internal.pool;

import dev.weir.event.LeakSuspected;
import dev.weir.internal.maintenance.Maintained;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks for exchanges on shared connections whose answer nobody reads or closes, for longer than {@code leakDetection}, and
 * tells of them, and again when they end. Exchanges cost nothing for it: the maintenance looks at them now and then.
 */
final class StreamLeaks implements Maintained {

    private static final Logger LOG = LoggerFactory.getLogger(StreamLeaks.class);

    private final ConnectionPool pool;

    StreamLeaks(ConnectionPool pool) {
        this.pool = pool;
    }

    @Override
    public long maintain() {
        long nowNanos = pool.nowNanos();
        for (RouteState route : pool.routes().busy()) {
            if (route.policy().leakNanos > 0) {
                route.connections().forEach(connection -> look(route, connection, nowNanos));
            }
        }
        return LeakWatch.pauseNanos(pool.routes().config().leakDetection());
    }

    private void look(RouteState route, PooledConnection connection, long nowNanos) {
        for (Holding holding : ((SharedTransport) connection.delegate).holdings()) {
            StreamLease lease = holding.lease();
            if (!lease.isReleased() && !lease.isSuspected() && isSuspect(route, holding, nowNanos)) {
                suspect(route, holding, nowNanos);
            }
        }
    }

    private static boolean isSuspect(RouteState route, Holding holding, long nowNanos) {
        long heldNanos = nowNanos - holding.lease().leasedNanos();
        return LeakRule.isSuspect(route.policy().leakNanos, heldNanos, holding.silentNanos(), !holding.isAnswered());
    }

    private void suspect(RouteState route, Holding holding, long nowNanos) {
        StreamLease lease = holding.lease();
        Custody custody = lease.suspect(holding.request());
        if (custody == null) {
            return; // it ended at this moment
        }
        route.leaks().suspected(nowNanos);
        String callSite = CallSite.of(custody.acquired());
        pool.routes().callSites().count(callSite);
        LeakSuspected event = new LeakSuspected(
                route.events().pool(),
                route.target(),
                LeakSuspected.Kind.HELD_TOO_LONG,
                nowNanos - lease.leasedNanos(),
                lease.threadName(),
                custody.request(route.policy()),
                callSite);
        route.events().leakSuspected(event);
        LOG.warn(
                "Pool '{}': an exchange with {} is held for {} ms without a byte moving ({}, thread '{}'), which is longer"
                        + " than {}; leased at {}. Was its response read, or closed?",
                route.events().pool(),
                route.target(),
                TimeUnit.NANOSECONDS.toMillis(event.heldNanos()),
                event.request().isEmpty() ? "nothing sent" : event.request(),
                event.thread(),
                pool.routes().names().of("leakDetection"),
                LeakWatch.place(callSite));
    }

    /** Returns the name, for the log of the maintenance. */
    @Override
    public String toString() {
        return "the exchanges of pool '" + pool.routes().name() + "'";
    }
}
