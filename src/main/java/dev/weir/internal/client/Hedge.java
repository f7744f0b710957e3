package dev.weir.internal.client;

import dev.weir.event.HedgeOutcome;
import dev.weir.internal.hedge.HedgeRace;
import dev.weir.internal.hedge.ResponseTimes;
import dev.weir.internal.pool.RouteHedges;
import org.jspecify.annotations.Nullable;

/**
 * A request that may be hedged, for blocking and asynchronous clients: decides when its hedge begins and whose response
 * counts, and reports that. Thread-safe.
 */
final class Hedge {

    private final Hedging hedging;
    private final RouteHedges hedges;
    private final HedgeRace race = new HedgeRace();

    // Both written when the first request is sent.
    private volatile @Nullable HedgeAlarm alarm;
    private volatile long sentNanos;

    Hedge(Hedging hedging, RouteHedges hedges) {
        this.hedging = hedging;
        this.hedges = hedges;
    }

    /** Notes that the first request is sent, and schedules the hedge the first time. */
    void sent(long afterNanos, Runnable hedge) {
        if (sentNanos != 0) {
            return; // it is replayed
        }
        long nowNanos = System.nanoTime();
        sentNanos = nowNanos == 0 ? 1 : nowNanos;
        if (afterNanos != ResponseTimes.UNKNOWN) {
            alarm = HedgeAlarm.set(nowNanos, afterNanos, hedge);
        }
    }

    /** Begins the hedge, if the call still wants it and the budgets allow it. */
    boolean begins() {
        return hedges.begin(race, hedging.retryShare());
    }

    /** Tells whether a response already counts, or the call was canceled. */
    boolean isOver() {
        return race.isOver();
    }

    /** Prevents a hedge from beginning. */
    void cancel() {
        race.cancel();
    }

    /** Notes an acceptable response of one of the two; returns whether that is the one that counts. */
    HedgeRace.Response responds() {
        return race.responds();
    }

    /** Notes that the caller gets the response of the first request. */
    void firstCounts(HedgeRace.Response worth) {
        alarmOff();
        if (worth == HedgeRace.Response.COUNTS_BESIDE_HEDGE) {
            hedges.ended(HedgeOutcome.LOST);
        }
        answered();
    }

    /** Notes that the caller gets the response of the hedge. */
    void hedgeCounts() {
        hedges.ended(HedgeOutcome.WON);
        answered();
    }

    private void answered() {
        hedges.answered(sentNanos == 0 ? 0 : System.nanoTime() - sentNanos, hedging.after());
    }

    /** Notes that the first request failed; returns what becomes of the call. */
    HedgeRace.Failure firstFails() {
        alarmOff();
        return race.firstFails();
    }

    /** Notes that the hedge failed; returns what becomes of the call. */
    HedgeRace.Failure hedgeFails() {
        HedgeRace.Failure what = race.hedgeFails();
        if (what != HedgeRace.Failure.OVER) {
            hedges.ended(HedgeOutcome.FAILED);
        }
        return what;
    }

    private void alarmOff() {
        HedgeAlarm set = alarm;
        if (set != null) {
            set.off();
        }
    }
}
