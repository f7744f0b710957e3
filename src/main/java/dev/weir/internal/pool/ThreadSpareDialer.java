package dev.weir.internal.pool;

import dev.weir.engine.Entry;
import java.io.IOException;
import java.util.function.Consumer;
import org.apache.hc.client5.http.HttpRoute;

/** Opens spare connections on the threads for dials. */
final class ThreadSpareDialer implements SpareDialer {

    private final ConnectionPool pool;
    private final SpareDials dials;
    private final DialThreads threads;

    ThreadSpareDialer(ConnectionPool pool, SpareDials dials, DialThreads threads) {
        this.pool = pool;
        this.dials = dials;
        this.threads = threads;
    }

    @Override
    public boolean dial(RouteState route, Consumer<Boolean> whenEnded) throws IOException {
        if (threads.areBusy()) {
            return false;
        }
        RoutePolicy policy = route.policy();
        PooledConnection connection = pool.newConnection(route);
        connection.asSpare();
        Lease.Dial dial = dials.to(route.route(), policy.connect, policy.read);
        Entry<HttpRoute, PooledConnection> entry = route.spare(connection);
        if (entry == null) {
            return false;
        }
        begin(new DialTask(pool, route, entry, connection, dial), connection, whenEnded);
        return true;
    }

    @Override
    public boolean mayServeAll(RouteState route) {
        return false;
    }

    // A caller may already wait for it, so the dial must run even if the last thread was just taken. The calling
    // thread, such as that of the maintenance, has other work.
    private void begin(DialTask task, PooledConnection connection, Consumer<Boolean> whenEnded) {
        try {
            threads.executeAside(() -> run(connection, task, whenEnded));
        } catch (OutOfMemoryError e) { // no thread for it
            task.notBegun(e);
            whenEnded.accept(false);
        }
    }

    private static void run(PooledConnection connection, DialTask task, Consumer<Boolean> whenEnded) {
        boolean isThere = false;
        try {
            task.run();
            isThere = !connection.isClosed();
        } finally {
            whenEnded.accept(isThere);
        }
    }
}
