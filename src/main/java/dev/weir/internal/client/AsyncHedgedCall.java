package dev.weir.internal.client;

import dev.weir.internal.callback.CallbackExecutor;
import dev.weir.internal.callback.CallerErrors;
import dev.weir.internal.hedge.HedgeRace;
import java.io.IOException;
import java.net.SocketAddress;
import org.apache.hc.client5.http.async.AsyncExecCallback;
import org.apache.hc.client5.http.async.AsyncExecChain;
import org.apache.hc.client5.http.async.AsyncExecRuntime;
import org.apache.hc.client5.http.protocol.HttpClientContext;
import org.apache.hc.core5.concurrent.Cancellable;
import org.apache.hc.core5.concurrent.ComplexCancellable;
import org.apache.hc.core5.http.EntityDetails;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.HttpResponse;
import org.apache.hc.core5.http.nio.AsyncDataConsumer;
import org.apache.hc.core5.http.nio.entity.DiscardingEntityConsumer;
import org.jspecify.annotations.Nullable;

/**
 * A call that does not block and may be hedged. Each of the two requests has its own runtime and cancellation; the caller
 * gets the first response, or the first request's failure when both have failed. Thread-safe.
 */
final class AsyncHedgedCall implements Cancellable {

    private final Hedge hedge;
    private final AsyncWork work;
    private final Side first;

    // Written by the thread that begins the hedge.
    private volatile @Nullable Side second;
    // Where the first request goes; written by the thread that sends it, before the hedge begins.
    private volatile @Nullable SocketAddress firstAddress;
    // The failure of the first request while the hedge went on.
    private volatile @Nullable Exception failure;

    AsyncHedgedCall(Hedge hedge, AsyncWork work) {
        this.hedge = hedge;
        this.work = work;
        this.first = new Side(work.scope().execRuntime.fork(), work.scope().clientContext);
    }

    void begin(long afterNanos) throws HttpException, IOException {
        work.scope().cancellableDependency.setDependency(this);
        AsyncExecRuntime telling = CallRuntime.telling(first.runtime, address -> {
            firstAddress = address;
            hedge.sent(afterNanos, () -> CallbackExecutor.run(this::hedgeIfAllowed));
        });
        boolean isBegun = false;
        try {
            work.chain().proceed(work.request(), null, first.scope(telling), first);
            isBegun = true;
        } finally {
            if (!isBegun) {
                first.runtime.discardEndpoint();
                cancel();
            }
        }
    }

    private void hedgeIfAllowed() {
        if (hedge.begins()) {
            send();
        }
    }

    // In any case the race must learn of the end: the call may be waiting for it.
    private void send() {
        Side side = null;
        try {
            side = beside();
            second = side;
            if (hedge.isOver()) {
                side.cancellable.cancel();
            }
            work.proceedWithCopy(null, side.scope(side.runtime), side);
        } catch (HttpException | IOException | RuntimeException | Error e) {
            hedgeFailed(side, CallerErrors.asException(e));
        }
    }

    private Side beside() {
        AsyncExecChain.Scope scope = work.scope();
        AsyncExecRuntime runtime = CallRuntime.elsewhere(
                CallRuntime.silentFork(scope.execRuntime), Hedging.avoided(scope.clientContext, firstAddress));
        Side side = new Side(runtime, Hedging.contextBeside(scope.clientContext));
        Hedging.begins(side.context);
        return side;
    }

    private void hedgeFailed(@Nullable Side side, Exception cause) {
        if (side == null) {
            fails(null, cause); // there was no memory for it
        } else {
            side.failed(cause);
        }
    }

    private void counts(Side side, HedgeRace.Response worth) {
        if (side == first) {
            hedge.firstCounts(worth);
        } else {
            Hedging.adopt(work.scope().clientContext, side.context);
            hedge.hedgeCounts();
        }
        Side other = side == first ? second : first;
        if (other != null) {
            other.end();
        }
    }

    private void fails(@Nullable Side side, Exception cause) {
        if (side == first) {
            failure = cause;
        }
        HedgeRace.Failure what = side == first ? hedge.firstFails() : hedge.hedgeFails();
        if (what == HedgeRace.Failure.LAST) {
            Exception known = failure;
            work.caller().failed(known != null ? known : cause);
        }
    }

    /** Cancels both. */
    @Override
    public boolean cancel() {
        hedge.cancel();
        Side other = second;
        boolean wasSecond = other != null && other.cancellable.cancel();
        return first.cancellable.cancel() || wasSecond;
    }

    /** One of the two requests, and its result. */
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
            return work.on(on, cancellable, context);
        }

        // The other one has responded.
        void end() {
            try {
                cancellable.cancel();
            } finally {
                runtime.discardEndpoint(); // even if there is no memory for the cancellation
            }
        }

        @Override
        public AsyncDataConsumer handleResponse(HttpResponse response, @Nullable EntityDetails details)
                throws HttpException, IOException {
            boolean mayCount = this == first || Hedging.isWorthIt(response);
            HedgeRace.Response worth = mayCount ? hedge.responds() : HedgeRace.Response.LATE;
            if (worth == HedgeRace.Response.LATE) {
                return new DiscardingEntityConsumer<>();
            }
            hasWon = true;
            counts(this, worth);
            return work.caller().handleResponse(response, details);
        }

        @Override
        public void handleInformationResponse(HttpResponse response) throws HttpException, IOException {
            if (this == first && !hedge.isOver()) {
                work.caller().handleInformationResponse(response);
            }
        }

        @Override
        public void completed() {
            runtime.releaseEndpoint();
            if (hasWon) {
                work.caller().completed();
            } else {
                fails(this, new IOException("The response was an error, or came too late"));
            }
        }

        @Override
        public void failed(Exception cause) {
            try {
                runtime.discardEndpoint();
            } finally {
                ended(cause);
            }
        }

        private void ended(Exception cause) {
            if (hasWon) {
                Repeats.barLike(context, work.scope().clientContext);
                work.caller().failed(cause);
            } else {
                fails(this, cause);
            }
        }
    }
}
