package dev.weir.internal.call;

import dev.weir.engine.LeaseTerms;
import org.apache.hc.client5.http.protocol.HttpClientContext;
import org.apache.hc.core5.util.TimeValue;
import org.jspecify.annotations.Nullable;

/**
 * What a call of the pool's client asks of its connection: whose it must be, and what it may have been through.
 *
 * <p>It travels as the user token of the call and so as the state of the lease, because HttpClient passes nothing else from a call
 * to its connection manager. Any
 * other client passes a plain state and gets a connection on {@linkplain LeaseTerms#ANY any} terms.
 *
 * @param state whose connection it must be; null for anybody's
 * @param terms what it may have been through
 */
public record LeaseRequirements(@Nullable Object state, LeaseTerms terms) {

    /**
     * Adds terms to what is asked already.
     *
     * @param asked a state, or a wish
     * @param terms the terms to be met too
     * @return the wish for both
     */
    public static LeaseRequirements of(@Nullable Object asked, LeaseTerms terms) {
        return new LeaseRequirements(stateOf(asked), termsOf(asked).and(terms));
    }

    /**
     * Returns whose connection is asked for.
     *
     * @param asked a state, or a wish
     * @return the state; null for anybody's
     */
    public static @Nullable Object stateOf(@Nullable Object asked) {
        return asked instanceof LeaseRequirements wish ? wish.state : asked;
    }

    /**
     * Returns what the connection may have been through.
     *
     * @param asked a state, or a wish
     * @return the terms
     */
    public static LeaseTerms termsOf(@Nullable Object asked) {
        return asked instanceof LeaseRequirements wish ? wish.terms : LeaseTerms.ANY;
    }

    /**
     * Leaves the state alone in a context, once the call has its connection or gets none.
     *
     * @param context the context of the call
     */
    public static void takeFrom(HttpClientContext context) {
        if (context.getUserToken() instanceof LeaseRequirements wish) {
            context.setUserToken(wish.state);
        }
    }

    /**
     * Returns for how long a caller lets the pool keep a connection that it releases.
     *
     * @param keepAlive the time; null for none, and negative, as HttpClient says it, forever
     * @return nanoseconds; a server's hint is read with its response
     */
    public static long keptNanos(@Nullable TimeValue keepAlive) {
        if (keepAlive == null) {
            return 0;
        }
        return keepAlive.getDuration() < 0 ? Long.MAX_VALUE : keepAlive.toNanoseconds();
    }
}
