package dev.weir.internal.pool;

import dev.weir.event.HedgeOutcome;
import dev.weir.internal.hedge.HedgeBudget;
import dev.weir.internal.hedge.ResponseTimes;
import java.util.function.Consumer;
import java.util.function.DoublePredicate;

/**
 * The hedges of one route: after which time one is worth it, how many there may be, and what is told of them. Thread-safe.
 */
public final class RouteHedges {

    private final DoublePredicate retries;
    private final Consumer<HedgeOutcome> events;
    private final ResponseTimes times = new ResponseTimes();
    private final HedgeBudget budget = new HedgeBudget();

    /**
     * Creates those of a route.
     *
     * @param retries takes a request out of the budget of the retries, by the share that each request adds to it
     * @param events is told what became of each hedge
     */
    RouteHedges(DoublePredicate retries, Consumer<HedgeOutcome> events) {
        this.retries = retries;
        this.events = events;
    }

    /**
     * Notes that a request begins that may be hedged.
     *
     * @param max hedges per request
     * @return after which time a hedge is worth it; {@link ResponseTimes#UNKNOWN} while that is not known
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
     * Takes a hedge out of its own budget and out of that of the retries.
     *
     * @param retryShare how many retries each request adds to the latter
     * @return whether a hedge may be sent
     */
    public boolean take(double retryShare) {
        boolean isGranted = budget.take() && retries.test(retryShare);
        if (!isGranted) {
            ended(HedgeOutcome.BUDGET_USED_UP);
        }
        return isGranted;
    }

    /**
     * Tells what became of a hedge.
     *
     * @param outcome what
     */
    public void ended(HedgeOutcome outcome) {
        events.accept(outcome);
    }
}
