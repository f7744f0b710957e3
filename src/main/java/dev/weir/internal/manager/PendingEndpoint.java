package dev.weir.internal.manager;

import dev.weir.failure.PoolExhaustedException;
import dev.weir.internal.pool.Lease;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import org.apache.hc.client5.http.io.LeaseRequest;
import org.apache.hc.core5.util.Timeout;
import org.jspecify.annotations.Nullable;

/** A place in the queue as HttpClient's lease request. One thread asks for the endpoint; any thread may cancel. */
public final class PendingEndpoint implements LeaseRequest {

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
    public LeasedEndpoint get(@Nullable Timeout timeout)
            throws InterruptedException, ExecutionException, TimeoutException {
        LeasedEndpoint made = endpoint;
        if (made != null) {
            return made;
        }
        try {
            lease.await(Timeout.defaultsToDisabled(timeout));
        } catch (PoolExhaustedException e) {
            throw PendingEndpoint.<RuntimeException>undeclared(e);
        }
        try {
            made = new LeasedEndpoint(lease);
            endpoint = made;
            return made;
        } finally {
            if (made == null) {
                lease.release(null, Long.MAX_VALUE); // no other code could give it back
            }
        }
    }

    @Override
    public boolean cancel() {
        return lease.cancel();
    }

    // HttpClient turns each of the exceptions that LeaseRequest.get declares into one of its own, without the figures;
    // an IOException passes unchanged, and its callers expect one.
    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"}) // the cast is never made: types are erased
    private static <E extends Throwable> E undeclared(Throwable e) throws E {
        throw (E) e;
    }
}
