package dev.weir.internal.client;

import dev.weir.engine.LeaseTerms;
import dev.weir.failure.NoThreadException;
import dev.weir.internal.call.Refusal;
import dev.weir.internal.call.StaleReuse;
import dev.weir.internal.callback.CallbackExecutor;
import dev.weir.internal.deadline.Alarm;
import dev.weir.internal.deadline.Alarms;
import dev.weir.internal.identity.UserTokens;
import java.io.IOException;
import org.apache.hc.client5.http.async.AsyncExecCallback;
import org.apache.hc.client5.http.async.AsyncExecChain;
import org.apache.hc.core5.http.EntityDetails;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.HttpResponse;
import org.apache.hc.core5.http.HttpVersion;
import org.apache.hc.core5.http.RequestNotExecutedException;
import org.apache.hc.core5.http.nio.AsyncDataConsumer;
import org.apache.hc.core5.http.nio.AsyncEntityProducer;
import org.apache.hc.core5.http.nio.entity.DiscardingEntityConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Sends a request again on another connection where that is safe. A request that the server has certainly not executed (its
 * stream is above the last one of GOAWAY, or was refused, or was never opened) is always sent again. Otherwise a request
 * that may be sent twice is replayed once after a reused connection ended without a response, and once more on its own
 * connection if the replay shared a connection that is lost, too. None of this counts as a retry. The step also chooses the
 * connections for requests that could not be replayed. It runs within redirects and retries.
 */
final class AsyncReplay extends AsyncStep {

    static final String NAME = "weir-replay";

    private final UserTokens tokens;
    private final ReuseTerms reuse;

    /**
     * Creates the step.
     *
     * @param tokens whose connections each request may use
     * @param reuse the terms of requests that could not be replayed
     */
    AsyncReplay(UserTokens tokens, ReuseTerms reuse) {
        this.tokens = tokens;
        this.reuse = reuse;
    }

    @Override
    void execute(AsyncWork work) throws HttpException, IOException {
        AsyncEntityProducer body = work.body();
        boolean isFree = Replayable.mayBeSentTwice(work.request()) && (body == null || body.isRepeatable());
        LeaseTerms terms = isFree ? LeaseTerms.ANY : reuse.on(work.scope().route);
        new Attempts(tokens, work, terms).next();
    }

    private static final class Attempts implements AsyncExecCallback {
        private final UserTokens tokens;
        private final AsyncWork work;
        private final AsyncExecChain.Scope scope;
        private final @Nullable WatchedProducer body;
        private final AsyncExecCallback caller;

        // One attempt at a time; each begins when the one before has ended.
        private volatile Refusals refusals = Refusals.NONE;
        private volatile boolean answered;
        private volatile boolean isHandedOn;
        private volatile boolean mayRepeatOnFresh;

        Attempts(UserTokens tokens, AsyncWork work, LeaseTerms terms) {
            this.tokens = tokens;
            this.work = work;
            this.scope = terms == LeaseTerms.ANY ? work.scope() : onTerms(terms);
            AsyncEntityProducer own = work.body();
            this.body = own == null ? null : new WatchedProducer(own, scope.clientContext);
            this.caller = work.caller();
        }

        private AsyncExecChain.Scope onTerms(LeaseTerms terms) {
            return work.on(new CallRuntime(work.scope().execRuntime, null, terms));
        }

        void next() throws HttpException, IOException {
            if (body != null) {
                body.tells(this);
            }
            go(scope);
        }

        private void go(AsyncExecChain.Scope on) throws HttpException, IOException {
            tokens.renew(on.route, work.request(), on.clientContext);
            work.proceedWithCopy(body, on, this);
        }

        @Override
        public AsyncDataConsumer handleResponse(HttpResponse response, @Nullable EntityDetails details)
                throws HttpException, IOException {
            answered = true;
            isHandedOn = true;
            if (body != null) {
                body.answered();
            }
            AsyncDataConsumer reader = caller.handleResponse(response, details);
            // The retry after a status discards the response. So does a redirect, but it takes a location that it
            // follows twice for a loop.
            isHandedOn = !(reader instanceof DiscardingEntityConsumer);
            return reader;
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
            StaleReuse race = StaleReuse.takeFrom(scope.clientContext);
            boolean amidProgress = Refusal.takeFrom(scope.clientContext);
            if (cause instanceof RequestNotExecutedException) {
                refused(cause, refusals.another(amidProgress));
            } else if (race != null && isPossible() && isSafe()) {
                replay();
            } else {
                giveUp(cause);
            }
        }

        private void replay() {
            mayRepeatOnFresh = isShared() && !Repeats.isReplayed(scope.clientContext);
            Repeats.replayed(scope.clientContext);
            repeat(mayRepeatOnFresh ? scope : onTerms(LeaseTerms.FRESH));
        }

        // The retry after a failure does not know whether there is a response, or whether the caller already reads it.
        private void giveUp(Exception cause) {
            if (isHandedOn) {
                Repeats.bar(scope.clientContext);
            } else if (!answered) {
                Repeats.unanswered(scope.clientContext);
            }
            caller.failed(cause);
        }

        private void refused(Exception cause, Refusals soFar) {
            refusals = soFar;
            if (!isPossible() || soFar.isHopeless()) {
                giveUp(cause);
            } else if (soFar.pauseNanos() == 0) {
                repeat(scope);
            } else {
                scope.execRuntime.discardEndpoint();
                pause(soFar.pauseNanos(), cause);
            }
        }

        private void pause(long nanos, Exception cause) {
            try {
                Alarms.shared().set(new Pause(System.nanoTime() + nanos, () -> again(cause)));
            } catch (NoThreadException e) {
                cause.addSuppressed(e);
                caller.failed(cause);
            }
        }

        private void again(Exception cause) {
            if (isPossible()) {
                repeat(scope);
            } else {
                caller.failed(cause); // it was given up meanwhile
            }
        }

        private void repeat(AsyncExecChain.Scope on) {
            scope.execRuntime.discardEndpoint();
            if (body != null) {
                body.rewind();
            }
            try {
                go(on);
            } catch (HttpException | IOException | RuntimeException e) {
                caller.failed(e);
            } catch (Error e) {
                caller.failed(new IllegalStateException("The request could not be sent again", e));
                throw e;
            }
        }

        private boolean isPossible() {
            return !answered && !scope.cancellableDependency.isCancelled() && (body == null || body.isWhole());
        }

        // Others use a shared connection that is still open: it was not idle.
        private boolean isShared() {
            return HttpVersion.HTTP_2.equals(scope.clientContext.getProtocolVersion());
        }

        // A server that shuts down ends all its connections: a shared one that a replay chose may be lost, too.
        private boolean isSafe() {
            return (mayRepeatOnFresh || !Repeats.isReplayed(scope.clientContext))
                    && Replayable.mayBeSentTwice(work.request());
        }
    }

    private static final class Pause extends Alarm {
        private final Runnable next;

        Pause(long untilNanos, Runnable next) {
            super(untilNanos);
            this.next = next;
        }

        @Override
        protected void ring() {
            CallbackExecutor.run(next);
        }
    }
}
