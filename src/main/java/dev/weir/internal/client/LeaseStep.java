package dev.weir.internal.client;

import dev.weir.engine.LeaseTerms;
import dev.weir.internal.call.Call;
import dev.weir.internal.call.CallPhase;
import dev.weir.internal.call.LeaseRequirements;
import dev.weir.internal.identity.UserTokens;
import dev.weir.internal.pool.ConnectionPool;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.hc.client5.http.ConnectionKeepAliveStrategy;
import org.apache.hc.client5.http.HttpRoute;
import org.apache.hc.client5.http.classic.ExecChain;
import org.apache.hc.client5.http.classic.ExecChainHandler;
import org.apache.hc.client5.http.config.RequestConfig;
import org.apache.hc.client5.http.impl.classic.RequestFailedException;
import org.apache.hc.client5.http.protocol.HttpClientContext;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.HttpEntity;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.HttpRequest;
import org.apache.hc.core5.util.TimeValue;
import org.jspecify.annotations.Nullable;

/**
 * Prepares each attempt of a call to send its request: the pause before it, whose connection it may use and on what terms.
 * It runs within redirects and retries, and outside {@code PROTOCOL}, within which an unsent body claims to be repeatable.
 * Thread-safe.
 */
final class LeaseStep implements ExecChainHandler {

    static final String NAME = "weir-lease";

    /** The pool itself decides at the release how long to keep a connection, for every client of its manager alike. */
    static final ConnectionKeepAliveStrategy KEPT_BY_THE_POOL = (response, context) -> TimeValue.NEG_ONE_MILLISECOND;

    // Know whose connections a request may use.
    private final UserTokens tokens;
    final ConnectionPool pool;

    LeaseStep(UserTokens tokens, ConnectionPool pool) {
        this.tokens = tokens;
        this.pool = pool;
    }

    /**
     * Notes in the context of a call, as its user token, what its next lease must meet.
     *
     * @param call null if it is not the pool's
     * @param canSendBodyTwice whether the request has no body, or one that can be sent again
     */
    void apply(
            @Nullable Call call,
            HttpRequest request,
            boolean canSendBodyTwice,
            HttpRoute route,
            HttpClientContext context) {
        tokens.renew(route, request, context);
        boolean isReplayable = canSendBodyTwice && ResendStrategy.mayBeSentTwice(request);
        LeaseTerms terms = isReplayable ? LeaseTerms.ANY : pool.termsOfOthers(route);
        if (call != null) {
            terms = terms.and(call.takeTerms());
        }
        if (terms != LeaseTerms.ANY) {
            context.setUserToken(LeaseRequirements.of(context.getUserToken(), terms));
        }
    }

    /**
     * Keeps the request as it is before HttpClient's retry step, which would send the caller's own again, without the headers
     * that interceptors and decoding have added.
     */
    static ClassicHttpResponse keep(ClassicHttpRequest request, ExecChain.Scope scope, ExecChain chain)
            throws IOException, HttpException {
        Call call = Call.of(scope.clientContext);
        if (call != null) {
            call.keep(request);
        }
        try {
            return chain.proceed(
                    request,
                    new ExecChain.Scope(
                            scope.exchangeId, scope.route, request, scope.execRuntime, scope.clientContext));
        } catch (IOException e) {
            if (call != null) {
                call.explain(e); // HttpClient's step may have replaced the failure that was explained
            }
            throw e;
        }
    }

    @Override
    public ClassicHttpResponse execute(ClassicHttpRequest request, ExecChain.Scope scope, ExecChain chain)
            throws IOException, HttpException {
        HttpClientContext context = scope.clientContext;
        RequestConfig config = context.getRequestConfig();
        HttpEntity body = request.getEntity();
        Call call = Call.of(context);
        if (call != null) {
            if (call.isSentAgain()) {
                pause(call, scope);
            }
            call.begin(scope.route, false);
        }
        apply(call, request, body == null || body.isRepeatable(), scope.route, context);
        try {
            return chain.proceed(request, scope);
        } finally {
            if (context.getUserToken() != null) {
                LeaseRequirements.takeFrom(context);
            }
            context.setRequestConfig(config); // see BoundLogin.ignoreChallengeOfOrigin
        }
    }

    private void pause(Call call, ExecChain.Scope scope) throws IOException {
        long nanos = call.takePauseNanos();
        if (nanos == 0) {
            return;
        }
        CountDownLatch end = new CountDownLatch(1);
        Runnable wake = end::countDown;
        pool.lifecycle.pausing(wake);
        try {
            if (call.owner != null) {
                call.owner.setDependency(() -> {
                    end.countDown();
                    return true;
                });
            }
            call.enter(CallPhase.PAUSE);
            boolean unused = end.await(nanos, TimeUnit.NANOSECONDS); // if it ends early, the next step finds out why
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            InterruptedIOException failure = new InterruptedIOException("Interrupted while pausing before a retry");
            failure.initCause(e);
            throw failure;
        } finally {
            pool.lifecycle.resumed(wake);
        }
        if (scope.execRuntime.isExecutionAborted()) {
            throw new RequestFailedException("Request aborted");
        }
    }
}
