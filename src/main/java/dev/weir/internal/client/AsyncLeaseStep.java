package dev.weir.internal.client;

import dev.weir.failure.TotalTimeoutException.Phase;
import java.io.IOException;
import org.apache.hc.client5.http.async.AsyncExecCallback;
import org.apache.hc.client5.http.async.AsyncExecChain;
import org.apache.hc.client5.http.async.AsyncExecChainHandler;
import org.apache.hc.client5.http.impl.classic.RequestFailedException;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.HttpRequest;
import org.apache.hc.core5.http.nio.AsyncEntityProducer;
import org.jspecify.annotations.Nullable;

/** Does for calls that do not block what {@link LeaseStep} does for others. Thread-safe. */
final class AsyncLeaseStep implements AsyncExecChainHandler {

    static final String NAME = "weir-lease";

    private final LeaseRules rules;

    AsyncLeaseStep(LeaseRules rules) {
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
        Call call = Call.in(scope.clientContext);
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
        call.enter(Phase.PAUSE);
        AsyncPause.start(
                nanos,
                rules.pool(),
                scope.cancellableDependency,
                failure -> again(caller, () -> {
                    if (failure != null || scope.cancellableDependency.isCancelled()) {
                        caller.failed(failure != null ? failure : new RequestFailedException("Request aborted"));
                    } else {
                        next.run();
                    }
                }));
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
        rules.apply(request, body == null || body.isRepeatable(), scope.route, scope.clientContext);
        CallBody own = body == null ? null : call.body;
        chain.proceed(request, body, scope, own == null ? caller : own.watched(caller));
    }
}
