package dev.weir.internal.client;

import java.io.IOException;
import java.util.List;
import org.apache.hc.client5.http.async.AsyncExecCallback;
import org.apache.hc.client5.http.async.AsyncExecChain;
import org.apache.hc.client5.http.async.AsyncExecChainHandler;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.HttpRequest;
import org.apache.hc.core5.http.nio.AsyncEntityProducer;
import org.jspecify.annotations.Nullable;

/**
 * The steps of an asynchronous client's chain that decide how a call goes on after an exchange: redirects, retries, codings,
 * replay, authentication. They see the outcome of the exchange through the callback that they pass on, as after an exchange
 * of their own. Immutable.
 *
 * @param steps the outermost first
 * @param exchange which of them is the first to connect and send
 */
record AsyncContinuation(List<AsyncExecChainHandler> steps, int exchange) {

    AsyncContinuation {
        steps = List.copyOf(steps);
    }

    /**
     * Executes a call from its beginning.
     *
     * @param request the request
     * @param scope the call
     * @param caller receives the end of the call
     */
    void execute(HttpRequest request, AsyncExecChain.Scope scope, AsyncExecCallback caller)
            throws HttpException, IOException {
        new Rest(0, null).proceed(request, null, scope, caller);
    }

    /**
     * Goes on with a call whose request was sent.
     *
     * @param request the request, before any step has changed it
     * @param scope the call
     * @param caller receives the end of the call
     * @return receives the outcome
     */
    AsyncExecCallback sent(HttpRequest request, AsyncExecChain.Scope scope, AsyncExecCallback caller)
            throws HttpException, IOException {
        Exchange first = new Exchange();
        new Rest(0, first).proceed(request, null, scope, caller);
        return first.innermost(caller);
    }

    /** The exchange that took place before these steps. */
    private static final class Exchange {
        // Written by the thread that enters the steps; the callbacks of a call run one after another.
        private volatile @Nullable AsyncExecCallback callback;

        boolean begin(AsyncExecCallback innermost) {
            if (callback != null) {
                return false;
            }
            callback = innermost;
            return true;
        }

        AsyncExecCallback innermost(AsyncExecCallback otherwise) {
            AsyncExecCallback known = callback;
            return known == null ? otherwise : known;
        }
    }

    /** The steps from one of them on. */
    private final class Rest implements AsyncExecChain {
        private final int next;
        // Null: none has taken place.
        private final @Nullable Exchange first;

        Rest(int next, @Nullable Exchange first) {
            this.next = next;
            this.first = first;
        }

        @Override
        public void proceed(
                HttpRequest request, @Nullable AsyncEntityProducer body, Scope scope, AsyncExecCallback callback)
                throws HttpException, IOException {
            boolean isSent = next == exchange && first != null && first.begin(callback);
            if (!isSent) {
                steps.get(next).execute(request, body, scope, new Rest(next + 1, first), callback);
            }
        }
    }
}
