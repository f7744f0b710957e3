package dev.weir.internal.event;

import dev.weir.event.ExchangeFacts;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The notes on a call while it is under way. Guarded by the lock of the facts that it belongs to. */
final class CallNotes {

    private static final int MOST_EARLIER = 19;
    private static final int FIRST_KEPT = 10;

    private long begunNanos;
    private boolean isBegun;
    private long endedNanos;
    private boolean isEnded;
    private @Nullable Throwable failure;
    private int exchanges;
    private @Nullable ExchangeNotes last;
    private List<ExchangeFacts> earlier = List.of();

    // The facts of the hedge whose response counts; null if there is none.
    private @Nullable LeaseFactsData hedge;

    /** Forgets the call before. */
    void begin(long nowNanos) {
        begunNanos = nowNanos;
        isBegun = true;
        last = null;
        hedge = null;
        earlier = List.of();
        exchanges = 0;
        isEnded = false;
        failure = null;
    }

    long begunNanos() {
        return begunNanos;
    }

    boolean isEnded() {
        return isEnded;
    }

    /** Returns the exchange under way, or the last one. */
    @Nullable
    ExchangeNotes last() {
        return last;
    }

    void sending(LeaseResult how, DialFacts dialed, ConnectionEnds to, @Nullable Wire wire, long nowNanos) {
        if (!isBegun) {
            begunNanos = nowNanos - how.waitNanos() - dialed.nanos() - dialed.agoNanos();
            isBegun = true;
        }
        // A request that is sent once more by the same lease has waited and dialed before it was sent for the first
        // time.
        keepHedge();
        long freeNanos = lastNanos();
        keepLast();
        isEnded = false;
        failure = null;
        LeaseResult got = how.within(nowNanos - freeNanos);
        DialFacts dial = dialed.within(nowNanos - freeNanos - got.waitNanos());
        last = new ExchangeNotes(got, dial, to, wire, freeNanos, nowNanos);
        exchanges++;
    }

    // Of a call whose hedge counted, the end is that of the hedge.
    private long lastNanos() {
        return last != null ? last.lastNanos() : isEnded ? endedNanos : begunNanos;
    }

    private void keepLast() {
        ExchangeNotes before = last;
        if (before != null) {
            before.ended(null, before.lastNanos());
            earlier = joined(earlier, List.of(before.picture()));
        }
    }

    private void keepHedge() {
        LeaseFactsData counted = hedge;
        if (counted != null) {
            KeptFacts known = counted.now();
            exchanges += known.exchanges();
            earlier = joined(earlier, known.attempts());
            hedge = null;
        }
    }

    private static List<ExchangeFacts> joined(List<ExchangeFacts> before, List<? extends ExchangeFacts> after) {
        List<ExchangeFacts> all = new ArrayList<>(before);
        for (ExchangeFacts each : after) {
            if (all.size() == MOST_EARLIER) {
                all.remove(FIRST_KEPT);
            }
            all.add(each);
        }
        return List.copyOf(all);
    }

    /** Ends the exchange, and the call if no other follows; a success does not replace an earlier failure. */
    void ended(@Nullable Throwable cause, long nowNanos) {
        failure = cause == null ? failure : cause;
        isEnded = true;
        endedNanos = nowNanos;
        if (last != null) {
            last.ended(cause, nowNanos);
        }
    }

    /** Goes on with a hedge that began at a time; the exchanges beside which it was sent end then. */
    void goesOnWith(LeaseFactsData counted, long hedgeNanos) {
        earlier = earlier.stream()
                .map(each -> each instanceof ExchangeData known ? known.until(hedgeNanos) : each)
                .toList();
        if (last != null) {
            earlier = joined(earlier, List.of(last.until(hedgeNanos)));
        }
        last = null;
        hedge = counted;
        isEnded = false;
        failure = null;
    }

    /** Tells whether a hedge counts, and no exchange has followed it. */
    boolean isHedge(LeaseFactsData counted) {
        return hedge == counted;
    }

    /** Ends the call as its hedge has ended. */
    void endedAs(KeptFacts.Course course) {
        failure = null;
        ended(course.failure(), course.endedNanos());
    }

    KeptFacts now() {
        KeptFacts.Course course = new KeptFacts.Course(begunNanos, endedNanos, isEnded, failure);
        KeptFacts counted = hedge == null ? null : hedge.now();
        return counted == null
                ? new KeptFacts(course, exchanges, earlier, last == null ? null : last.picture())
                : new KeptFacts(
                        course, exchanges + counted.exchanges(), joined(earlier, counted.earlier()), counted.last());
    }

    /** Returns the time from its begin to its end; 0 while it has not ended. */
    long totalNanos() {
        return isEnded ? endedNanos - begunNanos : 0;
    }
}
