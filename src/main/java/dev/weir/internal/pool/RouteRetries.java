package dev.weir.internal.pool;

import dev.weir.event.PoolEvent;
import dev.weir.event.RetryOutcome;
import dev.weir.failure.RetryBudgetException;
import dev.weir.internal.diagnosis.RetryFigures;
import dev.weir.internal.log.Log;
import dev.weir.internal.retry.RetryBudget;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** The retries of one route: its budget, and its events. Thread-safe. */
final class RouteRetries {

    /** The time span of findings. */
    static final long FORGIVEN_AFTER_NANOS = TimeUnit.MINUTES.toNanos(10);

    private static final Log LOG = Log.of("retry");

    private final String target;
    private final PoolEvents events;
    private final RetryBudget budget;
    private final AtomicReference<Shortage> shortage = new AtomicReference<>(Shortage.NONE);

    /** The outcomes of retries since the first refusal. */
    private record Shortage(long refused, long sent, double share, long lastNanos) {
        static final Shortage NONE = new Shortage(0, 0, 0, 0);

        boolean isOver(long nowNanos) {
            return refused == 0 || nowNanos - lastNanos >= FORGIVEN_AFTER_NANOS;
        }

        Shortage refused(double newShare, long nowNanos) {
            return isOver(nowNanos)
                    ? new Shortage(1, 0, newShare, nowNanos)
                    : new Shortage(refused + 1, sent, newShare, nowNanos);
        }

        Shortage another() {
            return refused == 0 ? this : new Shortage(refused, sent + 1, share, lastNanos);
        }
    }

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
            shortage.updateAndGet(Shortage::another);
            if (answer == RetryBudget.Answer.GRANTED_AGAIN) {
                LOG.info("Pool '{}': failed requests to {} are sent again", events.pool(), target);
            }
            events.tell(new PoolEvent.RetryDecided(events.pool(), target, RetryOutcome.SENT));
            return null;
        }
        return refused(nowNanos, share, knob, answer == RetryBudget.Answer.USED_UP);
    }

    private RetryBudgetException refused(long nowNanos, double share, String knob, boolean isNews) {
        shortage.updateAndGet(last -> last.refused(share, nowNanos));
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

    RetryFigures figures(long nowNanos) {
        Shortage last = Objects.requireNonNull(shortage.get());
        return last.isOver(nowNanos) ? RetryFigures.NONE : new RetryFigures(last.refused, last.sent, last.share);
    }
}
