package dev.weir.internal.async;

import dev.weir.internal.call.Call;
import dev.weir.internal.call.CallPhase;
import dev.weir.internal.event.CallNotes;
import dev.weir.internal.identity.BoundLogin;
import dev.weir.internal.identity.SharedLoginException;
import dev.weir.internal.identity.UserTokens;
import dev.weir.internal.pool.SharedConnection;
import dev.weir.internal.pool.StreamLease;
import java.lang.ref.Reference;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.hc.client5.http.EndpointInfo;
import org.apache.hc.client5.http.config.RequestConfig;
import org.apache.hc.client5.http.impl.ConnectionHolder;
import org.apache.hc.client5.http.nio.AsyncConnectionEndpoint;
import org.apache.hc.client5.http.protocol.HttpClientContext;
import org.apache.hc.core5.http.HttpConnection;
import org.apache.hc.core5.http.RequestNotExecutedException;
import org.apache.hc.core5.http.nio.AsyncClientExchangeHandler;
import org.apache.hc.core5.http.nio.AsyncPushConsumer;
import org.apache.hc.core5.http.nio.HandlerFactory;
import org.apache.hc.core5.http.protocol.HttpContext;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.util.Identifiable;
import org.apache.hc.core5.util.Timeout;
import org.jspecify.annotations.Nullable;

/**
 * A lease, as HttpClient's endpoint. Closing it ends its own exchange; the connection only if no other exchange uses it.
 * Thread-safe.
 */
final class StreamEndpoint extends AsyncConnectionEndpoint implements ConnectionHolder, Identifiable {

    final StreamLease lease;
    private final AtomicReference<@Nullable StreamExchange> exchange = new AtomicReference<>();

    // Written by the caller before the exchange begins.
    private volatile long readNanos;

    // Written by the caller before the exchange begins; see isOfFullClient.
    private volatile boolean isOfFullClient;

    StreamEndpoint(StreamLease lease) {
        this.lease = lease;
        this.readNanos = lease.routeState().policy().read.toNanoseconds();
    }

    @Override
    public String getId() {
        return "lease-" + Integer.toHexString(System.identityHashCode(lease));
    }

    @Override
    public void execute(
            String id,
            AsyncClientExchangeHandler handler,
            @Nullable HandlerFactory<AsyncPushConsumer> pushes,
            HttpContext context) {
        Call call = Call.of(context);
        if (call != null) {
            call.beginExchange(); // whatever becomes of it, a challenge before it is no response for the caller
        }
        AsyncConnection connection = (AsyncConnection) lease.connection();
        if (connection == null) {
            refuse(handler, new RequestNotExecutedException());
            return;
        }
        boolean isMultiplexed = connection.multiplexed;
        if (isMultiplexed
                && BoundLogin.hasAuthExchanges(HttpClientContext.cast(context))
                && BoundLogin.isInContext(lease.route(), null, context)) {
            refuse(handler, new SharedLoginException(lease.route().getTargetHost()));
            return;
        }
        CallNotes facts = CallNotes.of(context);
        if (facts != null) {
            lease.describe(facts, connection, connection.uses() + 1);
        }
        UserTokens.forget(context);
        context.setProtocolVersion(connection.getProtocolVersion());
        StreamExchange begun =
                new StreamExchange(connection, handler, facts, pushes, context, lease, readNanos(connection, context));
        isOfFullClient = isOfFullClient(context);
        begun.completesHeaders = !isOfFullClient;
        if (call != null) {
            call.event(connection.endOfEvent);
            call.enter(CallPhase.RESPONSE); // or it is being sent: both go on at the same time
        }
        exchange.set(begun);
        try {
            connection.submit(begun);
        } finally {
            Reference.reachabilityFence(this); // until then nothing else shows that the lease is in use
        }
    }

    // HttpClient's full client, which sends requests with all their headers, prepares the context for logins; its
    // minimal client does not.
    private static boolean isOfFullClient(HttpContext context) {
        return HttpClientContext.cast(context).getAuthSchemeRegistry() != null;
    }

    private static void refuse(AsyncClientExchangeHandler handler, Exception cause) {
        handler.failed(cause);
        handler.releaseResources();
    }

    // HttpClient applies the settings of a request only to connections with one stream.
    private long readNanos(AsyncConnection connection, HttpContext context) {
        if (!connection.isThrough()) { // for the response to CONNECT, a part of connecting
            return connection.route.policy().connect.toNanoseconds();
        }
        RequestConfig config =
                connection.multiplexed ? HttpClientContext.cast(context).getRequestConfig() : null;
        Timeout asked = config == null ? null : config.getResponseTimeout();
        return asked == null ? readNanos : Math.max(0, asked.toNanoseconds());
    }

    @Override
    public boolean isConnected() {
        SharedConnection connection = lease.connection();
        return lease.isConnected() && connection != null && connection.isThrough();
    }

    @Override
    public void setSocketTimeout(@Nullable Timeout timeout) {
        if (timeout != null) {
            readNanos = Math.max(0, timeout.toNanoseconds());
        }
    }

    @Override
    public void close(CloseMode mode) {
        // A dial belongs to all callers that wait for it; the release of the last of them ends it.
        StreamExchange ending = exchange.get();
        AsyncConnection connection = (AsyncConnection) lease.connection();
        if (connection != null && connection.isDialOver() && connection.isOpen()) {
            if (ending != null && ending.isUnderWay()) {
                connection.cancelled(ending.call); // HttpClient may report it in no other way
            }
            if (!connection.multiplexed) {
                connection.close(mode);
            }
        }
        if (ending != null) {
            ending.end.abandon();
        }
    }

    /** Ends the exchange because the caller no longer wants a response, if canceling its lease means that. */
    boolean cancel() {
        StreamExchange ending = exchange.get();
        if (ending == null || !isOfFullClient) {
            return false;
        }
        ending.end.cancelledByCaller();
        return true;
    }

    @Override
    public @Nullable EndpointInfo getInfo() {
        AsyncConnection connection = (AsyncConnection) lease.connection();
        return connection == null || !connection.isOpen()
                ? null
                : new EndpointInfo(connection.getProtocolVersion(), connection.getSSLSession());
    }

    @Override
    public @Nullable HttpConnection get() {
        return lease.connection();
    }
}
