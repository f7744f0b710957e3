package dev.weir.internal.client;

import dev.weir.internal.call.LeaseRequirements;
import dev.weir.internal.manager.LeasedEndpoint;
import dev.weir.internal.manager.PendingEndpoint;
import dev.weir.internal.manager.PoolManager;
import java.io.IOException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;
import org.apache.hc.client5.http.EndpointInfo;
import org.apache.hc.client5.http.HttpRoute;
import org.apache.hc.client5.http.classic.ExecRuntime;
import org.apache.hc.client5.http.config.RequestConfig;
import org.apache.hc.client5.http.impl.classic.RequestFailedException;
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

    // The endpoint of a pool is recognized by its lease.
    private static final String NO_ID = "";

    private static final AtomicReferenceFieldUpdater<LeaseRuntime, @Nullable LeasedEndpoint> ENDPOINT =
            AtomicReferenceFieldUpdater.newUpdater(LeaseRuntime.class, LeasedEndpoint.class, "endpoint");

    private final PoolManager manager;
    private final HttpRequestExecutor executor;
    // Cancels the call; null if nothing can.
    private final @Nullable CancellableDependency owner;

    // Taken by the thread that releases or discards it.
    private volatile @Nullable LeasedEndpoint endpoint;

    // Written by the thread of the call before it hands the response out; read by the thread that gives the connection
    // back.
    private boolean isReusable;
    private @Nullable Object state;
    private TimeValue validFor = TimeValue.NEG_ONE_MILLISECOND;

    LeaseRuntime(PoolManager manager, HttpRequestExecutor executor, @Nullable CancellableDependency owner) {
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
        acquire(manager.lease(id, route, patience, newState), patience);
    }

    /** Waits for a connection that was requested, for a call that has none, and returns it. */
    final LeasedEndpoint acquire(PendingEndpoint request, Timeout patience) throws IOException {
        dependOn(request);
        LeasedEndpoint acquired = await(request, patience);
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

    private static LeasedEndpoint await(PendingEndpoint request, Timeout patience) throws IOException {
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

    private LeasedEndpoint held() {
        LeasedEndpoint held = endpoint;
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
        LeasedEndpoint held = endpoint;
        return held != null && held.isConnected();
    }

    @Override
    public void connectEndpoint(HttpClientContext context) throws IOException {
        connect(held(), context);
    }

    /** Establishes the connection that the call holds, unless it is. */
    @SuppressWarnings("deprecation") // a request may still have a connect timeout, which HttpClient honors
    final void connect(LeasedEndpoint held, HttpClientContext context) throws IOException {
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
        LeasedEndpoint held = endpoint;
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
        LeasedEndpoint held = held();
        connect(held, context);
        return send(held, request, informed, context);
    }

    /** Sends a request on the established connection that the call holds, and receives the head of the response. */
    final ClassicHttpResponse send(
            LeasedEndpoint held,
            ClassicHttpRequest request,
            @Nullable HttpResponseInformationCallback informed,
            HttpClientContext context)
            throws IOException, HttpException {
        refuseIfAborted();
        RequestConfig config = context.getRequestConfigOrDefault();
        if (config.getResponseTimeout() != null) {
            held.setSocketTimeout(config.getResponseTimeout());
        }
        return held.execute(
                NO_ID,
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
        LeasedEndpoint held = endpoint;
        if (held != null) {
            held.close();
        }
    }

    @Override
    public void releaseEndpoint() {
        LeasedEndpoint held = taken();
        if (held == null) {
            return;
        }
        if (isReusable) {
            held.release(state, LeaseRequirements.keptNanos(validFor));
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
        LeasedEndpoint held = taken();
        if (held != null) {
            discard(held);
        }
        return held != null;
    }

    private @Nullable LeasedEndpoint taken() {
        return endpoint == null ? null : ENDPOINT.getAndSet(this, null);
    }

    private static void discard(LeasedEndpoint held) {
        try {
            held.close(CloseMode.IMMEDIATE);
        } finally {
            held.release(null, 0);
        }
    }

    @Override
    public ExecRuntime fork(CancellableDependency newOwner) {
        return new Fork(manager, executor, newOwner);
    }

    private static final class Fork extends LeaseRuntime {

        Fork(PoolManager manager, HttpRequestExecutor executor, @Nullable CancellableDependency owner) {
            super(manager, executor, owner);
        }
    }
}
