package dev.weir.internal.pool;

import dev.weir.event.HedgeOutcome;
import dev.weir.internal.hedge.HedgeBudget;
import dev.weir.internal.hedge.HedgeRace;
import dev.weir.internal.hedge.ResponseTimes;
import java.util.function.Consumer;
import java.util.function.DoublePredicate;

/**
 * The hedges of one route: when one is worthwhile, how many there may be, and their events. Thread-safe.
 */
public final class RouteHedges {

    private final DoublePredicate retries;
    private final Runnable giveBack;
    private final Consumer<HedgeOutcome> events;
    private final ResponseTimes times = new ResponseTimes();
    private final HedgeBudget budget = new HedgeBudget();

    /**
     * Creates those of a route.
     *
     * @param retries takes a request out of the budget of the retries, by the share that each request adds to it
     * @param giveBack returns such a request that is not sent
     * @param events receives the outcome of each hedge
     */
    RouteHedges(DoublePredicate retries, Runnable giveBack, Consumer<HedgeOutcome> events) {
        this.retries = retries;
        this.giveBack = giveBack;
        this.events = events;
    }

    /**
     * Notes that a request begins that may be hedged.
     *
     * @param max hedges per request
     * @return after which time a hedge is worthwhile; {@link ResponseTimes#UNKNOWN} while that is not known
     */
    public long begun(double max) {
        budget.earn(max);
        return times.estimateNanos();
    }

    /**
     * Notes that a response has begun.
     *
     * @param nanos the time since its request was sent for the first time
     * @param quantile which quantile of these times a request must exceed to be hedged
     */
    public void answered(long nanos, double quantile) {
        times.add(nanos, quantile);
    }

    /**
     * Begins a hedge, if its call still wants it, and its own budget and that of the retries have one left. A hedge that
     * does not begin uses neither.
     *
     * @param race the state of the call so far
     * @param retryShare how many retries each request adds to the budget of the retries
     * @return whether to send it
     */
    public boolean begin(HedgeRace race, double retryShare) {
        if (!race.mayBegin()) {
            return false;
        }
        if (!take(retryShare)) {
            ended(HedgeOutcome.BUDGET_USED_UP);
            return false;
        }
        if (race.begins()) {
            return true;
        }
        budget.giveBack();
        giveBack.run();
        return false;
    }

    private boolean take(double retryShare) {
        if (!budget.take()) {
            return false;
        }
        boolean isGranted = retries.test(retryShare);
        if (!isGranted) {
            budget.giveBack();
        }
        return isGranted;
    }

    /**
     * Reports the outcome of a hedge.
     *
     * @param outcome the outcome
     */
    public void ended(HedgeOutcome outcome) {
        events.accept(outcome);
    }
}
