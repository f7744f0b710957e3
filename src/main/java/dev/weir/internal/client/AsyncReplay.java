package dev.weir.internal.client;

import dev.weir.engine.LeaseTerms;
import java.io.IOException;
import java.net.SocketException;
import java.nio.channels.ClosedChannelException;
import org.apache.hc.client5.http.async.AsyncExecCallback;
import org.apache.hc.client5.http.async.AsyncExecChain;
import org.apache.hc.client5.http.async.AsyncExecChainHandler;
import org.apache.hc.core5.http.ConnectionClosedException;
import org.apache.hc.core5.http.EntityDetails;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.HttpRequest;
import org.apache.hc.core5.http.HttpResponse;
import org.apache.hc.core5.http.RequestNotExecutedException;
import org.apache.hc.core5.http.nio.AsyncDataConsumer;
import org.apache.hc.core5.http.nio.AsyncEntityProducer;
import org.apache.hc.core5.http.support.BasicRequestBuilder;
import org.jspecify.annotations.Nullable;

/**
 * Sends a request once more on another connection where that is safe: whatever the method, if the server has certainly not
 * executed it (its stream is above the last one of GOAWAY, or was refused, or was never opened); else once, if it may be sent
 * twice and its connection ended without an answer. Says which connections a request may ride that could not be replayed.
 * Stands within redirects and retries.
 */
final class AsyncReplay implements AsyncExecChainHandler {

    static final String NAME = "weir-replay";

    // A server that refuses so often does not want the request.
    private static final int MOST_REFUSALS = 20;

    private final LeaseTerms termsOfOthers;

    /**
     * Creates the step.
     *
     * @param termsOfOthers the terms of requests that could not be replayed
     */
    AsyncReplay(LeaseTerms termsOfOthers) {
        this.termsOfOthers = termsOfOthers;
    }

    @Override
    public void execute(
            HttpRequest request,
            @Nullable AsyncEntityProducer body,
            AsyncExecChain.Scope scope,
            AsyncExecChain chain,
            AsyncExecCallback callback)
            throws HttpException, IOException {
        boolean isFree = Replayable.mayBeSentTwice(request) && (body == null || body.isRepeatable());
        AsyncExecChain.Scope own = isFree || termsOfOthers == LeaseTerms.ANY ? scope : onTerms(scope);
        new Attempts(request, body == null ? null : new WatchedProducer(body), own, chain, callback).next();
    }

    private AsyncExecChain.Scope onTerms(AsyncExecChain.Scope scope) {
        return new AsyncExecChain.Scope(
                scope.exchangeId,
                scope.route,
                scope.originalRequest,
                scope.cancellableDependency,
                scope.clientContext,
                new CallRuntime(scope.execRuntime, null, termsOfOthers),
                scope.scheduler,
                scope.execCount);
    }

    private static final class Attempts implements AsyncExecCallback {
        private final HttpRequest request;
        private final @Nullable WatchedProducer body;
        private final AsyncExecChain.Scope scope;
        private final AsyncExecChain chain;
        private final AsyncExecCallback caller;

        // One attempt at a time; each begins when the one before has ended.
        private volatile int refusals;
        private volatile boolean wasLost;
        private volatile boolean answered;

        Attempts(
                HttpRequest request,
                @Nullable WatchedProducer body,
                AsyncExecChain.Scope scope,
                AsyncExecChain chain,
                AsyncExecCallback caller) {
            this.request = request;
            this.body = body;
            this.scope = scope;
            this.chain = chain;
            this.caller = caller;
        }

        void next() throws HttpException, IOException {
            chain.proceed(BasicRequestBuilder.copy(request).build(), body, scope, this);
        }

        @Override
        public AsyncDataConsumer handleResponse(HttpResponse response, @Nullable EntityDetails details)
                throws HttpException, IOException {
            answered = true;
            return caller.handleResponse(response, details);
        }

        @Override
        public void handleInformationResponse(HttpResponse response) throws HttpException, IOException {
            answered = true;
            caller.handleInformationResponse(response);
        }

        @Override
        public void completed() {
            caller.completed();
        }

        @Override
        public void failed(Exception cause) {
            if (!isReplayable(cause)) {
                caller.failed(cause);
                return;
            }
            scope.execRuntime.discardEndpoint();
            if (body != null) {
                body.rewind();
            }
            try {
                next();
            } catch (HttpException | IOException | RuntimeException e) {
                caller.failed(e);
            }
        }

        @SuppressWarnings("NonAtomicVolatileUpdate") // one attempt at a time
        private boolean isReplayable(Exception cause) {
            if (answered || scope.cancellableDependency.isCancelled() || !hasWholeBody()) {
                return false;
            }
            if (cause instanceof RequestNotExecutedException) {
                return ++refusals <= MOST_REFUSALS;
            }
            boolean again = !wasLost && isEndOfConnection(cause) && Replayable.mayBeSentTwice(request);
            wasLost |= again;
            return again;
        }

        private boolean hasWholeBody() {
            return body == null || body.isWhole();
        }

        private static boolean isEndOfConnection(Exception cause) {
            return cause instanceof ConnectionClosedException
                    || cause instanceof ClosedChannelException
                    || cause instanceof SocketException;
        }
    }
}
