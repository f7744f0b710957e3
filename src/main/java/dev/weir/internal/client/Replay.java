package dev.weir.internal.client;

import dev.weir.engine.LeaseTerms;
import dev.weir.internal.call.StaleReuse;
import dev.weir.internal.identity.UserTokens;
import java.io.IOException;
import org.apache.hc.client5.http.classic.ExecChain;
import org.apache.hc.client5.http.classic.ExecChainHandler;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.io.support.ClassicRequestBuilder;

/**
 * Repeats a request that was sent on a reused connection while its server was closing it: at once, on an unused connection,
 * and only if that can do no harm. Runs within redirects and retries. Each call has one replay; it does not count as a
 * retry.
 */
final class Replay implements ExecChainHandler {

    static final String NAME = "weir-replay";

    private final UserTokens tokens;

    /**
     * Creates the step.
     *
     * @param tokens whose connections each request may use
     */
    Replay(UserTokens tokens) {
        this.tokens = tokens;
    }

    @Override
    public ClassicHttpResponse execute(ClassicHttpRequest request, ExecChain.Scope scope, ExecChain chain)
            throws IOException, HttpException {
        tokens.renew(scope.route, request, scope.clientContext);
        try {
            return chain.proceed(request, scope);
        } catch (IOException e) {
            StaleReuse race = StaleReuse.takeFrom(scope.clientContext);
            if (race == null || !isSafe(race, scope)) {
                throw e;
            }
            Repeats.replayed(scope.clientContext);
            tokens.renew(scope.route, request, scope.clientContext);
            ClassicHttpRequest again =
                    ClassicRequestBuilder.copy(scope.originalRequest).build();
            return chain.proceed(again, TermedRuntime.on(scope, LeaseTerms.FRESH));
        }
    }

    private static boolean isSafe(StaleReuse race, ExecChain.Scope scope) {
        return !Repeats.isReplayed(scope.clientContext)
                && !scope.execRuntime.isExecutionAborted()
                && Replayable.hasRepeatableBody(scope.originalRequest)
                && (race.nothingSent() || Replayable.mayBeSentTwice(scope.originalRequest));
    }
}
