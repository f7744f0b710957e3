package dev.weir.internal.client;

import dev.weir.internal.pool.FullClient;
import java.io.InterruptedIOException;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.hc.client5.http.EndpointInfo;
import org.apache.hc.client5.http.HttpRoute;
import org.apache.hc.client5.http.async.AsyncExecRuntime;
import org.apache.hc.client5.http.config.RequestConfig;
import org.apache.hc.client5.http.impl.Operations;
import org.apache.hc.client5.http.nio.AsyncClientConnectionManager;
import org.apache.hc.client5.http.nio.AsyncConnectionEndpoint;
import org.apache.hc.client5.http.protocol.HttpClientContext;
import org.apache.hc.core5.concurrent.CallbackContribution;
import org.apache.hc.core5.concurrent.Cancellable;
import org.apache.hc.core5.concurrent.ComplexCancellable;
import org.apache.hc.core5.concurrent.FutureCallback;
import org.apache.hc.core5.http.HttpVersion;
import org.apache.hc.core5.http.nio.AsyncClientExchangeHandler;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.reactor.ConnectionInitiator;
import org.apache.hc.core5.util.TimeValue;
import org.jspecify.annotations.Nullable;

/**
 * The connection of one asynchronous call at a time: leased, established, used, given back. It does the work of HttpClient's
 * own runtime, which only HttpClient can create. Thread-safe.
 */
abstract class AsyncLeaseRuntime implements AsyncExecRuntime {

    // The pool makes connections on its own threads.
    private static final ConnectionInitiator UNUSED = (remote, address, local, timeout, attachment, callback) -> {
        throw new UnsupportedOperationException("The pool connects");
    };

    /** How a connection can be reused: for which user, and for how long. */
    private record Reuse(@Nullable Object state, TimeValue validFor) {}

    private final AsyncClientConnectionManager manager;
    private final AtomicReference<@Nullable AsyncConnectionEndpoint> endpoint = new AtomicReference<>();

    // Null: the connection cannot be reused. Written by the thread of the connection, read by the one that gives it
    // back.
    private volatile @Nullable Reuse reuse;

    AsyncLeaseRuntime(AsyncClientConnectionManager manager) {
        this.manager = manager;
    }

    @Override
    public boolean isEndpointAcquired() {
        return endpoint.get() != null;
    }

    @Override
    public Cancellable acquireEndpoint(
            String id,
            HttpRoute route,
            @Nullable Object state,
            HttpClientContext context,
            FutureCallback<AsyncExecRuntime> callback) {
        if (isEndpointAcquired()) {
            callback.completed(this);
            return Operations.nonCancellable();
        }
        return lease(route, state, context, new Acquired(callback));
    }

    /** Asks for a connection. */
    final Cancellable lease(
            HttpRoute route,
            @Nullable Object state,
            HttpClientContext context,
            FutureCallback<AsyncConnectionEndpoint> callback) {
        RequestConfig config = context.getRequestConfigOrDefault();
        return Operations.cancellable(manager.lease("", route, state, config.getConnectionRequestTimeout(), callback));
    }

    /** Holds a connection that was leased. */
    final void hold(AsyncConnectionEndpoint leased) {
        endpoint.set(leased);
    }

    private final class Acquired extends CallbackContribution<AsyncConnectionEndpoint> implements FullClient {
        private final FutureCallback<AsyncExecRuntime> callback;

        Acquired(FutureCallback<AsyncExecRuntime> callback) {
            super(callback);
            this.callback = callback;
        }

        @Override
        public void completed(AsyncConnectionEndpoint leased) {
            hold(leased);
            callback.completed(AsyncLeaseRuntime.this);
        }
    }

    private AsyncConnectionEndpoint held() {
        AsyncConnectionEndpoint held = endpoint.get();
        if (held == null) {
            throw new IllegalStateException("Endpoint not acquired / already released");
        }
        return held;
    }

    @Override
    public boolean isEndpointConnected() {
        AsyncConnectionEndpoint held = endpoint.get();
        return held != null && held.isConnected();
    }

    @Override
    @SuppressWarnings("deprecation") // a request may still have a connect timeout, which HttpClient honors
    public Cancellable connectEndpoint(HttpClientContext context, FutureCallback<AsyncExecRuntime> callback) {
        AsyncConnectionEndpoint held = held();
        if (held.isConnected()) {
            callback.completed(this);
            return Operations.nonCancellable();
        }
        RequestConfig config = context.getRequestConfigOrDefault();
        return Operations.cancellable(
                manager.connect(held, UNUSED, config.getConnectTimeout(), null, context, goingOn(callback)));
    }

    @Override
    public void upgradeTls(HttpClientContext context) {
        upgradeTls(context, null);
    }

    @Override
    public void upgradeTls(HttpClientContext context, @Nullable FutureCallback<AsyncExecRuntime> callback) {
        manager.upgrade(held(), null, context, callback == null ? null : goingOn(callback));
    }

    private CallbackContribution<AsyncConnectionEndpoint> goingOn(FutureCallback<AsyncExecRuntime> callback) {
        return new CallbackContribution<>(callback) {
            @Override
            public void completed(AsyncConnectionEndpoint connected) {
                callback.completed(AsyncLeaseRuntime.this);
            }
        };
    }

    @Override
    public Cancellable execute(String id, AsyncClientExchangeHandler handler, HttpClientContext context) {
        if (isEndpointConnected()) {
            return send(handler, context);
        }
        ComplexCancellable exchange = new ComplexCancellable();
        exchange.setDependency(connectEndpoint(context, new FutureCallback<>() {
            @Override
            public void completed(AsyncExecRuntime connected) {
                try {
                    exchange.setDependency(send(handler, context));
                } catch (RuntimeException e) {
                    failed(e);
                }
            }

            @Override
            public void failed(Exception cause) {
                handler.failed(cause);
            }

            @Override
            public void cancelled() {
                handler.failed(new InterruptedIOException());
            }
        }));
        return exchange;
    }

    /** Begins an exchange on the connection, which is established. */
    final Cancellable send(AsyncClientExchangeHandler handler, HttpClientContext context) {
        AsyncConnectionEndpoint held = held();
        RequestConfig config = context.getRequestConfigOrDefault();
        if (config.getResponseTimeout() != null && !isMultiplexed(held.getInfo())) {
            held.setSocketTimeout(config.getResponseTimeout());
        }
        held.execute("", handler, null, context);
        return config.isHardCancellationEnabled() ? cancelling(handler) : Operations.nonCancellable();
    }

    private static Cancellable cancelling(AsyncClientExchangeHandler handler) {
        return () -> {
            handler.cancel();
            return true;
        };
    }

    private static boolean isMultiplexed(@Nullable EndpointInfo info) {
        return info != null && info.getProtocol().greaterEquals(HttpVersion.HTTP_2);
    }

    @Override
    public @Nullable EndpointInfo getEndpointInfo() {
        AsyncConnectionEndpoint held = endpoint.get();
        return held == null ? null : held.getInfo();
    }

    @Override
    public boolean validateConnection() {
        return isEndpointConnected();
    }

    @Override
    public void markConnectionReusable(@Nullable Object state, TimeValue validityTime) {
        reuse = new Reuse(state, validityTime);
    }

    @Override
    public void markConnectionNonReusable() {
        reuse = null;
    }

    @Override
    public void disconnectEndpoint() {
        AsyncConnectionEndpoint held = endpoint.get();
        if (held != null) {
            held.close(CloseMode.GRACEFUL);
        }
    }

    @Override
    public void releaseEndpoint() {
        AsyncConnectionEndpoint held = endpoint.getAndSet(null);
        Reuse how = reuse;
        if (held != null && how != null) {
            reuse = null;
            manager.release(held, how.state, how.validFor);
        } else if (held != null) {
            discard(held);
        }
    }

    @Override
    public void discardEndpoint() {
        AsyncConnectionEndpoint held = endpoint.getAndSet(null);
        if (held != null) {
            discard(held);
        }
    }

    private void discard(AsyncConnectionEndpoint held) {
        try {
            held.close(CloseMode.IMMEDIATE);
        } finally {
            manager.release(held, null, TimeValue.ZERO_MILLISECONDS);
        }
    }

    @Override
    public AsyncExecRuntime fork() {
        return new Fork(manager);
    }

    private static final class Fork extends AsyncLeaseRuntime {

        Fork(AsyncClientConnectionManager manager) {
            super(manager);
        }
    }
}
