package dev.weir.internal.client;

import dev.weir.engine.LeaseTerms;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.hc.client5.http.async.AsyncExecCallback;
import org.apache.hc.client5.http.async.AsyncExecChain;
import org.apache.hc.core5.http.EntityDetails;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.HttpRequest;
import org.apache.hc.core5.http.HttpResponse;
import org.apache.hc.core5.http.nio.AsyncDataConsumer;
import org.apache.hc.core5.http.nio.AsyncEntityProducer;
import org.jspecify.annotations.Nullable;

/** A call that does not block, under its deadline. Ends once: by itself, or when its time is over. Thread-safe. */
final class AsyncCall implements AsyncExecCallback {

    private final AsyncExecChain.Scope scope;
    private final AsyncExecCallback caller;
    private final CallDeadline deadline;
    private final AtomicBoolean over = new AtomicBoolean();

    AsyncCall(String pool, AsyncExecChain.Scope scope, long totalNanos, AsyncExecCallback caller) {
        this.scope = scope;
        this.caller = caller;
        this.deadline = new CallDeadline(pool, scope.route, totalNanos, scope.clientContext, this::cut);
    }

    CallDeadline deadline() {
        return deadline;
    }

    void proceed(HttpRequest request, @Nullable AsyncEntityProducer body, AsyncExecChain chain)
            throws HttpException, IOException {
        // The call depends on the deadline, on which whatever it does depends in turn, so that both can cancel it.
        scope.cancellableDependency.setDependency(deadline);
        AsyncExecChain.Scope bounded = new AsyncExecChain.Scope(
                scope.exchangeId,
                scope.route,
                scope.originalRequest,
                deadline,
                scope.clientContext,
                new CallRuntime(scope.execRuntime, deadline, LeaseTerms.ANY),
                scope.scheduler,
                scope.execCount);
        deadline.start();
        boolean begun = false;
        try {
            chain.proceed(request, body, bounded, this);
            begun = true;
        } finally {
            if (!begun) {
                deadline.stop();
            }
        }
    }

    // What was under way was cancelled; if that told nobody, because nothing was just then, the caller is told here.
    private void cut() {
        failed(new IOException("The call was ended"));
    }

    @Override
    public AsyncDataConsumer handleResponse(HttpResponse response, @Nullable EntityDetails details)
            throws HttpException, IOException {
        deadline.readingBody();
        return caller.handleResponse(response, details);
    }

    @Override
    public void handleInformationResponse(HttpResponse response) throws HttpException, IOException {
        caller.handleInformationResponse(response);
    }

    @Override
    public void completed() {
        deadline.stop();
        if (over.compareAndSet(false, true)) {
            caller.completed();
        } else {
            giveBack();
        }
    }

    @Override
    public void failed(Exception cause) {
        deadline.stop();
        if (over.compareAndSet(false, true)) {
            caller.failed(deadline.meaning(cause));
        } else {
            giveBack();
        }
    }

    // Whoever ended the call gave back the connection that it had; one may have been leased at that very moment.
    private void giveBack() {
        scope.execRuntime.discardEndpoint();
    }
}
