package dev.weir.internal.keepalive;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The idle ages at which a server ended connections, and the limit that follows from them. One moment is one piece of
 * evidence, however many connections end in it; connections that end at one moment at different ages indicate a restart and
 * prove nothing. Evidence is dropped when connections outlive it. Takes the time; not thread-safe.
 */
final class ClosedAges {

    static final int AGREEING = 3;

    private static final int KEPT = 16;
    // How many connections of that age refute a piece of evidence; one that is a quarter older does alone.
    private static final int OUTLIVED_OFTEN = 20;
    private static final long FORGOTTEN_AFTER_NANOS = TimeUnit.HOURS.toNanos(1);

    private final Deque<ClosedMoment> moments = new ArrayDeque<>();
    // The last moment at which one was closed that had not been idle.
    private @Nullable ClosedMoment unrested;

    /** Notes that a connection was found closed at one age, after it was open at another. */
    void closed(long openNanos, long closedNanos, long nowNanos) {
        if (closedNanos < ClosedMoment.RESOLUTION_NANOS) {
            closedUnrested(nowNanos);
            return;
        }
        forgetOld(nowNanos);
        long earliestNanos = nowNanos - (closedNanos - openNanos);
        ClosedMoment last = moments.peekLast();
        if (last != null && last.includes(earliestNanos)) {
            last.add(openNanos, closedNanos);
            return;
        }
        ClosedMoment moment = new ClosedMoment(openNanos, closedNanos, nowNanos);
        if (unrested != null && unrested.includes(earliestNanos)) {
            moment.mix();
        }
        moments.addLast(moment);
        if (moments.size() > KEPT) {
            moments.removeFirst();
        }
    }

    /**
     * Notes that a connection was found closed that had not been idle, as far as known. Alone that proves nothing; together
     * with others it shows that they were not closed for being idle either.
     */
    void closedUnrested(long nowNanos) {
        ClosedMoment last = moments.peekLast();
        if (last != null && last.includes(nowNanos)) {
            last.mix();
        }
        unrested = new ClosedMoment(0, 0, nowNanos);
    }

    // The present limit is dropped only if it is refuted.
    private void forgetOld(long nowNanos) {
        if (limitNanos(nowNanos) == Long.MAX_VALUE) {
            moments.removeIf(moment -> nowNanos - moment.endNanos() > FORGOTTEN_AFTER_NANOS);
        }
    }

    /** Notes that a connection was reused at an age, and got a response. */
    void outlived(long ageNanos) {
        moments.removeIf(moment -> moment.noteOutlived(ageNanos, OUTLIVED_OFTEN));
    }

    /** Notes that a connection is open at an age, or at the greatest possible age. */
    void seenOpen(long ageNanos, boolean isGreatest) {
        moments.removeIf(moment -> moment.isFarBelow(ageNanos) || (isGreatest && moment.ageNanos() < ageNanos));
    }

    void clear() {
        moments.clear();
    }

    /** Tells whether the last moment was long ago. */
    boolean isOld(long nowNanos) {
        ClosedMoment last = moments.peekLast();
        return last != null && nowNanos - last.endNanos() > FORGOTTEN_AFTER_NANOS;
    }

    /** Returns the smallest age of all; the largest number if there is none. */
    long smallestNanos() {
        return moments.stream().mapToLong(ClosedMoment::ageNanos).min().orElse(Long.MAX_VALUE);
    }

    /** Tells whether a moment may still go on, so its evidence is not known yet. */
    boolean isUndecided(long nowNanos) {
        ClosedMoment last = moments.peekLast();
        return last != null && last.includes(nowNanos);
    }

    /**
     * Returns how long a connection may be idle: the smallest age at which several moments agree, less a tenth or less their
     * difference. The largest number if they do not agree.
     */
    long limitNanos(long nowNanos) {
        ClosedMoment[] decided = moments.stream()
                .filter(moment -> !moment.isRestart() && !moment.includes(nowNanos))
                .sorted((a, b) -> Long.compare(a.ageNanos(), b.ageNanos()))
                .toArray(ClosedMoment[]::new);
        for (int i = 0; i + AGREEING <= decided.length; i++) {
            long smallest = decided[i].ageNanos();
            if (ClosedMoment.agree(smallest, decided[i + AGREEING - 1].ageNanos())) {
                return below(smallest, greatestAgreeing(decided, i));
            }
        }
        return Long.MAX_VALUE;
    }

    private static long greatestAgreeing(ClosedMoment[] sorted, int first) {
        long greatest = sorted[first].ageNanos();
        for (int i = first;
                i < sorted.length && ClosedMoment.agree(sorted[first].ageNanos(), sorted[i].ageNanos());
                i++) {
            greatest = sorted[i].ageNanos();
        }
        return greatest;
    }

    private static long below(long smallest, long greatest) {
        long margin = Math.max(smallest / 10, Math.min(smallest / 2, greatest - smallest));
        return Math.max(1, smallest - margin);
    }
}
