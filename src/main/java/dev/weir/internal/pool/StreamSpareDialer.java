package dev.weir.internal.pool;

import dev.weir.engine.Entry;
import java.util.function.Consumer;
import org.apache.hc.client5.http.HttpRoute;

/** Dials shared connections through a lease of the pool itself, which ends when the connection is established. */
final class StreamSpareDialer implements SpareDialer {

    private final AsyncPool pool;
    private final StreamLease.Dialer dialer;

    StreamSpareDialer(AsyncPool pool, StreamLease.Dialer dialer) {
        this.pool = pool;
        this.dialer = dialer;
    }

    @Override
    public boolean dial(RouteState route, Consumer<Boolean> whenEnded) {
        pool.limit(route); // one that is shut makes room for it
        Entry<HttpRoute, PooledConnection> entry = route.spare(null);
        StreamLease lease = entry == null ? null : pool.own(route, entry);
        if (lease == null) {
            return false; // no place, or the pool was closed
        }
        SharedTransport transport = lease.transport();
        if (transport != null) {
            transport.books().asSpare();
        }
        lease.connect(dialer, new Established(lease, whenEnded));
        return true;
    }

    @Override
    public boolean mayServeAll(RouteState route) {
        return pool.expectedStreams(route) > 1;
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
