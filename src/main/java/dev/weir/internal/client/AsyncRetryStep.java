package dev.weir.internal.client;

import dev.weir.engine.LeaseTerms;
import dev.weir.failure.TotalTimeoutException.Phase;
import dev.weir.internal.callback.PassingCallback;
import java.io.IOException;
import org.apache.hc.client5.http.async.AsyncExecCallback;
import org.apache.hc.client5.http.async.AsyncExecChain;
import org.apache.hc.client5.http.impl.classic.RequestFailedException;
import org.apache.hc.core5.http.EntityDetails;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.HttpResponse;
import org.apache.hc.core5.http.nio.AsyncDataConsumer;
import org.apache.hc.core5.http.nio.AsyncEntityProducer;
import org.apache.hc.core5.http.nio.entity.DiscardingEntityConsumer;
import org.jspecify.annotations.Nullable;

/** Does for calls that do not block what {@link RetryStep} does for others. Stateless. */
final class AsyncRetryStep extends AsyncStep {

    static final String NAME = "weir-retry";

    private final Retries retries;

    AsyncRetryStep(Retries retries) {
        this.retries = retries;
    }

    @Override
    void execute(AsyncWork work) throws HttpException, IOException {
        work.proceed(new Tries(retries, work));
    }

    private static final class Tries extends PassingCallback {
        private final Retries retries;
        private final AsyncWork work;
        private final AsyncExecChain.Scope scope;
        private final AsyncExecCallback caller;

        // One try at a time. Written at the head of a response that is not handed on; read at its end.
        private volatile @Nullable RetryDecision discarding;

        Tries(Retries retries, AsyncWork work) {
            super(work.caller());
            this.retries = retries;
            this.work = work;
            this.scope = work.scope();
            this.caller = work.caller();
        }

        private void next() throws HttpException, IOException {
            discarding = null;
            work.proceedWithCopy(
                    work.body(), work.on(new CallRuntime(scope.execRuntime, null, LeaseTerms.FRESH)), this);
        }

        @Override
        public AsyncDataConsumer handleResponse(HttpResponse response, @Nullable EntityDetails details)
                throws HttpException, IOException {
            RetryDecision decision = retries.after(response, scope.route, scope.clientContext);
            if (decision.isRetry()) {
                discarding = decision;
                return new DiscardingEntityConsumer<>();
            }
            decision.noteIn(response);
            return caller.handleResponse(response, details);
        }

        @Override
        public void completed() {
            RetryDecision decision = discarding;
            if (decision == null) {
                caller.completed();
            } else {
                scope.execRuntime.releaseEndpoint();
                pause(decision);
            }
        }

        @Override
        public void failed(Exception cause) {
            RetryDecision decision = scope.cancellableDependency.isCancelled() ? RetryDecision.NONE : decided();
            if (decision.isRetry()) {
                scope.execRuntime.discardEndpoint();
                pause(decision);
            } else {
                decision.noteIn(cause);
                caller.failed(cause);
            }
        }

        // The end of a discarded response may fail: its retry is already decided and counted.
        private RetryDecision decided() {
            RetryDecision known = discarding;
            return known != null && Repeats.takeWish(scope.clientContext)
                    ? known
                    : retries.afterFailure(scope.route, scope.clientContext);
        }

        private void pause(RetryDecision decision) {
            scope.execCount.incrementAndGet();
            AsyncEntityProducer body = work.body();
            if (body != null) {
                body.releaseResources();
            }
            CallDeadline deadline = CallLimit.runningIn(scope.clientContext);
            if (deadline != null) {
                deadline.enter(Phase.PAUSE);
            }
            AsyncPause.start(decision.pauseNanos(), retries.pool(), scope.cancellableDependency, this::again);
        }

        private void goOn(@Nullable Exception failure) throws HttpException, IOException {
            if (failure != null || scope.cancellableDependency.isCancelled()) {
                caller.failed(failure != null ? failure : new RequestFailedException("Request aborted"));
            } else {
                next();
            }
        }

        private void again(@Nullable Exception failure) {
            try {
                goOn(failure);
            } catch (HttpException | IOException | RuntimeException e) {
                caller.failed(e);
            } catch (Error e) {
                caller.failed(new IllegalStateException("The request could not be sent again", e));
                throw e;
            }
        }
    }
}
