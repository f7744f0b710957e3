package dev.weir.internal.client;

import dev.weir.engine.LeaseTerms;
import dev.weir.failure.TotalTimeoutException.Phase;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.hc.client5.http.classic.ExecChain;
import org.apache.hc.client5.http.classic.ExecChainHandler;
import org.apache.hc.client5.http.impl.classic.RequestFailedException;
import org.apache.hc.core5.concurrent.Cancellable;
import org.apache.hc.core5.concurrent.CancellableDependency;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HttpEntity;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.io.support.ClassicRequestBuilder;
import org.jspecify.annotations.Nullable;

/**
 * Sends a request again, after a pause, when {@link ServiceRetryStrategy} has asked for it and {@link Retries} agrees.
 * Runs around HttpClient's own retry, which asks the strategy, and within redirects. Stateless.
 */
final class RetryStep implements ExecChainHandler {

    static final String NAME = "weir-retry";

    private final Retries retries;

    RetryStep(Retries retries) {
        this.retries = retries;
    }

    @Override
    public ClassicHttpResponse execute(ClassicHttpRequest request, ExecChain.Scope scope, ExecChain chain)
            throws IOException, HttpException {
        // Later steps change the request.
        Header[] headers = request.getHeaders();
        HttpEntity body = request.getEntity();
        ClassicHttpRequest current = request;
        ClassicHttpResponse response = tried(current, scope, chain);
        while (response == null) {
            current = ClassicRequestBuilder.copy(request).build();
            current.setHeaders(headers);
            current.setEntity(body);
            response = tried(current, TermedRuntime.on(scope, LeaseTerms.FRESH), chain);
        }
        return response;
    }

    /** Returns the response to hand out; null once the pause before the next try is over. */
    private @Nullable ClassicHttpResponse tried(ClassicHttpRequest request, ExecChain.Scope scope, ExecChain chain)
            throws IOException, HttpException {
        ClassicHttpResponse response;
        try {
            response = chain.proceed(request, scope);
        } catch (IOException e) {
            RetryDecision decision = retries.afterFailure(scope.route, scope.clientContext);
            if (!decision.isRetry()) {
                decision.noteIn(e);
                throw e;
            }
            pause(decision.pauseNanos(), scope);
            return null;
        }
        RetryDecision decision = retries.after(response, scope.route, scope.clientContext);
        if (!decision.isRetry()) {
            decision.noteIn(response);
            return response;
        }
        response.close();
        pause(decision.pauseNanos(), scope);
        return null;
    }

    private void pause(long nanos, ExecChain.Scope scope) throws IOException {
        Wake wake = new Wake();
        retries.pool().pausing(wake);
        try {
            dependOn(wake, scope);
            wake.await(nanos);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            InterruptedIOException failure = new InterruptedIOException("Interrupted while pausing before a retry");
            failure.initCause(e);
            throw failure;
        } finally {
            retries.pool().resumed(wake);
        }
        if (scope.execRuntime.isExecutionAborted()) {
            throw new RequestFailedException("Request aborted");
        }
    }

    // The caller's request depends on the deadline of the call, if there is one.
    private static void dependOn(Wake wake, ExecChain.Scope scope) {
        CallDeadline deadline = CallLimit.runningIn(scope.clientContext);
        if (deadline != null) {
            deadline.setDependency(wake);
            deadline.enter(Phase.PAUSE);
        } else if (scope.originalRequest instanceof CancellableDependency cancellable) {
            cancellable.setDependency(wake);
        }
    }

    /** What ends a pause early: a canceled call, the end of its time, or a pool that takes no more requests. */
    private static final class Wake implements Runnable, Cancellable {
        private final CountDownLatch latch = new CountDownLatch(1);

        void await(long nanos) throws InterruptedException {
            if (latch.await(nanos, TimeUnit.NANOSECONDS)) {
                return; // the next step finds out why
            }
        }

        @Override
        public void run() {
            latch.countDown();
        }

        @Override
        public boolean cancel() {
            latch.countDown();
            return true;
        }
    }
}
