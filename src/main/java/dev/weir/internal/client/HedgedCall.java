package dev.weir.internal.client;

import dev.weir.internal.hedge.HedgeRace;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.hc.client5.http.classic.ExecChain;
import org.apache.hc.client5.http.classic.ExecRuntime;
import org.apache.hc.client5.http.protocol.HttpClientContext;
import org.apache.hc.core5.concurrent.Cancellable;
import org.apache.hc.core5.concurrent.CancellableDependency;
import org.apache.hc.core5.concurrent.ComplexCancellable;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.io.support.ClassicRequestBuilder;
import org.jspecify.annotations.Nullable;

/**
 * A blocking call that may be hedged: the caller's thread sends the first request, and a separate thread sends the hedge.
 * Each of the two has a runtime that can be canceled without the other, and both end with the call. The caller's thread
 * waits for the hedge only when the first request has failed or was canceled.
 */
final class HedgedCall implements Cancellable {

    /** The end of a hedge whose response the caller has, or no longer wants. */
    private static final Object GONE = new Object();

    private final Hedge hedge;
    private final ClassicHttpRequest request;
    private final ExecChain.Scope scope;
    private final ExecChain chain;
    private final ComplexCancellable first = new ComplexCancellable();
    private final ComplexCancellable second = new ComplexCancellable();
    private final HttpClientContext hedgeContext;
    private final @Nullable ClassLoader loader = Thread.currentThread().getContextClassLoader();
    private final CountDownLatch hedgeEnded = new CountDownLatch(1);
    // The response of the hedge, until the caller takes it.
    private final AtomicReference<@Nullable Object> hedgeResponse = new AtomicReference<>();

    HedgedCall(Hedge hedge, ClassicHttpRequest request, ExecChain.Scope scope, ExecChain chain) {
        this.hedge = hedge;
        this.request = request;
        this.scope = scope;
        this.chain = chain;
        this.hedgeContext = Hedging.contextBeside(scope.clientContext);
    }

    ClassicHttpResponse execute(long afterNanos) throws IOException, HttpException {
        dependOnThis();
        ExecRuntime runtime = scope.execRuntime.fork(first);
        TellingRuntime telling = new TellingRuntime(
                runtime,
                () -> hedge.sent(afterNanos, () -> HelperThreads.hedges().take(this::hedgeIfAllowed)));
        boolean isAnswered = false;
        try {
            ClassicHttpResponse response = answered(runtime, telling.in(scope, scope.clientContext));
            isAnswered = true;
            return response;
        } finally {
            if (!isAnswered) {
                runtime.discardEndpoint();
                cancel();
                discard(hedgeResponse.getAndSet(GONE));
            }
        }
    }

    private ClassicHttpResponse answered(ExecRuntime runtime, ExecChain.Scope first) throws IOException, HttpException {
        ClassicHttpResponse response;
        try {
            response = chain.proceed(request, first);
        } catch (IOException | HttpException | RuntimeException e) {
            runtime.discardEndpoint();
            return afterFailure(e);
        }
        return first(response);
    }

    // The caller's request depends on the deadline of the call, if there is one.
    private void dependOnThis() {
        CallDeadline deadline = CallLimit.runningIn(scope.clientContext);
        if (deadline != null) {
            deadline.setDependency(this);
        } else if (scope.originalRequest instanceof CancellableDependency cancellable) {
            cancellable.setDependency(this);
        }
    }

    private ClassicHttpResponse first(ClassicHttpResponse response) throws IOException {
        HedgeRace.Response worth = hedge.responds();
        if (worth == HedgeRace.Response.COUNTS_BESIDE_HEDGE) {
            second.cancel();
        }
        if (worth != HedgeRace.Response.LATE) {
            hedge.firstCounts(worth);
            return response;
        }
        discard(response);
        ClassicHttpResponse other = ofHedge();
        if (other == null) {
            throw new InterruptedIOException("The request was canceled");
        }
        return other;
    }

    private ClassicHttpResponse afterFailure(Exception cause) throws IOException, HttpException {
        ClassicHttpResponse other = hedge.firstFails() == HedgeRace.Failure.LAST ? null : ofHedge();
        if (other != null) {
            return other;
        }
        if (cause instanceof IOException io) {
            throw io;
        }
        if (cause instanceof HttpException http) {
            throw http;
        }
        throw (RuntimeException) cause;
    }

    /** Waits for the hedge; null if it has no response. */
    private @Nullable ClassicHttpResponse ofHedge() throws InterruptedIOException {
        try {
            hedgeEnded.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            InterruptedIOException failure = new InterruptedIOException("Interrupted while waiting for a response");
            failure.initCause(e);
            throw failure;
        }
        if (!(hedgeResponse.get() instanceof ClassicHttpResponse response)) {
            return null;
        }
        hedge.hedgeCounts();
        Hedging.adopt(scope.clientContext, hedgeContext);
        hedgeResponse.set(GONE); // last: until here, whatever fails discards the response
        return response;
    }

    private static void discard(@Nullable Object response) {
        if (response instanceof ClassicHttpResponse unwanted) {
            try {
                unwanted.close();
            } catch (IOException e) {
                // Its connection is closed in any case.
            }
        }
    }

    // On a separate thread, because listeners are told if it is not allowed.
    private void hedgeIfAllowed() {
        if (hedge.begins()) {
            send();
        }
    }

    // In any case the caller's thread must learn of the end: it may be waiting for it.
    private void send() {
        try {
            exchangeOn(scope.execRuntime.fork(second));
        } catch (IOException | HttpException | RuntimeException | Error e) {
            hedge.hedgeFails();
        } finally {
            hedgeEnded.countDown();
        }
    }

    private void exchangeOn(ExecRuntime runtime) throws IOException, HttpException {
        boolean isAnswered = false;
        try {
            Thread.currentThread().setContextClassLoader(loader);
            Hedging.begins(hedgeContext);
            ExecChain.Scope beside =
                    new ExecChain.Scope(scope.exchangeId, scope.route, scope.originalRequest, runtime, hedgeContext);
            ClassicHttpRequest copy = ClassicRequestBuilder.copy(request).build();
            ExecChain.Scope elsewhere = TermedRuntime.elsewhere(beside, Hedging.avoided(scope.clientContext));
            ClassicHttpResponse response = chain.proceed(copy, elsewhere);
            hand(response);
            isAnswered = true;
        } finally {
            if (!isAnswered) {
                runtime.discardEndpoint();
            }
        }
    }

    private void hand(ClassicHttpResponse response) {
        if (!Hedging.isWorthIt(response)) {
            discard(response);
            hedge.hedgeFails();
        } else if (hedge.responds() != HedgeRace.Response.LATE && hedgeResponse.compareAndSet(null, response)) {
            first.cancel();
        } else {
            discard(response);
        }
    }

    /** Cancels both. */
    @Override
    public boolean cancel() {
        hedge.cancel();
        boolean wasFirst = first.cancel();
        return second.cancel() || wasFirst;
    }
}
