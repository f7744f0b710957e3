package dev.weir.engine;

import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.apache.hc.core5.io.ModalCloseable;
import org.jspecify.annotations.Nullable;

/**
 * The callers that wait in a segment, first come, first served. Neither leaving nor finding the next caller on other terms
 * looks at all of them. For the first of them, which are admitted, a dial is under way; the others are pending, and counted
 * for the whole pool. Guarded by the segment's gate.
 */
final class WaiterQueue<T, C extends ModalCloseable> {

    private final Counts counts;

    // Those on the same terms, by their arrival. No records and no comparators: the first request of a JVM comes by
    // here,
    // and would have to make their code.
    private final Map<LeaseTerms, NavigableMap<Long, Waiter<T, C>>> uncovered = new EnumMap<>(LeaseTerms.class);
    private final Map<LeaseTerms, NavigableMap<Long, Waiter<T, C>>> covered = new EnumMap<>(LeaseTerms.class);
    private int size;

    /** How many are pending; read also without the gate. */
    volatile int pending;

    private long arrivals;

    WaiterQueue(Counts counts) {
        this.counts = counts;
    }

    int size() {
        return size;
    }

    int admitted() {
        return size - pending;
    }

    /** How many have come by now. */
    long arrivals() {
        return arrivals;
    }

    /** Returns the first waiter; null if there is none. */
    @Nullable
    Waiter<T, C> first() {
        return firstAfter(-1, false);
    }

    /** Returns the first one that is not admitted; null if there is none. */
    @Nullable
    Waiter<T, C> firstPending() {
        return firstAfter(-1, true);
    }

    /** Returns the first waiter of another kind that came after a given one; null if there is none. */
    @Nullable
    Waiter<T, C> firstBehind(Waiter<T, C> other) {
        return firstAfter(other.arrival, false);
    }

    private @Nullable Waiter<T, C> firstAfter(long arrival, boolean isPending) {
        if (size == 0) {
            return null;
        }
        Waiter<T, C> pendingFirst = first(uncovered, arrival);
        Waiter<T, C> coveredFirst = isPending ? null : first(covered, arrival);
        return coveredFirst == null || (pendingFirst != null && pendingFirst.arrival < coveredFirst.arrival)
                ? pendingFirst
                : coveredFirst;
    }

    // Of the first ones on each terms.
    private static <T, C extends ModalCloseable> @Nullable Waiter<T, C> first(
            Map<LeaseTerms, NavigableMap<Long, Waiter<T, C>>> kinds, long after) {
        Waiter<T, C> oldest = null;
        for (NavigableMap<Long, Waiter<T, C>> alike : kinds.values()) {
            Map.Entry<Long, Waiter<T, C>> first = alike.firstEntry();
            if (first != null && first.getKey() > after && (oldest == null || first.getKey() < oldest.arrival)) {
                oldest = first.getValue();
            }
        }
        return oldest;
    }

    /** Returns the last of the admitted ones that came before others, last first. */
    List<Waiter<T, C>> lastAdmitted(int most, long before) {
        return most <= 0
                ? List.of()
                : covered.values().stream()
                        .flatMap(alike -> alike.headMap(before).values().stream())
                        .sorted(Comparator.comparingLong((Waiter<T, C> waiter) -> waiter.arrival)
                                .reversed())
                        .limit(most)
                        .toList();
    }

    void add(Waiter<T, C> waiter) {
        waiter.arrival = arrivals++;
        waiter.queued = true;
        put(waiter);
        size++;
        pending(1);
    }

    private void put(Waiter<T, C> waiter) {
        Map<LeaseTerms, NavigableMap<Long, Waiter<T, C>>> kinds = alike(waiter);
        NavigableMap<Long, Waiter<T, C>> alike = kinds.get(waiter.terms);
        if (alike == null) {
            alike = new TreeMap<>();
            kinds.put(waiter.terms, alike);
        }
        alike.put(waiter.arrival, waiter);
    }

    private Map<LeaseTerms, NavigableMap<Long, Waiter<T, C>>> alike(Waiter<T, C> waiter) {
        return waiter.isCovered() ? covered : uncovered;
    }

    @SuppressWarnings("NonAtomicVolatileUpdate") // behind the gate
    private void pending(int change) {
        pending += change;
        counts.pending.add(change);
    }

    /** Notes that a dial is under way for a waiter, or not any longer. */
    void cover(Waiter<T, C> waiter, boolean isCovered) {
        if (take(waiter)) {
            waiter.cover(isCovered);
            put(waiter);
            pending(isCovered ? -1 : 1);
        }
    }

    private boolean take(Waiter<T, C> waiter) {
        NavigableMap<Long, Waiter<T, C>> alike = waiter.queued ? alike(waiter).get(waiter.terms) : null;
        return alike != null && alike.remove(waiter.arrival, waiter);
    }

    /** Removes a waiter, if it is here. */
    void remove(Waiter<T, C> waiter) {
        if (take(waiter)) {
            waiter.queued = false;
            size--;
            pending(waiter.isCovered() ? 0 : -1);
            if (size == 0) {
                uncovered.clear();
                covered.clear();
            }
        }
    }

    /** Ends the wait of all callers. */
    void endAll(Effects<T, C> effects) {
        for (Waiter<T, C> waiter = first(); waiter != null; waiter = first()) {
            remove(waiter);
            effects.end(waiter);
        }
    }
}
