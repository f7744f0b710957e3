package dev.weir.internal.client;

import java.io.IOException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;
import org.apache.hc.client5.http.EndpointInfo;
import org.apache.hc.client5.http.HttpRoute;
import org.apache.hc.client5.http.classic.ExecRuntime;
import org.apache.hc.client5.http.config.RequestConfig;
import org.apache.hc.client5.http.impl.classic.RequestFailedException;
import org.apache.hc.client5.http.io.ConnectionEndpoint;
import org.apache.hc.client5.http.io.HttpClientConnectionManager;
import org.apache.hc.client5.http.io.LeaseRequest;
import org.apache.hc.client5.http.protocol.HttpClientContext;
import org.apache.hc.core5.concurrent.Cancellable;
import org.apache.hc.core5.concurrent.CancellableDependency;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.ConnectionRequestTimeoutException;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.impl.io.HttpRequestExecutor;
import org.apache.hc.core5.http.io.HttpResponseInformationCallback;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.util.TimeValue;
import org.apache.hc.core5.util.Timeout;
import org.jspecify.annotations.Nullable;

/**
 * The connection of one call at a time: leased, established, used, given back. It does the work of HttpClient's own runtime,
 * which only HttpClient can create. As thread-safe as that: one thread leases and sends, any may discard or cancel.
 */
abstract class LeaseRuntime implements ExecRuntime, Cancellable {

    private static final AtomicReferenceFieldUpdater<LeaseRuntime, @Nullable ConnectionEndpoint> ENDPOINT =
            AtomicReferenceFieldUpdater.newUpdater(LeaseRuntime.class, ConnectionEndpoint.class, "endpoint");

    private final HttpClientConnectionManager manager;
    private final HttpRequestExecutor executor;
    // Cancels the call; null if nothing can.
    private final @Nullable CancellableDependency owner;

    // Taken by the thread that releases or discards it.
    private volatile @Nullable ConnectionEndpoint endpoint;

    // Written by the thread of the call before it hands the response out; read by the thread that gives the connection
    // back.
    private boolean isReusable;
    private @Nullable Object state;
    private TimeValue validFor = TimeValue.NEG_ONE_MILLISECOND;

    LeaseRuntime(
            HttpClientConnectionManager manager, HttpRequestExecutor executor, @Nullable CancellableDependency owner) {
        this.manager = manager;
        this.executor = executor;
        this.owner = owner;
    }

    @Override
    public void acquireEndpoint(String id, HttpRoute route, @Nullable Object newState, HttpClientContext context)
            throws IOException {
        if (endpoint != null) {
            throw new IllegalStateException("Endpoint already acquired");
        }
        Timeout patience = context.getRequestConfigOrDefault().getConnectionRequestTimeout();
        acquire(manager.lease(id, route, patience, newState), patience, newState);
    }

    /** Waits for a connection that was requested with this state, for a call that has none, and returns it. */
    final ConnectionEndpoint acquire(LeaseRequest request, Timeout patience, @Nullable Object newState)
            throws IOException {
        state = newState;
        dependOn(request);
        ConnectionEndpoint acquired = await(request, patience);
        endpoint = acquired;
        isReusable = false; // until a response says so
        dependOn(this);
        return acquired;
    }

    private void dependOn(Cancellable what) {
        if (owner != null) {
            owner.setDependency(what);
        }
    }

    private static ConnectionEndpoint await(LeaseRequest request, Timeout patience) throws IOException {
        try {
            return request.get(patience);
        } catch (TimeoutException e) {
            request.cancel();
            throw new ConnectionRequestTimeoutException(e.getMessage());
        } catch (InterruptedException e) {
            request.cancel();
            Thread.currentThread().interrupt();
            throw new RequestFailedException("Request aborted", e);
        } catch (ExecutionException e) {
            request.cancel();
            throw new RequestFailedException("Request execution failed", e.getCause() == null ? e : e.getCause());
        }
    }

    private ConnectionEndpoint held() {
        ConnectionEndpoint held = endpoint;
        if (held == null) {
            throw new IllegalStateException("Endpoint not acquired / already released");
        }
        return held;
    }

    @Override
    public boolean isExecutionAborted() {
        return owner != null && owner.isCancelled();
    }

    @Override
    public boolean isEndpointAcquired() {
        return endpoint != null;
    }

    @Override
    public boolean isEndpointConnected() {
        ConnectionEndpoint held = endpoint;
        return held != null && held.isConnected();
    }

    @Override
    public void connectEndpoint(HttpClientContext context) throws IOException {
        connect(held(), context);
    }

    /** Establishes the connection that the call holds, unless it is. */
    @SuppressWarnings("deprecation") // a request may still have a connect timeout, which HttpClient honors
    final void connect(ConnectionEndpoint held, HttpClientContext context) throws IOException {
        if (held.isConnected()) {
            return;
        }
        refuseIfAborted();
        if (owner instanceof CallDeadline limit) {
            limit.dialing();
        }
        manager.connect(held, context.getRequestConfigOrDefault().getConnectTimeout(), context);
    }

    private void refuseIfAborted() throws RequestFailedException {
        if (owner != null && owner.isCancelled()) {
            throw new RequestFailedException("Request aborted");
        }
    }

    @Override
    public void upgradeTls(HttpClientContext context) throws IOException {
        manager.upgrade(held(), context);
    }

    @Override
    public @Nullable EndpointInfo getEndpointInfo() {
        ConnectionEndpoint held = endpoint;
        return held == null ? null : held.getInfo();
    }

    @Override
    public ClassicHttpResponse execute(String id, ClassicHttpRequest request, HttpClientContext context)
            throws IOException, HttpException {
        return execute(id, request, null, context);
    }

    @Override
    public ClassicHttpResponse execute(
            String id,
            ClassicHttpRequest request,
            @Nullable HttpResponseInformationCallback informed,
            HttpClientContext context)
            throws IOException, HttpException {
        connect(held(), context);
        return send(id, request, informed, context);
    }

    /** Sends a request on the established connection, and receives the head of the response. */
    final ClassicHttpResponse send(
            String id,
            ClassicHttpRequest request,
            @Nullable HttpResponseInformationCallback informed,
            HttpClientContext context)
            throws IOException, HttpException {
        ConnectionEndpoint held = held();
        refuseIfAborted();
        RequestConfig config = context.getRequestConfigOrDefault();
        if (config.getResponseTimeout() != null) {
            held.setSocketTimeout(config.getResponseTimeout());
        }
        return held.execute(
                id,
                request,
                (sent, connection, inContext) -> executor.execute(sent, connection, informed, inContext),
                context);
    }

    @Override
    public boolean isConnectionReusable() {
        return isReusable;
    }

    @Override
    public void markConnectionReusable(@Nullable Object newState, TimeValue newValidFor) {
        isReusable = true;
        state = newState;
        validFor = newValidFor;
    }

    @Override
    public void markConnectionNonReusable() {
        isReusable = false;
    }

    @Override
    public void disconnectEndpoint() throws IOException {
        ConnectionEndpoint held = endpoint;
        if (held != null) {
            held.close();
        }
    }

    @Override
    public void releaseEndpoint() {
        ConnectionEndpoint held = taken();
        if (held == null) {
            return;
        }
        if (isReusable) {
            manager.release(held, state, validFor);
        } else {
            discard(held);
        }
    }

    @Override
    public void discardEndpoint() {
        cancel();
    }

    /** Closes and releases the connection; returns false if the call has none. */
    @Override
    public boolean cancel() {
        ConnectionEndpoint held = taken();
        if (held != null) {
            discard(held);
        }
        return held != null;
    }

    private @Nullable ConnectionEndpoint taken() {
        return endpoint == null ? null : ENDPOINT.getAndSet(this, null);
    }

    private void discard(ConnectionEndpoint held) {
        try {
            held.close(CloseMode.IMMEDIATE);
        } finally {
            manager.release(held, null, TimeValue.ZERO_MILLISECONDS);
        }
    }

    @Override
    public ExecRuntime fork(CancellableDependency newOwner) {
        return new Fork(manager, executor, newOwner);
    }

    private static final class Fork extends LeaseRuntime {

        Fork(HttpClientConnectionManager manager, HttpRequestExecutor executor, @Nullable CancellableDependency owner) {
            super(manager, executor, owner);
        }
    }
}
