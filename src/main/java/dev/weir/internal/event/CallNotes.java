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
    private boolean isCancelled;
    private @Nullable Throwable failure;
    private int exchanges;
    private @Nullable ExchangeNotes last;
    private List<ExchangeFacts> earlier = List.of();

    /** Forgets the call before. */
    void begin(long nowNanos) {
        begunNanos = nowNanos;
        isBegun = true;
        last = null;
        earlier = List.of();
        exchanges = 0;
        isEnded = false;
        isCancelled = false;
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
        long freeNanos = lastNanos();
        keepLast();
        isEnded = false;
        isCancelled = false;
        failure = null;
        LeaseResult got = how.within(nowNanos - freeNanos);
        DialFacts dial = dialed.within(nowNanos - freeNanos - got.waitNanos());
        last = new ExchangeNotes(got, dial, to, wire, freeNanos, nowNanos);
        exchanges++;
    }

    private long lastNanos() {
        return last != null ? last.lastNanos() : begunNanos;
    }

    private void keepLast() {
        ExchangeNotes before = last;
        if (before != null) {
            before.ended(null, before.lastNanos());
            earlier = joined(earlier, List.of(before.picture()));
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

    /**
     * Ends the exchange, and the call if no other follows; a success does not replace an earlier failure, and nothing that
     * follows replaces the end of a call that was given up.
     */
    void ended(@Nullable Throwable cause, long nowNanos) {
        if (isCancelled) {
            return;
        }
        failure = cause == null ? failure : cause;
        isEnded = true;
        endedNanos = nowNanos;
        if (last != null) {
            last.ended(cause, nowNanos);
        }
    }

    /** Ends the call because its caller gave it up: what its exchange failed with is a consequence of that. */
    void givenUp(long nowNanos) {
        ended(null, nowNanos);
        failure = null;
        if (last != null) {
            last.pardon();
        }
        isCancelled = last == null || !last.isAnswered();
    }

    KeptFacts now() {
        KeptFacts.Course course = new KeptFacts.Course(begunNanos, endedNanos, isEnded, isCancelled, failure);
        return new KeptFacts(course, exchanges, earlier, last == null ? null : last.picture());
    }

    /** Returns the time from its begin to its end; 0 while it has not ended. */
    long totalNanos() {
        return isEnded ? endedNanos - begunNanos : 0;
    }
}
