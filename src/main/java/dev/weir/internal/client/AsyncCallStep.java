package dev.weir.internal.client;

import dev.weir.internal.call.Call;
import dev.weir.internal.call.CallBody;
import dev.weir.internal.call.CallDeadline;
import dev.weir.internal.callback.CallbackExecutor;
import dev.weir.internal.callback.PassingCallback;
import dev.weir.internal.http1.ExchangeFailures;
import dev.weir.internal.pool.ConnectionPool;
import dev.weir.internal.pool.RouteState;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.hc.client5.http.HttpRoute;
import org.apache.hc.client5.http.async.AsyncExecCallback;
import org.apache.hc.client5.http.async.AsyncExecChain;
import org.apache.hc.client5.http.async.AsyncExecChainHandler;
import org.apache.hc.client5.http.async.AsyncExecRuntime;
import org.apache.hc.client5.http.protocol.HttpClientContext;
import org.apache.hc.core5.concurrent.Cancellable;
import org.apache.hc.core5.concurrent.CancellableDependency;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.HttpRequest;
import org.apache.hc.core5.http.nio.AsyncEntityProducer;
import org.apache.hc.core5.util.TimeValue;
import org.jspecify.annotations.Nullable;

/** Does for calls that do not block what {@link CallStep} does for others. Thread-safe. */
final class AsyncCallStep implements AsyncExecChainHandler {

    static final String NAME = "weir-total";

    private final ConnectionPool connections;
    private final boolean withPaths;

    AsyncCallStep(ConnectionPool connections, boolean withPaths) {
        this.connections = connections;
        this.withPaths = withPaths;
    }

    @Override
    public void execute(
            HttpRequest request,
            @Nullable AsyncEntityProducer body,
            AsyncExecChain.Scope scope,
            AsyncExecChain chain,
            AsyncExecCallback caller)
            throws HttpException, IOException {
        HttpClientContext context = scope.clientContext;
        CallStep.withoutUpgrade(context);
        CallBody own = body == null ? null : new CallBody(body, context);
        Told told = new Told(caller, scope.route, scope.execRuntime);
        RouteState route = connections.route(scope.route);
        CallDeadline deadline =
                CallDeadline.of(connections.name(), scope.route, route.policy().totalNanos, route, context, told::cut);
        told.deadline = deadline;
        Call call = Call.begin(context, scope.route, scope.cancellableDependency, deadline, own);
        CancellableDependency dependency = deadline == null ? scope.cancellableDependency : deadline;
        AsyncExecChain.Scope bounded = new AsyncExecChain.Scope(
                scope.exchangeId,
                scope.route,
                scope.originalRequest,
                dependency,
                context,
                scope.execRuntime,
                new AtOnce(call, scope.scheduler),
                scope.execCount);
        if (deadline == null) {
            chain.proceed(request, own, bounded, told);
            return;
        }
        // Canceling the call cancels the deadline, which in turn cancels whatever the call is doing.
        scope.cancellableDependency.setDependency(deadline);
        deadline.start();
        boolean hasBegun = false;
        try {
            chain.proceed(request, own, bounded, told);
            hasBegun = true;
        } finally {
            if (!hasBegun) {
                deadline.stop();
            }
        }
    }

    /** The end of a call: by itself, or when its time is over, and once. */
    final class Told extends PassingCallback {

        private final AsyncExecCallback caller;
        private final HttpRoute route;
        private final AsyncExecRuntime connection;
        private final AtomicBoolean over = new AtomicBoolean();

        // Written before the call begins; null if it has no limit.
        private volatile @Nullable CallDeadline deadline;

        Told(AsyncExecCallback caller, HttpRoute route, AsyncExecRuntime connection) {
            super(caller);
            this.caller = caller;
            this.route = route;
            this.connection = connection;
        }

        // On the thread of the deadlines. The call's resources in the pool are released at once; the caller's code,
        // which may block, runs on another thread, as does HttpClient's own code.
        private void cut(CallDeadline ended) {
            if (!over.compareAndSet(false, true)) {
                connection.discardEndpoint();
                return;
            }
            Exception cause = ended.meaning(new IOException("The call was ended"));
            Cancellable last = ended.release();
            if (ended.isCutBeforeSending()) {
                last.cancel(); // its place in the queue, or its wait for a dial
            }
            connection.discardEndpoint();
            CallbackExecutor.run(() -> {
                try {
                    last.cancel();
                } finally {
                    caller.failed(cause);
                }
            });
        }

        @Override
        public void completed() {
            end(null);
        }

        @Override
        public void failed(Exception cause) {
            end(cause);
        }

        private void end(@Nullable Exception cause) {
            CallDeadline limit = deadline;
            if (limit != null && !over.compareAndSet(false, true)) {
                // The thread that ended the call released its connection; another may have been leased at that moment.
                connection.discardEndpoint();
                return;
            }
            if (limit != null) {
                limit.stop();
            }
            if (cause == null) {
                caller.completed();
            } else {
                Exception named = ExchangeFailures.ofCall(cause, route, withPaths);
                caller.failed(limit == null ? named : limit.meaning(named));
            }
        }
    }

    /**
     * Goes on at once with a request that is sent again: {@link AsyncLeaseStep} pauses. HttpClient's own scheduler would start
     * a thread for each client.
     */
    private record AtOnce(Call call, AsyncExecChain.Scheduler other) implements AsyncExecChain.Scheduler {

        @Override
        public void scheduleExecution(
                HttpRequest request,
                AsyncEntityProducer body,
                AsyncExecChain.Scope scope,
                AsyncExecCallback caller,
                TimeValue delay) {
            other.scheduleExecution(request, body, scope, caller, delay);
        }

        @Override
        public void scheduleExecution(
                HttpRequest request,
                AsyncEntityProducer body,
                AsyncExecChain.Scope scope,
                AsyncExecChain chain,
                AsyncExecCallback caller,
                TimeValue delay) {
            if (!call.isSentAgain()) {
                other.scheduleExecution(request, body, scope, chain, caller, delay); // another strategy asks for that
                return;
            }
            AsyncLeaseStep.again(caller, () -> chain.proceed(request, body, scope, caller));
        }
    }
}
