package dev.weir.internal.client;

import dev.weir.engine.LeaseTerms;
import dev.weir.failure.TotalTimeoutException.Phase;
import dev.weir.internal.callback.CallbackExecutor;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.hc.client5.http.HttpRoute;
import org.apache.hc.client5.http.async.AsyncExecCallback;
import org.apache.hc.client5.http.async.AsyncExecChain;
import org.apache.hc.client5.http.async.AsyncExecRuntime;
import org.apache.hc.client5.http.protocol.HttpClientContext;
import org.apache.hc.core5.concurrent.Cancellable;
import org.apache.hc.core5.concurrent.CancellableDependency;
import org.apache.hc.core5.http.EntityDetails;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.HttpResponse;
import org.apache.hc.core5.http.nio.AsyncDataConsumer;
import org.jspecify.annotations.Nullable;

/** A call that does not block, under its deadline. Ends once: by itself, or when its time is over. Thread-safe. */
final class AsyncCall implements AsyncExecCallback {

    private final HttpRoute route;
    private final AsyncExecRuntime connection;
    private final AsyncExecCallback caller;
    private final CallTerms terms;
    private final AtomicBoolean over = new AtomicBoolean();

    /** Its time limit. */
    final CallDeadline deadline;

    AsyncCall(
            CallTerms terms,
            HttpRoute route,
            HttpClientContext context,
            AsyncExecRuntime connection,
            long totalNanos,
            AsyncExecCallback caller) {
        this.route = route;
        this.connection = connection;
        this.caller = caller;
        this.terms = terms;
        this.deadline = new CallDeadline(terms.pool(), route, totalNanos, context, this::cut);
    }

    /** How a call begins. */
    @FunctionalInterface
    interface Beginning {
        void run() throws HttpException, IOException;
    }

    /**
     * Begins the call.
     *
     * @param owner cancels through the deadline, which in turn cancels whatever the call is doing
     * @param first the first action
     */
    void begin(CancellableDependency owner, Beginning first) throws HttpException, IOException {
        owner.setDependency(deadline);
        deadline.start();
        boolean begun = false;
        try {
            first.run();
            begun = true;
        } finally {
            if (!begun) {
                deadline.stop();
            }
        }
    }

    /** Returns the scope for the steps of a chain, under the deadline. */
    AsyncExecChain.Scope bounded(AsyncExecChain.Scope scope) {
        return new AsyncExecChain.Scope(
                scope.exchangeId,
                scope.route,
                scope.originalRequest,
                deadline,
                scope.clientContext,
                new CallRuntime(connection, deadline, LeaseTerms.ANY),
                scope.scheduler,
                scope.execCount);
    }

    // On the thread of the deadlines. The call's resources in the pool are released at once; the caller's code, which
    // may block, runs on another thread, as does HttpClient's own code.
    private void cut() {
        if (!over.compareAndSet(false, true)) {
            giveBack();
            return;
        }
        Exception cause = deadline.meaning(new IOException("The call was ended"));
        Cancellable last = deadline.release();
        if (deadline.isCutBeforeSending()) {
            last.cancel(); // its place in the queue, or its wait for a dial
        }
        giveBack();
        CallbackExecutor.run(() -> {
            try {
                last.cancel();
            } finally {
                caller.failed(cause);
            }
        });
    }

    @Override
    public AsyncDataConsumer handleResponse(HttpResponse response, @Nullable EntityDetails details)
            throws HttpException, IOException {
        deadline.enter(Phase.BODY);
        return caller.handleResponse(response, details);
    }

    @Override
    public void handleInformationResponse(HttpResponse response) throws HttpException, IOException {
        caller.handleInformationResponse(response);
    }

    @Override
    public void completed() {
        end(caller::completed);
    }

    @Override
    public void failed(Exception cause) {
        end(() -> caller.failed(deadline.meaning(terms.failures().named(cause, route))));
    }

    private void end(Runnable told) {
        if (!over.compareAndSet(false, true)) {
            giveBack();
            return;
        }
        deadline.stop();
        told.run();
    }

    // The thread that ended the call released its connection; another may have been leased at that moment.
    private void giveBack() {
        connection.discardEndpoint();
    }
}
