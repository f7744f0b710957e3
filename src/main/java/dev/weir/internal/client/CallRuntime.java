package dev.weir.internal.client;

import dev.weir.engine.LeaseTerms;
import dev.weir.failure.TotalTimeoutException.Phase;
import dev.weir.internal.call.LeaseRequirements;
import org.apache.hc.client5.http.EndpointInfo;
import org.apache.hc.client5.http.HttpRoute;
import org.apache.hc.client5.http.async.AsyncExecRuntime;
import org.apache.hc.client5.http.protocol.HttpClientContext;
import org.apache.hc.core5.concurrent.Cancellable;
import org.apache.hc.core5.concurrent.FutureCallback;
import org.apache.hc.core5.http.nio.AsyncClientExchangeHandler;
import org.apache.hc.core5.util.TimeValue;
import org.jspecify.annotations.Nullable;

/**
 * HttpClient's runtime of an asynchronous call. It also tells the deadline what the call is doing, and leases connections on
 * the terms of the call.
 */
final class CallRuntime implements AsyncExecRuntime {

    private final AsyncExecRuntime delegate;
    // Null: the call has none, or an outer runtime tells it.
    private final @Nullable CallDeadline deadline;
    private final LeaseTerms terms;

    CallRuntime(AsyncExecRuntime delegate, @Nullable CallDeadline deadline, LeaseTerms terms) {
        this.delegate = delegate;
        this.deadline = deadline;
        this.terms = terms;
    }

    @Override
    public Cancellable acquireEndpoint(
            String id,
            HttpRoute route,
            @Nullable Object state,
            HttpClientContext context,
            FutureCallback<AsyncExecRuntime> callback) {
        if (deadline != null) {
            deadline.enter(Phase.QUEUE);
        }
        return delegate.acquireEndpoint(id, route, LeaseRequirements.of(state, terms), context, new Own(callback));
    }

    @Override
    public Cancellable connectEndpoint(HttpClientContext context, FutureCallback<AsyncExecRuntime> callback) {
        if (deadline != null) {
            deadline.enter(Phase.CONNECT);
        }
        return delegate.connectEndpoint(context, new Own(callback));
    }

    @Override
    public Cancellable execute(String id, AsyncClientExchangeHandler handler, HttpClientContext context) {
        if (deadline != null) {
            deadline.enter(Phase.RESPONSE); // or it is being sent: both go on at the same time
        }
        return delegate.execute(id, handler, context);
    }

    @Override
    public boolean isEndpointAcquired() {
        return delegate.isEndpointAcquired();
    }

    @Override
    public void releaseEndpoint() {
        delegate.releaseEndpoint();
    }

    @Override
    public void discardEndpoint() {
        delegate.discardEndpoint();
    }

    @Override
    public boolean isEndpointConnected() {
        return delegate.isEndpointConnected();
    }

    @Override
    public void disconnectEndpoint() {
        delegate.disconnectEndpoint();
    }

    @Override
    public void upgradeTls(HttpClientContext context) {
        delegate.upgradeTls(context);
    }

    @Override
    public void upgradeTls(HttpClientContext context, @Nullable FutureCallback<AsyncExecRuntime> callback) {
        delegate.upgradeTls(context, callback == null ? null : new Own(callback));
    }

    @Override
    public @Nullable EndpointInfo getEndpointInfo() {
        return delegate.getEndpointInfo();
    }

    @Override
    public boolean validateConnection() {
        return delegate.validateConnection();
    }

    @Override
    public void markConnectionReusable(@Nullable Object state, TimeValue validityTime) {
        delegate.markConnectionReusable(state, validityTime);
    }

    @Override
    public void markConnectionNonReusable() {
        delegate.markConnectionNonReusable();
    }

    @Override
    public AsyncExecRuntime fork() {
        return new CallRuntime(delegate.fork(), deadline, terms);
    }

    /** Goes on with this runtime, not with the inner one. */
    private final class Own implements FutureCallback<AsyncExecRuntime> {
        private final FutureCallback<AsyncExecRuntime> callback;

        Own(FutureCallback<AsyncExecRuntime> callback) {
            this.callback = callback;
        }

        @Override
        public void completed(AsyncExecRuntime ignored) {
            callback.completed(CallRuntime.this);
        }

        @Override
        public void failed(Exception cause) {
            callback.failed(cause);
        }

        @Override
        public void cancelled() {
            callback.cancelled();
        }
    }
}
