package dev.weir.internal.client;

import dev.weir.engine.LeaseTerms;
import java.io.IOException;
import org.apache.hc.client5.http.classic.ExecChain;
import org.apache.hc.client5.http.classic.ExecChainHandler;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.HttpException;

/**
 * Chooses the connections for requests that are not safe to replay. Runs within redirects and retries, so that it judges
 * each of their requests, and outside {@code PROTOCOL}, which hides whether a body is repeatable.
 */
final class Reuse implements ExecChainHandler {

    static final String NAME = "weir-reuse";

    private final ReuseTerms terms;

    /**
     * Creates the step.
     *
     * @param terms the terms of requests that could not be replayed
     */
    Reuse(ReuseTerms terms) {
        this.terms = terms;
    }

    @Override
    public ClassicHttpResponse execute(ClassicHttpRequest request, ExecChain.Scope scope, ExecChain chain)
            throws IOException, HttpException {
        LeaseTerms own = Replayable.isReplayable(request) ? LeaseTerms.ANY : terms.on(scope.route);
        return chain.proceed(request, own == LeaseTerms.ANY ? scope : TermedRuntime.on(scope, own));
    }
}
