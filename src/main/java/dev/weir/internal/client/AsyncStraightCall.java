package dev.weir.internal.client;

import dev.weir.engine.LeaseTerms;
import dev.weir.failure.TotalTimeoutException.Phase;
import dev.weir.internal.call.LeaseRequirements;
import dev.weir.internal.pool.FullClient;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.hc.client5.http.EndpointInfo;
import org.apache.hc.client5.http.HttpRoute;
import org.apache.hc.client5.http.async.AsyncExecCallback;
import org.apache.hc.client5.http.async.AsyncExecChain;
import org.apache.hc.client5.http.async.AsyncExecRuntime;
import org.apache.hc.client5.http.nio.AsyncConnectionEndpoint;
import org.apache.hc.client5.http.protocol.HttpClientContext;
import org.apache.hc.core5.concurrent.CallbackContribution;
import org.apache.hc.core5.concurrent.CancellableDependency;
import org.apache.hc.core5.concurrent.FutureCallback;
import org.apache.hc.core5.http.EntityDetails;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.HttpRequest;
import org.apache.hc.core5.http.HttpResponse;
import org.apache.hc.core5.http.HttpStatus;
import org.apache.hc.core5.http.nio.RequestChannel;
import org.apache.hc.core5.http.protocol.HttpContext;
import org.jspecify.annotations.Nullable;

/**
 * One asynchronous call on the straight way: deadline, lease, connection, head, body, release. It has no body to send. A
 * response that needs further steps (a redirect, a challenge, a status to retry, a coded body), and a failure, continue in
 * HttpClient's chain, which gets the outcome of this exchange as its own: nothing is sent twice. Thread-safe as far as
 * HttpClient's own exchange is: the thread of the connection delivers the response, any thread may end the call.
 */
final class AsyncStraightCall extends AsyncExchange implements FutureCallback<AsyncConnectionEndpoint>, FullClient {

    private final AsyncStraightParts parts;
    private final HttpRoute route;
    private final HttpRequest original;
    private final HttpRequest request;
    private final HttpClientContext context;
    // Null until it is known whether the chain handles the outcome.
    private final AtomicReference<@Nullable AsyncExecCallback> told = new AtomicReference<>();

    // An exchange has one end: no later event may make the chain repeat the request.
    private final AtomicBoolean isOver = new AtomicBoolean();

    // These three are written before the lease: what limits the call, null for nothing; what can cancel it; what is
    // told.
    private @Nullable CallDeadline deadline;
    private CancellableDependency owner;
    private @Nullable AsyncExecCallback caller;

    // Written by the thread of the connection.
    private volatile boolean isPastCancel;

    AsyncStraightCall(
            AsyncStraightParts parts,
            HttpRoute route,
            HttpRequest original,
            HttpClientContext context,
            CancellableDependency future) {
        super(parts.manager);
        this.parts = parts;
        this.route = route;
        this.original = original;
        this.request = parts.toBeSent(original, context);
        this.context = context;
        this.owner = future;
    }

    /**
     * Begins the call.
     *
     * @param end receives its result
     */
    void begin(AsyncExecCallback end) throws HttpException, IOException {
        Repeats.begin(context);
        CallTerms terms = parts.terms;
        long totalNanos = terms.totalNanos(route, context);
        if (totalNanos == CallLimit.NONE) {
            CallLimit.running(context, null);
            caller = new NamingCallback(end, terms.failures(), route);
            proceed();
        } else {
            AsyncCall limited = new AsyncCall(terms, route, context, this, totalNanos, end);
            CallDeadline limit = limited.deadline;
            CallLimit.running(context, limit);
            deadline = limit;
            CancellableDependency future = owner;
            owner = limit;
            caller = limited;
            limited.begin(future, this::proceed);
        }
    }

    private AsyncExecCallback caller() {
        return Objects.requireNonNull(caller);
    }

    private void proceed() throws HttpException, IOException {
        if (route.getProxyHost() == null && route.getUnixDomainSocket() == null) {
            lease();
        } else {
            parts.continuation.execute(AsyncStraightParts.copy(original), scope(), caller());
        }
    }

    private void lease() {
        if (context.getUserToken() != null) { // nor has a user logged in, or the call would go through the chain
            parts.tokens.renew(route, original, context);
        }
        LeaseTerms terms = parts.termsFor(original, route);
        Object token = context.getUserToken();
        // As in HttpClient's chain: the lease, too, can cancel whatever has begun meanwhile.
        owner.setDependency(
                lease(route, terms == LeaseTerms.ANY ? token : LeaseRequirements.of(token, terms), context, this));
    }

    /** Goes on with the connection that was asked for. */
    @Override
    public void completed(AsyncConnectionEndpoint leased) {
        hold(leased);
        if (leased.isConnected()) {
            exchange();
        } else {
            connect();
        }
    }

    private void connect() {
        if (deadline != null) {
            deadline.enter(Phase.CONNECT);
        }
        try {
            owner.setDependency(connectEndpoint(context, new CallbackContribution<>(this) {
                @Override
                public void completed(AsyncExecRuntime connected) {
                    connected();
                }
            }));
        } catch (RuntimeException e) {
            failed(e);
        }
    }

    private void connected() {
        EndpointInfo info = getEndpointInfo();
        if (info != null) {
            context.setSSLSession(info.getSslSession());
        }
        exchange();
    }

    private void exchange() {
        if (deadline != null) {
            deadline.enter(Phase.RESPONSE); // or it is being sent: both go on at the same time
        }
        try {
            owner.setDependency(send(this, context));
        } catch (RuntimeException e) {
            failed(e);
        }
    }

    @Override
    public void produceRequest(RequestChannel channel, HttpContext ignored) throws HttpException, IOException {
        parts.rules.prepare(route, request, context);
        channel.sendRequest(request, null, ignored);
    }

    @Override
    public void consumeInformation(HttpResponse response, HttpContext ignored) throws HttpException, IOException {
        if (response.getCode() == HttpStatus.SC_SWITCHING_PROTOCOLS) {
            TlsUpgrade.check(response);
            secure();
        } else {
            inChain().handleInformationResponse(response); // from then on it decides what a failure means
        }
    }

    private void secure() {
        upgradeTls(context, new CallbackContribution<>(this) {
            @Override
            public void completed(AsyncExecRuntime secured) {
                // The response has not arrived yet.
            }
        });
    }

    @Override
    public void consumeResponse(HttpResponse response, @Nullable EntityDetails body, HttpContext ignored)
            throws HttpException, IOException {
        parts.rules.show(response, body, context);
        AsyncExecCallback outcome = AsyncStraightParts.isFinal(response, body) ? told(caller()) : inChain();
        readBy(outcome.handleResponse(response, body));
        isPastCancel = response.getCode() >= HttpStatus.SC_CLIENT_ERROR;
        parts.rules.settle(route, request, response, context, this);
        if (body == null) {
            end(outcome);
        }
    }

    private AsyncExecCallback told(AsyncExecCallback outcome) {
        AsyncExecCallback known = told.compareAndExchange(null, outcome);
        return known == null ? outcome : known;
    }

    private AsyncExecCallback inChain() throws HttpException, IOException {
        AsyncExecCallback known = told.get();
        return known != null
                ? known
                : told(parts.continuation.sent(AsyncStraightParts.copy(original), scope(), caller()));
    }

    private AsyncExecChain.Scope scope() {
        return new AsyncExecChain.Scope(
                context.getExchangeId(),
                route,
                original,
                owner,
                context,
                deadline == null ? this : new CallRuntime(this, deadline, LeaseTerms.ANY),
                parts.scheduler,
                new AtomicInteger(1));
    }

    private void end(AsyncExecCallback outcome) {
        isPastCancel = true;
        if (isOver.compareAndSet(false, true)) {
            outcome.completed();
        }
    }

    @Override
    public void streamEnd(@Nullable List<? extends Header> trailers) throws HttpException, IOException {
        super.streamEnd(trailers);
        end(inChain());
    }

    /** Ends the exchange, or its wait for a connection, by a failure. */
    @Override
    public void failed(Exception cause) {
        releaseResources();
        markConnectionNonReusable();
        if (isOver.compareAndSet(false, true)) {
            outcome().failed(cause);
        }
    }

    // A step that cannot be entered is skipped.
    private AsyncExecCallback outcome() {
        try {
            return inChain();
        } catch (HttpException | IOException | RuntimeException | OutOfMemoryError e) {
            return told(caller());
        }
    }

    @Override
    public void cancelled() {
        failed(new InterruptedIOException());
    }

    @Override
    public void cancel() {
        if (!isPastCancel) {
            cancelled();
        }
    }
}
