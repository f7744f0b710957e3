package dev.weir.internal.client;

import dev.weir.failure.NoThreadException;
import dev.weir.failure.TotalTimeoutException.Phase;
import dev.weir.internal.manager.LeasedEndpoint;
import dev.weir.internal.pool.RouteState;
import java.io.Closeable;
import java.io.IOException;
import java.io.InterruptedIOException;
import org.apache.hc.client5.http.EndpointInfo;
import org.apache.hc.client5.http.HttpRoute;
import org.apache.hc.client5.http.classic.ExecChain;
import org.apache.hc.client5.http.impl.ConnectionShutdownException;
import org.apache.hc.client5.http.impl.classic.CloseableDelegate;
import org.apache.hc.client5.http.impl.classic.CloseableHttpResponse;
import org.apache.hc.client5.http.protocol.HttpClientContext;
import org.apache.hc.core5.concurrent.CancellableDependency;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.HttpConnection;
import org.apache.hc.core5.http.HttpEntity;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.HttpResponse;
import org.apache.hc.core5.http.HttpStatus;
import org.apache.hc.core5.http.protocol.HttpContext;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.util.Timeout;
import org.jspecify.annotations.Nullable;

/**
 * One call on the straight way: deadline, lease, connection, head, body, release. A response that needs further steps (a
 * redirect, a challenge, a status to retry, a coded body), and a failure, continue in HttpClient's chain, which gets the
 * outcome of this exchange as its own: nothing is sent twice. For the thread of the call, except that any thread may discard
 * its connection.
 */
final class StraightCall extends LeaseRuntime implements CloseableDelegate {

    private final StraightParts parts;
    private final HttpRoute route;
    // What the pool knows of the route, so that it need not look that up again.
    private final RouteState state;
    private final ClassicHttpRequest original;
    private final HttpClientContext context;
    // Null: the call has no limit.
    private final @Nullable CallDeadline deadline;

    StraightCall(
            StraightParts parts,
            HttpRoute route,
            RouteState state,
            ClassicHttpRequest original,
            HttpClientContext context,
            @Nullable CallDeadline deadline) {
        super(parts.manager, parts.executor, deadline != null ? deadline : cancellable(original));
        this.parts = parts;
        this.route = route;
        this.state = state;
        this.original = original;
        this.context = context;
        this.deadline = deadline;
    }

    private static @Nullable CancellableDependency cancellable(ClassicHttpRequest request) {
        return request instanceof CancellableDependency dependency ? dependency : null;
    }

    /** Executes the call. The response holds its connection until its body is read to the end, or it is closed. */
    CloseableHttpResponse execute() throws IOException, HttpException {
        begin();
        boolean isAnswered = false;
        try {
            ClassicHttpRequest request = parts.requests.toBeSent(original, context);
            CloseableHttpResponse response = CloseableHttpResponse.adapt(answered(request));
            isAnswered = true;
            return response;
        } catch (IOException | RuntimeException e) {
            throw meaning(Aborted.meaning(e, isExecutionAborted()));
        } finally {
            if (!isAnswered) {
                end();
            }
        }
    }

    private void begin() throws NoThreadException {
        Repeats.begin(context);
        CallLimit.running(context, deadline);
        context.setRedirectLocations(null);
        if (deadline != null) {
            if (original instanceof CancellableDependency caller) {
                caller.setDependency(deadline);
            }
            deadline.start();
        }
    }

    private void end() {
        if (deadline != null) {
            deadline.stop();
        }
        discardEndpoint();
    }

    private IOException meaning(Exception failure) {
        if (deadline != null) {
            return deadline.ended(failure);
        }
        if (failure instanceof RuntimeException unchecked) {
            throw unchecked;
        }
        return (IOException) failure;
    }

    private ClassicHttpResponse answered(ClassicHttpRequest request) throws IOException, HttpException {
        if (route.getProxyHost() != null || route.getUnixDomainSocket() != null) {
            return bounded(continued(request, Outcome.none()));
        }
        ClassicHttpResponse response;
        try {
            response = exchanged(request);
        } catch (IOException e) {
            return bounded(continued(request, Outcome.of(e)));
        }
        return isFinal(response) ? releasing(response) : bounded(continued(request, Outcome.of(held(response))));
    }

    // No step of the chain needs to act on it.
    private static boolean isFinal(ClassicHttpResponse response) {
        HttpEntity body = response.getEntity();
        boolean isSuccess =
                response.getCode() >= HttpStatus.SC_SUCCESS && response.getCode() < HttpStatus.SC_REDIRECTION;
        return isSuccess && (body == null || body.getContentEncoding() == null);
    }

    private ClassicHttpResponse continued(ClassicHttpRequest request, Outcome outcome)
            throws IOException, HttpException {
        ExecChain.Scope scope = new ExecChain.Scope(context.getExchangeId(), route, original, this, context);
        return parts.continuation.after(outcome, request, scope);
    }

    private ClassicHttpResponse exchanged(ClassicHttpRequest request) throws IOException, HttpException {
        try {
            LeasedEndpoint connected = connected(request);
            Sending.note(request, deadline);
            return sent(connected, request);
        } catch (IOException | HttpException | RuntimeException e) {
            discardEndpoint();
            throw e;
        }
    }

    private LeasedEndpoint connected(ClassicHttpRequest request) throws IOException {
        Object wish = parts.requests.wish(request, route, context);
        Timeout patience = context.getRequestConfigOrDefault().getConnectionRequestTimeout();
        LeasedEndpoint acquired = acquire(parts.manager.lease(state, patience, wish), patience);
        connect(acquired, context);
        EndpointInfo info = route.isSecure() ? getEndpointInfo() : null;
        context.setSSLSession(info == null ? null : info.getSslSession());
        return acquired;
    }

    private ClassicHttpResponse sent(LeasedEndpoint connected, ClassicHttpRequest request)
            throws IOException, HttpException {
        try {
            ExchangeRules rules = parts.rules;
            rules.prepare(route, request, context);
            ClassicHttpResponse response = send(connected, request, this::informed, context);
            rules.settle(route, request, response, context, this);
            return response;
        } catch (ConnectionShutdownException e) {
            InterruptedIOException failure = new InterruptedIOException("Connection has been shut down");
            failure.initCause(e);
            throw failure;
        }
    }

    private void informed(HttpResponse interim, HttpConnection connection, HttpContext ignored) throws HttpException {
        if (interim.getCode() != HttpStatus.SC_SWITCHING_PROTOCOLS) {
            return;
        }
        TlsUpgrade.check(interim);
        try {
            upgradeTls(context);
        } catch (IOException e) {
            throw new HttpException("Failure upgrading to TLS", e);
        }
    }

    private ClassicHttpResponse held(ClassicHttpResponse response) {
        if (isStreamed(response.getEntity())) {
            return CloseableHttpResponse.create(response, this);
        }
        releaseEndpoint();
        return CloseableHttpResponse.adapt(response);
    }

    private static boolean isStreamed(@Nullable HttpEntity body) {
        return body != null && body.isStreaming();
    }

    // Without a step in between, the body that gives the connection back also observes the deadline.
    private ClassicHttpResponse releasing(ClassicHttpResponse response) throws IOException {
        HttpEntity body = response.getEntity();
        if (!isStreamed(body)) {
            return bounded(held(response));
        }
        boolean isLimited = parts.limit != null;
        response.setEntity(new ReleasingBody(body, this, isLimited ? null : deadline));
        ClassicHttpResponse streamed = CloseableHttpResponse.create(response, this);
        if (isLimited) {
            return bounded(streamed);
        }
        if (deadline != null) {
            deadline.enter(Phase.BODY);
        }
        return streamed;
    }

    private ClassicHttpResponse bounded(ClassicHttpResponse response) throws IOException {
        HttpEntity body = response.getEntity();
        SizeLimit limit = parts.limit;
        if (body != null && limit != null) {
            body = LimitedBody.of(body, limit, this::discardEndpoint);
            response.setEntity(body);
        }
        if (!isStreamed(body)) {
            end();
        } else if (deadline != null) {
            deadline.enter(Phase.BODY);
            response.setEntity(new DeadlineEntity(body, deadline));
        }
        return response;
    }

    /** Ends the exchange with its response, reading the rest of the body if that is cheap. */
    @Override
    public void close(Closeable response, CloseMode mode) throws IOException {
        try {
            if (mode == CloseMode.GRACEFUL) {
                response.close();
            }
            disconnectEndpoint();
        } finally {
            cancel();
        }
    }
}
