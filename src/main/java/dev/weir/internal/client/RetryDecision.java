package dev.weir.internal.client;

import dev.weir.failure.RetryBudgetException;
import java.util.Arrays;
import org.apache.hc.core5.http.HttpResponse;
import org.jspecify.annotations.Nullable;

/**
 * Whether a request is sent again. Immutable.
 *
 * @param isRetry whether it is
 * @param pauseNanos how long the call pauses before
 * @param refusal the reason, if the budget was used up
 */
record RetryDecision(
        boolean isRetry, long pauseNanos, @Nullable RetryBudgetException refusal) {

    /** The call is over. */
    static final RetryDecision NONE = new RetryDecision(false, 0, null);

    private static final String HEADER = "Weir-Retry";
    private static final String VALUE = "budget-used-up";

    static RetryDecision after(long pauseNanos) {
        return new RetryDecision(true, pauseNanos, null);
    }

    static RetryDecision refused(RetryBudgetException refusal) {
        return new RetryDecision(false, 0, refusal);
    }

    /** Notes in the response that it would have been retried. */
    void noteIn(HttpResponse response) {
        if (refusal != null) {
            response.setHeader(HEADER, VALUE);
        }
    }

    /** Notes in the failure that it would have been retried. Calls on one connection may share a failure. */
    void noteIn(Exception failure) {
        if (refusal != null
                && Arrays.stream(failure.getSuppressed()).noneMatch(RetryBudgetException.class::isInstance)) {
            failure.addSuppressed(refusal);
        }
    }
}
