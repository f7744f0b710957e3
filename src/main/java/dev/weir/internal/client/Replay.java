package dev.weir.internal.client;

import dev.weir.engine.LeaseTerms;
import dev.weir.internal.call.StaleReuse;
import dev.weir.internal.identity.UserTokens;
import java.io.IOException;
import org.apache.hc.client5.http.classic.ExecChain;
import org.apache.hc.client5.http.classic.ExecChainHandler;
import org.apache.hc.client5.http.config.RequestConfig;
import org.apache.hc.client5.http.protocol.HttpClientContext;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HttpEntity;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.io.support.ClassicRequestBuilder;
import org.jspecify.annotations.Nullable;

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
        HttpClientContext context = scope.clientContext;
        RequestConfig config = context.getRequestConfig();
        // Later steps change the request.
        Header[] headers = request.getHeaders();
        HttpEntity body = request.getEntity();
        tokens.renew(scope.route, request, context);
        try {
            return chain.proceed(request, scope);
        } catch (IOException e) {
            StaleReuse race = StaleReuse.takeFrom(context);
            if (race == null || !isSafe(race, request, body, scope)) {
                throw e;
            }
            Repeats.replayed(context);
            ClassicHttpRequest again = ClassicRequestBuilder.copy(request).build();
            again.setHeaders(headers);
            again.setEntity(body);
            tokens.renew(scope.route, again, context);
            return chain.proceed(again, TermedRuntime.on(scope, LeaseTerms.FRESH));
        } finally {
            context.setRequestConfig(config); // see OriginChallenge
        }
    }

    private static boolean isSafe(
            StaleReuse race, ClassicHttpRequest request, @Nullable HttpEntity body, ExecChain.Scope scope) {
        return !Repeats.isReplayed(scope.clientContext)
                && !scope.execRuntime.isExecutionAborted()
                && (body == null || body.isRepeatable())
                && (race.nothingSent() || Replayable.mayBeSentTwice(request));
    }
}
