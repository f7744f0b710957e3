package dev.weir.internal.pool;

import dev.weir.event.PoolEvent;
import dev.weir.event.RetryOutcome;
import dev.weir.failure.RetryBudgetException;
import dev.weir.internal.log.Log;
import dev.weir.internal.retry.RetryBudget;
import org.jspecify.annotations.Nullable;

/** The retries of one route: its budget, and its events. Thread-safe. */
final class RouteRetries {

    private static final Log LOG = Log.of("retry");

    private final String target;
    private final PoolEvents events;
    private final RetryBudget budget;

    RouteRetries(String target, PoolEvents events, long nowNanos) {
        this.target = target;
        this.events = events;
        this.budget = new RetryBudget(nowNanos);
    }

    /**
     * Takes one retry out of the budget.
     *
     * @param exchanges requests within the budget's window, retries included
     * @param share how many retries each request adds
     * @param knob the name of the setting of the share
     * @return null if the retry may be made, else why it must not
     */
    @Nullable
    RetryBudgetException take(long nowNanos, long exchanges, double share, String knob) {
        RetryBudget.Answer answer = budget.take(nowNanos, exchanges, share);
        if (answer.isGranted()) {
            if (answer == RetryBudget.Answer.GRANTED_AGAIN) {
                LOG.info("Pool '{}': failed requests to {} are sent again", events.pool(), target);
            }
            events.tell(new PoolEvent.RetryDecided(events.pool(), target, RetryOutcome.SENT));
            return null;
        }
        return refused(share, knob, answer == RetryBudget.Answer.USED_UP);
    }

    private RetryBudgetException refused(double share, String knob, boolean isNews) {
        RetryBudgetException refusal = exception(share, knob);
        if (isNews) {
            LOG.warn("{}", refusal.getMessage());
        }
        events.tell(new PoolEvent.RetryDecided(events.pool(), target, RetryOutcome.BUDGET_USED_UP));
        return refusal;
    }

    private RetryBudgetException exception(double share, String knob) {
        String message = "Pool '" + events.pool() + "': the request to " + target
                + " was not sent again, because retries are used up: " + knob + " allows " + share
                + " of the requests of the last 10 s, and 10 more. Too many requests fail; more load would"
                + " not help the server.";
        return new RetryBudgetException(message, events.pool(), target, share);
    }
}
