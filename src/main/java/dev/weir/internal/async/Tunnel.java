package dev.weir.internal.async;

import dev.weir.config.Protocol;
import dev.weir.internal.callback.CallbackExecutor;
import dev.weir.internal.callback.CallerErrors;
import dev.weir.internal.http1.TunnelResponse;
import java.nio.channels.CancelledKeyException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.hc.client5.http.HttpRoute;
import org.apache.hc.client5.http.nio.AsyncConnectionEndpoint;
import org.apache.hc.core5.concurrent.CallbackContribution;
import org.apache.hc.core5.concurrent.FutureCallback;
import org.apache.hc.core5.http.ConnectionClosedException;
import org.apache.hc.core5.http2.ssl.ApplicationProtocol;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.net.NamedEndpoint;
import org.apache.hc.core5.reactor.ProtocolIOSession;
import org.apache.hc.core5.reactor.ssl.TransportSecurityLayer;
import org.jspecify.annotations.Nullable;

/** Adds TLS to a connection that leads through a proxy, and whatever protocol the two ends agree on. */
final class Tunnel implements FutureCallback<TransportSecurityLayer> {

    private final Protocol protocol;
    private final AsyncTransport how;
    private final StreamEndpoint endpoint;
    private final @Nullable FutureCallback<AsyncConnectionEndpoint> callback;
    private final AsyncConnection connection;
    private final ProtocolIOSession session;
    private final long startNanos = System.nanoTime();

    private final AtomicBoolean over = new AtomicBoolean();

    // Written by the thread of the connection.
    private volatile boolean isSecured;

    Tunnel(
            AsyncPoolManager manager,
            StreamEndpoint endpoint,
            @Nullable FutureCallback<AsyncConnectionEndpoint> callback) {
        this.endpoint = endpoint;
        this.callback = callback == null ? null : EndpointFuture.surviving(callback);
        this.connection = (AsyncConnection) endpoint.lease.openConnection();
        this.session = connection.openSession();
        this.protocol = connection.route.policy().protocol;
        this.how = manager.transportThrough(connection);
    }

    void secure() {
        HttpRoute route = endpoint.lease.route();
        NamedEndpoint name = route.getTargetName() != null ? route.getTargetName() : route.getTargetHost();
        // HttpCore does not tell of a handshake whose connection is closed on this side, or ends with its thread.
        connection.onEnd(() -> CallbackExecutor.run(() -> failed(connection.endOfExchange(true))));
        try {
            connection.startTls(how, name, this);
        } catch (CancelledKeyException e) {
            failed(e);
        } catch (RuntimeException | Error e) {
            end(); // the exception tells the caller
            throw e;
        }
    }

    // Whichever comes first: its result, or its end with the connection.
    private boolean end() {
        boolean isFirst = over.compareAndSet(false, true);
        if (isFirst) {
            connection.onEnd(() -> {});
        }
        return isFirst;
    }

    // HttpCore has forgotten its callback by then: a failure that it sees is told to no caller.
    @Override
    public void completed(TransportSecurityLayer ignored) {
        if (over.get()) {
            return;
        }
        try {
            secured();
        } catch (Throwable e) {
            failed(CallerErrors.asException(e));
        }
    }

    private void secured() {
        isSecured = true;
        connection.timeline().tunnelled(startNanos);
        connection.timeline().secured();
        connection.upgraded(startNanos, null);
        if (connection.hasAgreedOnHttp2()) {
            connection.multiplexed = true;
            session.switchProtocol(ApplicationProtocol.HTTP_2.id, new CallbackContribution<>(this) {
                @Override
                public void completed(ProtocolIOSession switched) {
                    ready();
                }
            });
        } else if (protocol == Protocol.HTTP_2) {
            failed(AsyncDial.withoutHttp2(endpoint.lease.route()));
        } else {
            ready();
        }
    }

    private void ready() {
        if (end() && callback != null) {
            callback.completed(endpoint);
        }
    }

    @Override
    public void failed(Exception cause) {
        if (!end()) {
            return;
        }
        // HttpCore finds the socket closed, which this side has done.
        Exception why = cause instanceof CancelledKeyException ? connection.endOfExchange(true) : cause;
        try {
            if (!isSecured) {
                connection.upgraded(startNanos, why);
            }
        } finally { // in any case: nothing else does
            session.close(CloseMode.IMMEDIATE);
            tell(why);
        }
    }

    private void tell(Exception cause) {
        if (callback != null) {
            boolean isPlaintext = connection.http1.failure != null;
            callback.failed(isPlaintext ? TunnelResponse.followedByPlaintext(endpoint.lease.route()) : cause);
        }
    }

    @Override
    public void cancelled() {
        failed(new ConnectionClosedException("The TLS handshake was canceled"));
    }
}
