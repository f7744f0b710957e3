package dev.weir.internal.client;

import dev.weir.failure.RetryBudgetException;
import dev.weir.internal.pool.ConnectionPool;
import dev.weir.internal.retry.RetryAfter;
import dev.weir.internal.retry.RetryRule;
import java.time.Instant;
import java.util.OptionalLong;
import java.util.concurrent.ThreadLocalRandom;
import org.apache.hc.client5.http.HttpRoute;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HttpHeaders;
import org.apache.hc.core5.http.HttpResponse;
import org.apache.hc.core5.http.protocol.HttpContext;

/**
 * Decides, for all calls of a client, whether to send a request again, and counts the retries. Thread-safe.
 */
final class Retries {

    private final ConnectionPool pool;

    Retries(ConnectionPool pool) {
        this.pool = pool;
    }

    ConnectionPool pool() {
        return pool;
    }

    /** Decides after a failure. */
    RetryDecision afterFailure(HttpRoute route, HttpContext context) {
        return Repeats.takeWish(context) ? decide(pool.retry(route), route, context, 0) : RetryDecision.NONE;
    }

    /** Decides after a response. */
    RetryDecision after(HttpResponse response, HttpRoute route, HttpContext context) {
        if (!Repeats.takeWish(context)) {
            return RetryDecision.NONE;
        }
        RetryRule rule = pool.retry(route);
        return rule.statuses().contains(response.getCode())
                ? decide(rule, route, context, retryAfterNanos(response))
                : RetryDecision.NONE;
    }

    // An unreadable header counts as missing.
    private static long retryAfterNanos(HttpResponse response) {
        Header header = response.getFirstHeader(HttpHeaders.RETRY_AFTER);
        String value = header == null ? null : header.getValue();
        return value == null ? 0 : RetryAfter.nanos(value, Instant.now()).orElse(0);
    }

    private RetryDecision decide(RetryRule rule, HttpRoute route, HttpContext context, long retryAfterNanos) {
        CallDeadline deadline = CallLimit.runningIn(context);
        OptionalLong pauseNanos = rule.pauseNanos(
                Repeats.retries(context) + 1,
                retryAfterNanos,
                ThreadLocalRandom.current().nextDouble(),
                deadline == null ? RetryRule.NO_DEADLINE : deadline.leftNanos());
        return pauseNanos.isEmpty() ? RetryDecision.NONE : charged(route, context, pauseNanos.getAsLong());
    }

    // Last, because a retry that is refused for another reason costs nothing.
    private RetryDecision charged(HttpRoute route, HttpContext context, long pauseNanos) {
        RetryBudgetException refusal = pool.takeRetry(route);
        if (refusal != null) {
            return RetryDecision.refused(refusal);
        }
        Repeats.retried(context);
        pool.retrying(route, context);
        return RetryDecision.after(pauseNanos);
    }
}
