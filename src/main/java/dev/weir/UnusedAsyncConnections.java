package dev.weir;

import dev.weir.engine.LeaseTerms;
import dev.weir.internal.async.AsyncPoolManager;
import dev.weir.internal.call.LeaseRequirements;
import dev.weir.internal.manager.WarmUp;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import org.apache.hc.client5.http.HttpRoute;
import org.apache.hc.client5.http.nio.AsyncConnectionEndpoint;
import org.apache.hc.client5.http.protocol.HttpClientContext;
import org.apache.hc.core5.util.TimeValue;
import org.apache.hc.core5.util.Timeout;

/**
 * Opens connections of an asynchronous pool, while the calling thread waits. Thread-safe.
 *
 * @param manager leases and connects them
 */
record UnusedAsyncConnections(AsyncPoolManager manager) implements WarmUp.Opener {

    private static final TimeValue AS_LONG_AS_THE_POOL_KEEPS_IT = TimeValue.ofNanoseconds(Long.MAX_VALUE);

    @Override
    @SuppressWarnings("NullAway") // the manager of a pool takes no initiator from its callers
    public Runnable open(HttpRoute route) throws IOException {
        LeaseRequirements unused = LeaseRequirements.of(null, LeaseTerms.FRESH);
        AsyncConnectionEndpoint endpoint = await(manager.lease("warm-up", route, unused, Timeout.DISABLED, null));
        boolean connected = false;
        try {
            if (!endpoint.isConnected()) {
                await(manager.connect(endpoint, null, null, null, HttpClientContext.create(), null));
            }
            connected = true;
            return () -> manager.release(endpoint, null, AS_LONG_AS_THE_POOL_KEEPS_IT);
        } finally {
            if (!connected) {
                manager.release(endpoint, null, null);
            }
        }
    }

    private static AsyncConnectionEndpoint await(Future<AsyncConnectionEndpoint> future) throws IOException {
        try {
            return future.get();
        } catch (InterruptedException e) {
            future.cancel(true);
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("Interrupted while waiting for a connection");
        } catch (ExecutionException e) {
            if (e.getCause() instanceof IOException failure) {
                throw failure;
            }
            if (e.getCause() instanceof RuntimeException failure) {
                throw failure;
            }
            throw new IOException(e.getCause());
        }
    }
}
