package dev.weir.internal.client;

import dev.weir.event.HedgeOutcome;
import dev.weir.internal.callback.CallbackExecutor;
import dev.weir.internal.callback.CallerErrors;
import dev.weir.internal.hedge.HedgeRace;
import dev.weir.internal.hedge.ResponseTimes;
import dev.weir.internal.pool.RouteHedges;
import java.io.IOException;
import org.apache.hc.client5.http.async.AsyncExecCallback;
import org.apache.hc.client5.http.async.AsyncExecChain;
import org.apache.hc.client5.http.async.AsyncExecRuntime;
import org.apache.hc.client5.http.protocol.HttpClientContext;
import org.apache.hc.core5.concurrent.Cancellable;
import org.apache.hc.core5.concurrent.ComplexCancellable;
import org.apache.hc.core5.http.EntityDetails;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.HttpRequest;
import org.apache.hc.core5.http.HttpResponse;
import org.apache.hc.core5.http.nio.AsyncDataConsumer;
import org.apache.hc.core5.http.nio.entity.DiscardingEntityConsumer;
import org.apache.hc.core5.http.support.BasicRequestBuilder;
import org.jspecify.annotations.Nullable;

/**
 * A call that does not block and may be hedged. Each of the two requests has a runtime and something to cancel it by; the
 * caller hears of the one that responds first, or of the first request's failure when both have failed. Thread-safe.
 */
final class AsyncHedgedCall implements Cancellable {

    private final Hedging hedging;
    private final RouteHedges hedges;
    private final HttpRequest request;
    private final AsyncExecChain.Scope scope;
    private final AsyncExecChain chain;
    private final AsyncExecCallback caller;
    private final HedgeRace race = new HedgeRace();
    private final Side first;

    // Written before the first request is sent.
    private volatile @Nullable HedgeAlarm alarm;
    private volatile long sentNanos;
    // Written by the thread that begins the hedge.
    private volatile @Nullable Side hedge;
    // What the first request failed with while the hedge went on.
    private volatile @Nullable Exception failure;

    AsyncHedgedCall(
            Hedging hedging,
            RouteHedges hedges,
            HttpRequest request,
            AsyncExecChain.Scope scope,
            AsyncExecChain chain,
            AsyncExecCallback caller) {
        this.hedging = hedging;
        this.hedges = hedges;
        this.request = request;
        this.scope = scope;
        this.chain = chain;
        this.caller = caller;
        this.first = new Side(scope.execRuntime.fork(), scope.clientContext);
    }

    void begin(long afterNanos) throws HttpException, IOException {
        scope.cancellableDependency.setDependency(this);
        AsyncExecRuntime timed = CallRuntime.telling(first.runtime, () -> sent(afterNanos));
        chain.proceed(request, null, first.scope(timed), first);
    }

    private void sent(long afterNanos) {
        if (sentNanos != 0) {
            return; // it is replayed
        }
        long nowNanos = System.nanoTime();
        sentNanos = nowNanos == 0 ? 1 : nowNanos;
        if (afterNanos != ResponseTimes.UNKNOWN) {
            alarm = HedgeAlarm.set(nowNanos, afterNanos, () -> CallbackExecutor.run(this::hedgeIfAllowed));
        }
    }

    private void hedgeIfAllowed() {
        if (hedges.begin(race, hedging.retryShare())) {
            hedge();
        }
    }

    private void hedge() {
        AsyncExecRuntime runtime =
                CallRuntime.elsewhere(CallRuntime.silentFork(scope.execRuntime), Hedging.avoided(scope.clientContext));
        Side side = new Side(runtime, Hedging.contextBeside(scope.clientContext));
        hedge = side;
        if (race.isOver()) {
            side.cancellable.cancel();
        }
        try {
            chain.proceed(BasicRequestBuilder.copy(request).build(), null, side.scope(runtime), side);
        } catch (HttpException | IOException | RuntimeException | Error e) {
            side.failed(CallerErrors.asException(e));
        }
    }

    private void responds(Side side, HedgeRace.Response worth) {
        HedgeAlarm set = alarm;
        if (set != null) {
            set.off();
        }
        hedges.answered(System.nanoTime() - sentNanos, hedging.after());
        Side other = side == first ? hedge : first;
        if (side != first) {
            Hedging.adopt(scope.clientContext, side.context);
            hedges.ended(HedgeOutcome.WON);
        } else if (worth == HedgeRace.Response.COUNTS_BESIDE_HEDGE) {
            hedges.ended(HedgeOutcome.LOST);
        }
        if (other != null) {
            other.end();
        }
    }

    private void fails(Side side, Exception cause) {
        if (side == first) {
            failure = cause;
        }
        HedgeRace.Failure what = side == first ? race.firstFails() : race.hedgeFails();
        if (side != first && what != HedgeRace.Failure.OVER) {
            hedges.ended(HedgeOutcome.FAILED);
        }
        if (what == HedgeRace.Failure.LAST) {
            Exception known = failure;
            caller.failed(known != null ? known : cause);
        }
    }

    /** Cancels both. */
    @Override
    public boolean cancel() {
        race.cancel();
        Side second = hedge;
        boolean wasSecond = second != null && second.cancellable.cancel();
        return first.cancellable.cancel() || wasSecond;
    }

    /** One of the two requests, and what is heard of it. */
    private final class Side implements AsyncExecCallback {
        private final AsyncExecRuntime runtime;
        private final HttpClientContext context;
        private final ComplexCancellable cancellable = new ComplexCancellable();

        // Written by the thread of its connection.
        private volatile boolean hasWon;

        Side(AsyncExecRuntime runtime, HttpClientContext context) {
            this.runtime = runtime;
            this.context = context;
        }

        AsyncExecChain.Scope scope(AsyncExecRuntime on) {
            return new AsyncExecChain.Scope(
                    scope.exchangeId,
                    scope.route,
                    scope.originalRequest,
                    cancellable,
                    context,
                    on,
                    scope.scheduler,
                    scope.execCount);
        }

        // The other one has responded.
        void end() {
            cancellable.cancel();
            runtime.discardEndpoint();
        }

        @Override
        public AsyncDataConsumer handleResponse(HttpResponse response, @Nullable EntityDetails details)
                throws HttpException, IOException {
            boolean mayCount = this == first || Hedging.isWorthIt(response);
            HedgeRace.Response worth = mayCount ? race.responds() : HedgeRace.Response.LATE;
            if (worth == HedgeRace.Response.LATE) {
                return new DiscardingEntityConsumer<>();
            }
            hasWon = true;
            responds(this, worth);
            return caller.handleResponse(response, details);
        }

        @Override
        public void handleInformationResponse(HttpResponse response) throws HttpException, IOException {
            if (this == first && !race.isOver()) {
                caller.handleInformationResponse(response);
            }
        }

        @Override
        public void completed() {
            runtime.releaseEndpoint();
            if (hasWon) {
                caller.completed();
            } else {
                fails(this, new IOException("The response was an error, or came too late"));
            }
        }

        @Override
        public void failed(Exception cause) {
            runtime.discardEndpoint();
            if (hasWon) {
                caller.failed(cause);
            } else {
                fails(this, cause);
            }
        }
    }
}
