package dev.weir.internal.manager;

import dev.weir.failure.PoolExhaustedException;
import dev.weir.internal.pool.Lease;
import dev.weir.internal.pool.PendingLease;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import org.apache.hc.client5.http.io.ConnectionEndpoint;
import org.apache.hc.client5.http.io.LeaseRequest;
import org.apache.hc.core5.util.Timeout;
import org.jspecify.annotations.Nullable;

/** Presents a place in the queue as HttpClient's lease request. One thread asks for the endpoint; any thread may cancel. */
final class LeaseAdapter implements LeaseRequest {

    private final PendingLease pending;

    // Written and read by the requesting thread.
    private @Nullable ConnectionEndpoint endpoint;

    LeaseAdapter(PendingLease pending) {
        this.pending = pending;
    }

    /**
     * {@inheritDoc}
     *
     * <p>The lease has its own time limit, which HttpClient's clients pass here again. After that, this throws a
     * {@link PoolExhaustedException}, although it is not declared: HttpClient would drop the text of a declared one. A
     * shorter time ends in a {@code TimeoutException}, as declared, and this may be called again.
     */
    @Override
    public ConnectionEndpoint get(@Nullable Timeout timeout)
            throws InterruptedException, ExecutionException, TimeoutException {
        if (endpoint == null) {
            try {
                endpoint = held(pending.await(Timeout.defaultsToDisabled(timeout)));
            } catch (PoolExhaustedException e) {
                throw SneakyThrow.raise(e);
            }
        }
        return endpoint;
    }

    // No other code could give the lease back.
    private static LeasedEndpoint held(Lease lease) {
        LeasedEndpoint made = null;
        try {
            made = new LeasedEndpoint(lease);
            return made;
        } finally {
            if (made == null) {
                lease.release(null, Long.MAX_VALUE);
            }
        }
    }

    @Override
    public boolean cancel() {
        return pending.cancel();
    }
}
