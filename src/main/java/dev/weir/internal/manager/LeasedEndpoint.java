package dev.weir.internal.manager;

import dev.weir.event.CloseCause;
import dev.weir.failure.PoolClosedException;
import dev.weir.internal.call.BrokenConnection;
import dev.weir.internal.call.Call;
import dev.weir.internal.call.CallPhase;
import dev.weir.internal.deadline.Alarms;
import dev.weir.internal.event.CallNotes;
import dev.weir.internal.http1.StrictHeads;
import dev.weir.internal.http1.TunnelResponse;
import dev.weir.internal.identity.BoundLogin;
import dev.weir.internal.identity.UserTokens;
import dev.weir.internal.keepalive.KeepAliveHint;
import dev.weir.internal.manager.Transport.Cut;
import dev.weir.internal.pool.BlockingConnection;
import dev.weir.internal.pool.Lease;
import dev.weir.internal.pool.RouteState;
import java.io.IOException;
import java.lang.ref.Reference;
import org.apache.hc.client5.http.ClientProtocolException;
import org.apache.hc.client5.http.EndpointInfo;
import org.apache.hc.client5.http.HttpRoute;
import org.apache.hc.client5.http.impl.ConnectionHolder;
import org.apache.hc.client5.http.io.ConnectionEndpoint;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.HttpConnection;
import org.apache.hc.core5.http.HttpEntity;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.http.HttpStatus;
import org.apache.hc.core5.http.Method;
import org.apache.hc.core5.http.RequestNotExecutedException;
import org.apache.hc.core5.http.impl.io.HttpRequestExecutor;
import org.apache.hc.core5.http.protocol.HttpContext;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.util.Identifiable;
import org.apache.hc.core5.util.Timeout;
import org.jspecify.annotations.Nullable;

/** Presents a lease as HttpClient's endpoint: carries the exchange and notes its result. */
final class LeasedEndpoint extends ConnectionEndpoint implements ConnectionHolder, Identifiable {

    /** What it presents. */
    final Lease lease;

    /**
     * The call for which it is connected and used; null if its client is not the pool's. Written by the thread that uses it,
     * read by one that cancels.
     */
    volatile @Nullable Call call;

    @SuppressWarnings("this-escape") // held weakly, and never called
    LeasedEndpoint(Lease lease) {
        this.lease = lease;
        lease.heldBy(this);
    }

    @Override
    public String getId() {
        return "lease-" + Integer.toHexString(System.identityHashCode(lease));
    }

    @Override
    public boolean isConnected() {
        BlockingConnection connection = lease.established();
        // HttpClient checks before each request of a call: a redirect, or a request that is sent again with
        // credentials. Without its tunnel, it asks to connect, and then opens that.
        return connection != null && connection.lookBetweenExchanges() && connection.isThrough();
    }

    @Override
    public void setSocketTimeout(Timeout timeout) {
        lease.openConnection().own().setSocketTimeout(timeout);
    }

    @Override
    @Deprecated
    @SuppressWarnings("InlineMeSuggester") // HttpClient's method, which we cannot inline
    public ClassicHttpResponse execute(
            String id, ClassicHttpRequest request, HttpRequestExecutor executor, HttpContext context)
            throws IOException, HttpException {
        return execute(id, request, executor::execute, context);
    }

    @Override
    public ClassicHttpResponse execute(
            String id, ClassicHttpRequest request, RequestExecutor executor, HttpContext context)
            throws IOException, HttpException {
        BlockingConnection connection = lease.openConnection();
        boolean isOfTunnel = Method.CONNECT.isSame(request.getMethod());
        if (!isOfTunnel) {
            // If a tunnel broke after HttpClient's last look, it has connected again, but to the proxy only.
            if (!connection.isAtTarget()) {
                throw new RequestNotExecutedException();
            }
            lease.sends(connection);
            lease.sending(request.getMethod(), request.getPath());
        }
        Cut tunnel = isOfTunnel
                ? new Cut(() -> connection.own().close(CloseMode.IMMEDIATE), connection.route.policy().connect)
                : null;
        CallNotes facts = isOfTunnel ? null : CallNotes.of(context);
        if (facts == null) {
            return exchange(request, executor, connection, context, tunnel, null);
        }
        lease.describe(facts, connection, connection.uses());
        try {
            return exchange(request, executor, connection, context, null, facts);
        } catch (Throwable e) {
            facts.failed(e, System.nanoTime());
            throw e;
        }
    }

    private ClassicHttpResponse exchange(
            ClassicHttpRequest request,
            RequestExecutor executor,
            BlockingConnection connection,
            HttpContext context,
            @Nullable Cut tunnel,
            @Nullable CallNotes facts)
            throws IOException, HttpException {
        HttpRoute route = connection.route.route;
        UserTokens.forget(context);
        if (BoundLogin.isPartOf(route, request, context)) {
            connection.loggedIn();
        }
        boolean isOfTunnel = tunnel != null;
        if (tunnel != null) { // a part of connecting
            Alarms.shared().set(tunnel);
            connection.own().setSocketTimeout(Timeout.DISABLED);
        }
        Call of = Call.of(context);
        call = of;
        Call told = isOfTunnel ? null : of;
        connection.beginExchange(told);
        if (told != null) {
            told.beginExchange();
            told.enter(request.getEntity() == null ? CallPhase.RESPONSE : CallPhase.REQUEST);
        }
        try {
            ClassicHttpResponse response = executor.execute(request, connection.own(), context);
            if (isOfTunnel) {
                connection.tunnelled(response.getCode());
                TunnelResponse.check(request, response, route);
                if (response.getCode() == HttpStatus.SC_OK) {
                    refusePlaintext(connection); // HttpClient looks at it before it secures it
                }
            } else {
                connection.lessons.answered(response.getCode(), context);
                if (told != null) {
                    BoundLogin.ignoreChallengeOfOrigin(response, route, context);
                    told.answered();
                }
            }
            boolean isLast = KeepAliveHint.isLast(response);
            connection.lessons.answered();
            connection.hinted(KeepAliveHint.of(response));
            CloseCause ifClosed = isOfTunnel ? CloseCause.ERROR : CloseCause.BODY_NOT_CONSUMED;
            connection.suspect(isLast ? CloseCause.SERVER_CLOSE_HEADER : ifClosed);
            if (StrictHeads.isAmbiguous(response)) {
                connection.doom(CloseCause.PROTOCOL_ERROR);
            }
            return watched(response, connection, told, facts);
        } catch (IOException e) {
            boolean isLate = tunnel != null && tunnel.happened;
            RouteState to = connection.route;
            throw ended(isLate ? ConnectTimeouts.of(to, to.policy().connect, e) : e, connection, context);
        } catch (HttpException e) {
            failed(e, connection);
            throw connection.route.named(e);
        } catch (RuntimeException | Error e) {
            failed(e, connection);
            if (e instanceof Error) {
                lease.abandon(); // HttpClient forgets the connection, and closes its manager instead
            }
            throw e;
        } finally {
            if (tunnel != null) {
                Alarms.shared().off(tunnel);
                connection.own().setSocketTimeout(connection.route.policy().read);
            }
            connection.endExchange();
            Reference.reachabilityFence(this); // or it might be collected while it works
        }
    }

    /** Refuses a connection on which the peer has sent something before TLS begins, and closes it. */
    static void refusePlaintext(BlockingConnection connection) throws ClientProtocolException {
        // No request is outstanding. A socket that this side has closed looks like one with data.
        boolean hasData = connection.own().hasBuffered() || connection.own().hasArrived();
        if (hasData && !connection.isClosed()) {
            connection.end(CloseCause.UNSOLICITED_BYTES);
            HttpRoute route = connection.route.route;
            HttpHost proxy = route.getProxyHost();
            throw Transport.plaintext(
                    proxy == null ? "The server" : "Proxy " + proxy.toURI(),
                    route.getTargetHost().toURI() + "; they could be taken for the response");
        }
    }

    private IOException ended(IOException cause, BlockingConnection connection, HttpContext context) {
        IOException failure = ChannelFailures.asOfSocket(cause, connection);
        PoolClosedException end = lease.endedWithPool(failure);
        if (end != null) {
            throw end;
        }
        connection.lessons.failed(failure, context);
        failed(failure, connection);
        return connection.route.named(failure);
    }

    private static void failed(Throwable failure, BlockingConnection connection) {
        connection.failed(failure);
        connection.suspect(BrokenConnection.closeCause(failure, connection.uses() > 1));
    }

    private ClassicHttpResponse watched(
            ClassicHttpResponse response,
            BlockingConnection connection,
            @Nullable Call told,
            @Nullable CallNotes facts) {
        if (facts != null) {
            facts.answered(response.getCode(), System.nanoTime());
        }
        HttpEntity body = response.getEntity();
        if (body != null) {
            response.setEntity(new WatchedBody(body, connection, lease, told, facts));
            return response;
        }
        connection.answered();
        if (facts != null) {
            facts.ended(System.nanoTime());
        }
        return response;
    }

    @Override
    public @Nullable EndpointInfo getInfo() {
        BlockingConnection connection = lease.connection();
        return connection == null || !connection.isOpen()
                ? null
                : new EndpointInfo(
                        connection.own().getProtocolVersion(), connection.own().getSSLSession());
    }

    @Override
    public @Nullable HttpConnection get() {
        BlockingConnection connection = lease.connection();
        return connection == null ? null : connection.own();
    }

    @Override
    public void close(CloseMode mode) {
        // HttpClient does not say why it closes. Without a call of ours, any thread but the holder's closes because the
        // request is canceled.
        BlockingConnection connection = lease.connection();
        Call of = call;
        CloseCause cause = of != null ? of.endedBy() : lease.isHeldByThisThread() ? null : CloseCause.CANCELLED;
        if (connection != null && cause != null) {
            connection.doom(cause);
        }
        lease.close(mode);
    }

    @Override
    public void close() {
        lease.close(CloseMode.GRACEFUL);
    }
}
