package dev.weir.internal.manager;

import dev.weir.failure.PoolExhaustedException;
import dev.weir.internal.pool.PendingLease;
import java.util.concurrent.ExecutionException;
import org.apache.hc.client5.http.io.ConnectionEndpoint;
import org.apache.hc.client5.http.io.LeaseRequest;
import org.apache.hc.core5.util.Timeout;
import org.jspecify.annotations.Nullable;

/** A place in the queue, as HttpClient's lease request. One thread asks for the endpoint; any thread may cancel. */
final class LeaseAdapter implements LeaseRequest {

    private final PendingLease pending;

    // Written and read by the thread that asks.
    private @Nullable ConnectionEndpoint endpoint;

    LeaseAdapter(PendingLease pending) {
        this.pending = pending;
    }

    // The time is known since the lease began: HttpClient gives the same one here once more.
    @Override
    public ConnectionEndpoint get(Timeout timeout) throws InterruptedException, ExecutionException {
        if (endpoint == null) {
            try {
                endpoint = new LeasedEndpoint(pending.await());
            } catch (PoolExhaustedException e) {
                throw Sneaky.raise(e);
            }
        }
        return endpoint;
    }

    @Override
    public boolean cancel() {
        return pending.cancel();
    }
}
