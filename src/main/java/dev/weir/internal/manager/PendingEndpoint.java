package dev.weir.internal.manager;

import dev.weir.failure.PoolExhaustedException;
import dev.weir.internal.pool.Lease;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import org.apache.hc.client5.http.io.ConnectionEndpoint;
import org.apache.hc.client5.http.io.LeaseRequest;
import org.apache.hc.core5.util.Timeout;
import org.jspecify.annotations.Nullable;

/** A place in the queue as HttpClient's lease request. One thread asks for the endpoint; any thread may cancel. */
final class PendingEndpoint implements LeaseRequest {

    private final Lease lease;

    // Written and read by the requesting thread.
    private @Nullable LeasedEndpoint endpoint;

    PendingEndpoint(Lease lease) {
        this.lease = lease;
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
        LeasedEndpoint made = endpoint;
        if (made != null) {
            return made;
        }
        lease.await(timeout == null ? Timeout.DISABLED : timeout);
        made = new LeasedEndpoint(lease);
        endpoint = made;
        return made;
    }

    @Override
    public boolean cancel() {
        return lease.cancel();
    }
}
