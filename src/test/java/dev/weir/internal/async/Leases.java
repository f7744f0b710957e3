package dev.weir.internal.async;

import dev.weir.engine.LeaseTerms;
import dev.weir.internal.pool.AsyncPool;
import dev.weir.internal.pool.StreamLease;
import java.util.concurrent.CompletableFuture;
import org.apache.hc.client5.http.HttpRoute;
import org.apache.hc.core5.util.Timeout;

/** Leases of an asynchronous pool. */
final class Leases {

    private Leases() {}

    /** Asks for one, without a limit of time. */
    static CompletableFuture<StreamLease> of(AsyncPool pool, HttpRoute route) {
        CompletableFuture<StreamLease> answer = new CompletableFuture<>();
        pool.lease(route, null, LeaseTerms.ANY, null, Timeout.DISABLED, new AsyncPool.Answer() {
            @Override
            public void leased(StreamLease granted) {
                answer.complete(granted);
            }

            @Override
            public void refused(Exception cause) {
                answer.completeExceptionally(cause);
            }

            @Override
            public void cancelled() {
                answer.cancel(false);
            }
        });
        return answer;
    }
}
