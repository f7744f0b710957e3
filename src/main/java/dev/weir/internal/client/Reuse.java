package dev.weir.internal.client;

import dev.weir.config.ReusePolicy;
import dev.weir.engine.LeaseTerms;
import java.io.IOException;
import org.apache.hc.client5.http.classic.ExecChain;
import org.apache.hc.client5.http.classic.ExecChainHandler;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.HttpException;

/**
 * Says which connections may carry a request that is not safe to replay. Stands within redirects and retries, so that each
 * of their requests is judged by itself, and outside of {@code PROTOCOL}, which hides whether a body is repeatable.
 */
final class Reuse implements ExecChainHandler {

    static final String NAME = "weir-reuse";

    private final LeaseTerms termsOfOthers;

    /**
     * Creates the step.
     *
     * @param termsOfOthers the terms of requests that could not be replayed
     */
    Reuse(LeaseTerms termsOfOthers) {
        this.termsOfOthers = termsOfOthers;
    }

    /** Returns the terms on which a request that could not be replayed leases its connection. */
    static LeaseTerms termsUnder(ReusePolicy policy) {
        return switch (policy) {
            case SAFE -> LeaseTerms.FRESH;
            case AGGRESSIVE -> LeaseTerms.PROVEN;
            case NEVER, ALWAYS -> LeaseTerms.ANY; // under NEVER no connection that was used is left to be leased
        };
    }

    @Override
    public ClassicHttpResponse execute(ClassicHttpRequest request, ExecChain.Scope scope, ExecChain chain)
            throws IOException, HttpException {
        boolean isFree = Replayable.isReplayable(request);
        return chain.proceed(request, isFree ? scope : TermedRuntime.on(scope, termsOfOthers));
    }
}
