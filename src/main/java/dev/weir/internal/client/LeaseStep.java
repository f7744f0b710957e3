package dev.weir.internal.client;

import dev.weir.failure.TotalTimeoutException.Phase;
import dev.weir.internal.call.LeaseRequirements;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.hc.client5.http.classic.ExecChain;
import org.apache.hc.client5.http.classic.ExecChainHandler;
import org.apache.hc.client5.http.config.RequestConfig;
import org.apache.hc.client5.http.impl.classic.RequestFailedException;
import org.apache.hc.client5.http.protocol.HttpClientContext;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.HttpEntity;
import org.apache.hc.core5.http.HttpException;

/**
 * Prepares each attempt of a call to send its request: the pause before it, whose connection it may use and on what terms.
 * It runs within redirects and retries, and outside {@code PROTOCOL}, within which an unsent body claims to be repeatable.
 * Thread-safe.
 */
final class LeaseStep implements ExecChainHandler {

    static final String NAME = "weir-lease";

    private final LeaseRules rules;

    LeaseStep(LeaseRules rules) {
        this.rules = rules;
    }

    /**
     * Keeps the request as it is before HttpClient's retry step, which would send the caller's own again, without the headers
     * that interceptors and decoding have added.
     */
    static ClassicHttpResponse keep(ClassicHttpRequest request, ExecChain.Scope scope, ExecChain chain)
            throws IOException, HttpException {
        Call call = Call.in(scope.clientContext);
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
        Call call = Call.in(context);
        if (call != null) {
            pause(call, scope);
            call.begin(scope.route, false);
        }
        rules.apply(request, body == null || body.isRepeatable(), scope.route, context);
        try {
            return chain.proceed(request, scope);
        } finally {
            LeaseRequirements.takeFrom(context);
            context.setRequestConfig(config); // see Challenges
        }
    }

    private void pause(Call call, ExecChain.Scope scope) throws IOException {
        long nanos = call.takePauseNanos();
        if (nanos == 0) {
            return;
        }
        CountDownLatch end = new CountDownLatch(1);
        Runnable wake = end::countDown;
        rules.pool().pausing(wake);
        try {
            if (call.owner != null) {
                call.owner.setDependency(() -> {
                    end.countDown();
                    return true;
                });
            }
            call.enter(Phase.PAUSE);
            boolean unused = end.await(nanos, TimeUnit.NANOSECONDS); // if it ends early, the next step finds out why
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            InterruptedIOException failure = new InterruptedIOException("Interrupted while pausing before a retry");
            failure.initCause(e);
            throw failure;
        } finally {
            rules.pool().resumed(wake);
        }
        if (scope.execRuntime.isExecutionAborted()) {
            throw new RequestFailedException("Request aborted");
        }
    }
}
