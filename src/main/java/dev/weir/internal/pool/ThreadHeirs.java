package dev.weir.internal.pool;

import java.io.IOException;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;
import org.apache.hc.client5.http.HttpRoute;
import org.apache.hc.client5.http.io.ManagedHttpClientConnection;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.pool.PoolEntry;
import org.jspecify.annotations.Nullable;

/** Dials on the threads of the dials. */
final class ThreadHeirs implements Heirs {

    private final ConnectionPool pool;
    private final SpareDials dials;

    ThreadHeirs(ConnectionPool pool, SpareDials dials) {
        this.pool = pool;
        this.dials = dials;
    }

    @Override
    public @Nullable Heir take(RouteState route) throws IOException {
        RoutePolicy policy = route.policy();
        PooledConnection connection = pool.newConnection(route);
        Lease.Dial dial = dials.to(route.route(), policy.connect, policy.read);
        PoolEntry<HttpRoute, ManagedHttpClientConnection> entry = pool.store().spare(route.route(), connection);
        return entry == null
                ? null
                : whenEnded -> dial(entry, connection, new DialTask(pool, route, entry, connection, dial), whenEnded);
    }

    private boolean dial(
            PoolEntry<HttpRoute, ManagedHttpClientConnection> entry,
            PooledConnection connection,
            DialTask task,
            Consumer<Boolean> whenEnded) {
        boolean isTaken = DialThreads.shared().takes(() -> run(connection, task, whenEnded));
        if (!isTaken) {
            connection.close(CloseMode.IMMEDIATE);
            pool.store().dialFailed(entry, new RejectedExecutionException("All threads of the dials are busy"), false);
        }
        return isTaken;
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
