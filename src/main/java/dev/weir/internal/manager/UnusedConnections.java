package dev.weir.internal.manager;

import dev.weir.engine.LeaseTerms;
import dev.weir.internal.call.LeaseRequirements;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import org.apache.hc.client5.http.HttpRoute;
import org.apache.hc.client5.http.io.ConnectionEndpoint;
import org.apache.hc.client5.http.io.LeaseRequest;
import org.apache.hc.client5.http.protocol.HttpClientContext;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.util.TimeValue;
import org.apache.hc.core5.util.Timeout;

/**
 * Opens connections of a pool for blocking callers. Thread-safe.
 *
 * @param manager leases and connects them
 */
public record UnusedConnections(PoolManager manager) implements WarmUp.Opener {

    private static final TimeValue AS_LONG_AS_THE_POOL_KEEPS_IT = TimeValue.ofNanoseconds(Long.MAX_VALUE);

    @Override
    public Runnable open(HttpRoute route) throws IOException {
        LeaseRequirements unused = LeaseRequirements.of(null, LeaseTerms.FRESH);
        ConnectionEndpoint endpoint = endpoint(manager.lease("warm-up", route, Timeout.DISABLED, unused));
        boolean connected = false;
        try {
            manager.connect(endpoint, null, HttpClientContext.create());
            connected = true;
            return () -> manager.release(endpoint, null, AS_LONG_AS_THE_POOL_KEEPS_IT);
        } finally {
            if (!connected) {
                endpoint.close(CloseMode.IMMEDIATE);
                manager.release(endpoint, null, null);
            }
        }
    }

    private static ConnectionEndpoint endpoint(LeaseRequest request) throws IOException {
        try {
            return request.get(Timeout.DISABLED);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("Interrupted while waiting for a connection");
        } catch (ExecutionException | TimeoutException e) {
            throw new IOException(e);
        }
    }
}
