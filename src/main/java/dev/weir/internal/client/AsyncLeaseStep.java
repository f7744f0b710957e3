package dev.weir.internal.client;

import dev.weir.internal.call.Call;
import dev.weir.internal.call.CallBody;
import dev.weir.internal.call.CallPhase;
import dev.weir.internal.callback.CallbackExecutor;
import dev.weir.internal.deadline.Alarm;
import dev.weir.internal.deadline.Alarms;
import dev.weir.internal.thread.NoThreadException;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.hc.client5.http.async.AsyncExecCallback;
import org.apache.hc.client5.http.async.AsyncExecChain;
import org.apache.hc.client5.http.async.AsyncExecChainHandler;
import org.apache.hc.client5.http.impl.classic.RequestFailedException;
import org.apache.hc.core5.concurrent.Cancellable;
import org.apache.hc.core5.concurrent.CancellableDependency;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.HttpRequest;
import org.apache.hc.core5.http.nio.AsyncEntityProducer;
import org.jspecify.annotations.Nullable;

/** Does for calls that do not block what {@link LeaseStep} does for others. Thread-safe. */
final class AsyncLeaseStep implements AsyncExecChainHandler {

    static final String NAME = "weir-lease";

    private final LeaseStep rules;

    AsyncLeaseStep(LeaseStep rules) {
        this.rules = rules;
    }

    /** A part of a call, which may fail on the spot. */
    @FunctionalInterface
    interface Part {
        void run() throws HttpException, IOException;
    }

    /** Goes on with a call on a thread that no code of the caller waits on. */
    static void again(AsyncExecCallback caller, Part part) {
        try {
            part.run();
        } catch (HttpException | IOException | RuntimeException e) {
            caller.failed(e);
        } catch (Error e) {
            caller.failed(new IllegalStateException("The request could not be sent again", e));
            throw e;
        }
    }

    @Override
    public void execute(
            HttpRequest request,
            @Nullable AsyncEntityProducer body,
            AsyncExecChain.Scope scope,
            AsyncExecChain chain,
            AsyncExecCallback caller)
            throws HttpException, IOException {
        Call call = Call.of(scope.clientContext);
        if (call == null) {
            chain.proceed(request, body, scope, caller);
            return;
        }
        if (call.isSentAgain()) {
            scope.execRuntime.releaseEndpoint(); // HttpClient's step keeps that of a response
        }
        Part next = () -> send(call, request, body, scope, chain, caller);
        long nanos = call.takePauseNanos();
        if (nanos == 0) {
            next.run();
            return;
        }
        call.enter(CallPhase.PAUSE);
        new Pause(nanos, scope.cancellableDependency, caller, next).start();
    }

    private void send(
            Call call,
            HttpRequest request,
            @Nullable AsyncEntityProducer body,
            AsyncExecChain.Scope scope,
            AsyncExecChain chain,
            AsyncExecCallback caller)
            throws HttpException, IOException {
        call.begin(scope.route, scope.execRuntime.isEndpointAcquired());
        rules.apply(call, request, body == null || body.isRepeatable(), scope.route, scope.clientContext);
        CallBody own = body == null ? null : call.body;
        chain.proceed(request, body, scope, own == null ? caller : own.watched(caller));
    }

    /**
     * The pause of a call for which no thread waits. Ends once, and then leaves no alarm: when its time is over, when the call
     * is canceled, or when the pool takes no more requests. Thread-safe.
     */
    private final class Pause extends Alarm implements Cancellable {

        private final CancellableDependency call;
        private final AsyncExecCallback caller;
        private final AtomicBoolean isOver = new AtomicBoolean();
        private final Runnable end = this::end;

        // What comes after the pause; written before that begins.
        private volatile Part next;

        Pause(long nanos, CancellableDependency call, AsyncExecCallback caller, Part next) {
            super(System.nanoTime(), nanos);
            this.call = call;
            this.caller = caller;
            this.next = next;
        }

        void start() {
            call.setDependency(this); // first, because what comes after the pause sets another one
            rules.pool.lifecycle.pausing(end);
            try {
                Alarms.shared().set(this);
            } catch (NoThreadException e) {
                next = () -> caller.failed(e);
                end();
            }
            if (isOver.get()) {
                leave(); // it may have ended before it was registered
            }
        }

        @Override
        protected void ring() {
            end();
        }

        @Override
        public boolean cancel() {
            end(); // what comes next finds the call canceled
            return true;
        }

        private void end() {
            CallbackExecutor.run(
                    () -> { // a thread that may run code of callers
                        if (isOver.compareAndSet(false, true)) {
                            leave(); // only now: one that begins at this moment sees that it is over, or is seen here
                            again(caller, this::goOn);
                        }
                    });
        }

        private void goOn() throws HttpException, IOException {
            if (call.isCancelled()) {
                caller.failed(new RequestFailedException("Request aborted"));
            } else {
                next.run();
            }
        }

        private void leave() {
            Alarms.shared().off(this);
            rules.pool.lifecycle.resumed(end);
        }
    }
}
