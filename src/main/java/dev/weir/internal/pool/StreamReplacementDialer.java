package dev.weir.internal.pool;

import dev.weir.engine.SpareNeed;
import java.util.function.Consumer;
import org.apache.hc.client5.http.HttpRoute;
import org.apache.hc.client5.http.io.ManagedHttpClientConnection;
import org.apache.hc.core5.pool.PoolEntry;
import org.jspecify.annotations.Nullable;

/** Dials shared connections through a lease of the pool itself, which ends when the connection is established. */
final class StreamReplacementDialer implements ReplacementDialer {

    private final AsyncPool pool;
    private final StreamLease.Dialer dialer;

    StreamReplacementDialer(AsyncPool pool, StreamLease.Dialer dialer) {
        this.pool = pool;
        this.dialer = dialer;
    }

    @Override
    public @Nullable Replacement take(RouteState route, SpareNeed need) {
        pool.limit(route); // one that is shut makes room for it
        PoolEntry<HttpRoute, ManagedHttpClientConnection> entry =
                pool.store().spares().lease(route.route(), need);
        return entry == null ? null : replacement(route, entry);
    }

    private Replacement replacement(RouteState route, PoolEntry<HttpRoute, ManagedHttpClientConnection> entry) {
        Replacement made = null;
        try {
            made = whenEnded -> dial(route, entry, whenEnded);
            return made;
        } finally {
            if (made == null) { // no memory for it: its place must not be lost
                pool.store().release(entry, false);
            }
        }
    }

    @Override
    public boolean mayServeAll(RouteState route) {
        return pool.expectedStreams(route) > 1;
    }

    @Override
    public boolean mayHaveMore(RouteState route) {
        return mayServeAll(route);
    }

    private boolean dial(
            RouteState route, PoolEntry<HttpRoute, ManagedHttpClientConnection> entry, Consumer<Boolean> whenEnded) {
        StreamLease lease = pool.own(route, entry);
        if (lease == null) {
            return false; // the pool was closed
        }
        SharedTransport transport = lease.transport();
        if (transport != null) {
            transport.books().asSpare();
        }
        lease.connect(dialer, new Established(lease, whenEnded));
        return true;
    }

    private record Established(StreamLease lease, Consumer<Boolean> whenEnded) implements StreamLease.Ready {
        @Override
        public void ready() {
            end(true);
        }

        @Override
        public void failed(Exception cause) {
            end(false);
        }

        private void end(boolean isThere) {
            try {
                lease.release(null, Long.MAX_VALUE);
            } finally {
                whenEnded.accept(isThere);
            }
        }
    }
}
