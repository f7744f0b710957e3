package dev.weir.internal.pool;

import dev.weir.engine.LeaseTerms;
import java.util.concurrent.CompletableFuture;
import org.apache.hc.client5.http.HttpRoute;
import org.apache.hc.core5.util.Timeout;

/** Leases of an asynchronous pool. */
public final class Leases {

    private Leases() {}

    /** Asks for one, without a limit of time. */
    public static CompletableFuture<StreamLease> of(AsyncPool pool, HttpRoute route) {
        ToldLease told = new ToldLease();
        pool.lease(route, null, LeaseTerms.ANY, Timeout.DISABLED, told);
        return told.lease();
    }

    /** Dials its connection without a socket; done when an exchange can begin. */
    public static CompletableFuture<Void> connect(StreamLease lease, int streams) {
        CompletableFuture<Void> ready = new CompletableFuture<>();
        lease.connect(dial -> dial.succeeded(streams), new StreamLease.Ready() {
            @Override
            public void ready() {
                ready.complete(null);
            }

            @Override
            public void failed(Exception cause) {
                ready.completeExceptionally(cause);
            }
        });
        return ready;
    }
}
