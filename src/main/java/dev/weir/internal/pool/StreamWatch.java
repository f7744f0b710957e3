package dev.weir.internal.pool;

import dev.weir.event.CloseCause;
import dev.weir.internal.maintenance.Maintained;
import java.util.concurrent.TimeUnit;

/**
 * Checks the shared connections of a pool: one that must close takes no further exchange, even if it is never idle, and one
 * that its server has closed leaves before a caller gets it.
 */
final class StreamWatch implements Maintained {

    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private final AsyncPool pool;

    StreamWatch(AsyncPool pool) {
        this.pool = pool;
    }

    @Override
    public long maintain() {
        long nowNanos = pool.core().nowNanos();
        for (RouteState route : pool.core().routes().busy()) {
            for (PooledConnection connection : route.connections()) {
                look(route, connection, nowNanos);
            }
        }
        return PAUSE_NANOS;
    }

    private void look(RouteState route, PooledConnection connection, long nowNanos) {
        SharedTransport transport = SharedTransport.of(connection);
        if (!transport.isOpen()) {
            connection.detectClose(nowNanos); // which shows how long it may be idle
            pool.retire(transport, CloseCause.SERVER_CLOSED_IDLE);
            return;
        }
        transport.pingIfDue(pool.settings());
        CloseCause cause = connection.causeIfReleased(route.policy(), Long.MAX_VALUE, nowNanos);
        if (cause != null) {
            pool.retire(transport, cause);
        }
    }
}
