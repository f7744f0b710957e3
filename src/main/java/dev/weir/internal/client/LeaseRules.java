package dev.weir.internal.client;

import dev.weir.engine.LeaseTerms;
import dev.weir.internal.call.LeaseRequirements;
import dev.weir.internal.identity.UserTokens;
import dev.weir.internal.pool.ConnectionPool;
import org.apache.hc.client5.http.HttpRoute;
import org.apache.hc.client5.http.protocol.HttpClientContext;
import org.apache.hc.core5.http.HttpRequest;

/**
 * Which connections a request may use. Thread-safe.
 *
 * @param tokens know whose they must be
 * @param pool knows what those may have been through that carry requests which cannot be replayed
 */
record LeaseRules(UserTokens tokens, ConnectionPool pool) {

    /**
     * Notes in the context of a call, as its user token, what its next lease must meet.
     *
     * @param canSendBodyTwice whether the request has no body, or one that can be sent again
     */
    void apply(HttpRequest request, boolean canSendBodyTwice, HttpRoute route, HttpClientContext context) {
        tokens.renew(route, request, context);
        boolean isReplayable = canSendBodyTwice && ResendStrategy.mayBeSentTwice(request);
        LeaseTerms terms = isReplayable ? LeaseTerms.ANY : pool.termsOfOthers(route);
        Call call = Call.in(context);
        if (call != null) {
            terms = terms.and(call.takeTerms());
        }
        if (terms != LeaseTerms.ANY) {
            context.setUserToken(LeaseRequirements.of(context.getUserToken(), terms));
        }
    }
}
