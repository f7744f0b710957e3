package dev.weir.internal.client;

import java.io.IOException;
import java.util.List;
import org.apache.hc.client5.http.classic.ExecChain;
import org.apache.hc.client5.http.classic.ExecChainHandler;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.HttpException;

/**
 * The steps of a client's chain that decide how a call goes on after an exchange: redirects, retries, codings, replay,
 * authentication. In place of making the exchange they get its outcome, and act on it as usual. Immutable.
 *
 * @param steps the outermost first
 * @param exchange which of them is the first to connect and send
 */
record Continuation(List<ExecChainHandler> steps, int exchange) {

    Continuation {
        steps = List.copyOf(steps);
    }

    /**
     * Goes on with a call.
     *
     * @param outcome the outcome of its first exchange
     * @param request the request as it was sent
     * @param scope the call
     *     @return the response to hand out
     */
    ClassicHttpResponse after(Outcome outcome, ClassicHttpRequest request, ExecChain.Scope scope)
            throws IOException, HttpException {
        return new Rest(0, outcome).proceed(request, scope);
    }

    /** The steps from one of them on. Not thread-safe, like any chain. */
    private final class Rest implements ExecChain {
        private final int next;
        private final Outcome outcome;

        Rest(int next, Outcome outcome) {
            this.next = next;
            this.outcome = outcome;
        }

        @Override
        public ClassicHttpResponse proceed(ClassicHttpRequest request, Scope scope) throws IOException, HttpException {
            ClassicHttpResponse known = next == exchange ? outcome.tell() : null;
            return known != null ? known : steps.get(next).execute(request, scope, new Rest(next + 1, outcome));
        }
    }
}
