package dev.weir.internal.pool;

import dev.weir.engine.SpareNeed;
import java.io.IOException;
import java.util.function.Consumer;
import org.apache.hc.client5.http.HttpRoute;
import org.apache.hc.client5.http.io.ManagedHttpClientConnection;
import org.apache.hc.core5.pool.PoolEntry;
import org.jspecify.annotations.Nullable;

/** Opens replacements on the threads for dials. */
final class ThreadReplacementDialer implements ReplacementDialer {

    private final ConnectionPool pool;
    private final SpareDials dials;
    private final DialThreads threads;

    ThreadReplacementDialer(ConnectionPool pool, SpareDials dials, DialThreads threads) {
        this.pool = pool;
        this.dials = dials;
        this.threads = threads;
    }

    @Override
    public @Nullable Replacement take(RouteState route, SpareNeed need) throws IOException {
        if (threads.areBusy()) {
            return null;
        }
        RoutePolicy policy = route.policy();
        PooledConnection connection = pool.newConnection(route);
        connection.asSpare();
        Lease.Dial dial = dials.to(route.route(), policy.connect, policy.read);
        PoolEntry<HttpRoute, ManagedHttpClientConnection> entry =
                pool.store().spares().take(route.route(), connection, need);
        return entry == null ? null : replacement(route, entry, connection, dial);
    }

    private Replacement replacement(
            RouteState route,
            PoolEntry<HttpRoute, ManagedHttpClientConnection> entry,
            PooledConnection connection,
            Lease.Dial dial) {
        DialTask task = new DialTask(pool, route, entry, connection, dial);
        return whenEnded -> dial(connection, task, whenEnded);
    }

    @Override
    public boolean mayServeAll(RouteState route) {
        return false;
    }

    @Override
    public boolean mayHaveMore(RouteState route) {
        return false;
    }

    // A caller may already wait for it, so the dial must run even if the last thread was just taken. The calling
    // thread, such as that of the maintenance, has other work.
    private boolean dial(PooledConnection connection, DialTask task, Consumer<Boolean> whenEnded) {
        try {
            threads.executeAside(() -> run(connection, task, whenEnded));
        } catch (OutOfMemoryError e) {
            task.notBegun(e);
            whenEnded.accept(false);
        }
        return true;
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
