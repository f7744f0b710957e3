package dev.weir.engine;

import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The callers that wait in a segment, first come, first served. Neither leaving nor finding the next caller on other terms
 * looks at all of them. For the first of them, which are admitted, a dial is under way; the others are pending, and counted
 * for the whole pool. Guarded by the segment's gate.
 */
final class WaiterQueue {

    private final SegmentedPool<?> pool;

    // Those on the same terms, by their arrival. No records and no comparators: the first request of a JVM comes by
    // here, and would have to make their code.
    private Map<LeaseTerms, NavigableMap<Long, Waiter>> uncovered = Map.of();
    private Map<LeaseTerms, NavigableMap<Long, Waiter>> covered = Map.of();
    private int size;

    /** How many are pending; read also without the gate. */
    volatile int pending;

    private long arrivals;

    WaiterQueue(SegmentedPool<?> pool) {
        this.pool = pool;
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
    Waiter first() {
        return firstAfter(-1, false);
    }

    /** Returns the first one that is not admitted; null if there is none. */
    @Nullable
    Waiter firstPending() {
        return firstAfter(-1, true);
    }

    /** Returns the first waiter of another kind that came after a given one; null if there is none. */
    @Nullable
    Waiter firstBehind(Waiter other) {
        return firstAfter(other.arrival, false);
    }

    private @Nullable Waiter firstAfter(long arrival, boolean isPending) {
        if (size == 0) {
            return null;
        }
        Waiter pendingFirst = first(uncovered, arrival);
        Waiter coveredFirst = isPending ? null : first(covered, arrival);
        return coveredFirst == null || (pendingFirst != null && pendingFirst.arrival < coveredFirst.arrival)
                ? pendingFirst
                : coveredFirst;
    }

    // Of the first ones on each terms.
    private static @Nullable Waiter first(Map<LeaseTerms, NavigableMap<Long, Waiter>> kinds, long after) {
        Waiter oldest = null;
        for (NavigableMap<Long, Waiter> alike : kinds.values()) {
            Map.Entry<Long, Waiter> first = alike.firstEntry();
            if (first != null && first.getKey() > after && (oldest == null || first.getKey() < oldest.arrival)) {
                oldest = first.getValue();
            }
        }
        return oldest;
    }

    /** Returns the last of the admitted ones that came before others, last first. */
    List<Waiter> lastAdmitted(int most, long before) {
        return most <= 0
                ? List.of()
                : covered.values().stream()
                        .flatMap(alike -> alike.headMap(before).values().stream())
                        .sorted(Comparator.comparingLong((Waiter waiter) -> waiter.arrival)
                                .reversed())
                        .limit(most)
                        .toList();
    }

    void add(Waiter waiter) {
        if (size == 0) { // an idle route keeps no maps
            uncovered = new EnumMap<>(LeaseTerms.class);
            covered = new EnumMap<>(LeaseTerms.class);
        }
        waiter.arrival = arrivals++;
        waiter.queued = true;
        put(waiter);
        size++;
        pending(1);
    }

    private void put(Waiter waiter) {
        Map<LeaseTerms, NavigableMap<Long, Waiter>> kinds = alike(waiter);
        NavigableMap<Long, Waiter> alike = kinds.get(waiter.terms);
        if (alike == null) {
            alike = new TreeMap<>();
            kinds.put(waiter.terms, alike);
        }
        alike.put(waiter.arrival, waiter);
    }

    private Map<LeaseTerms, NavigableMap<Long, Waiter>> alike(Waiter waiter) {
        return waiter.isCovered() ? covered : uncovered;
    }

    @SuppressWarnings("NonAtomicVolatileUpdate") // behind the gate
    private void pending(int change) {
        pending += change;
        pool.pending.add(change);
    }

    /** Notes that a dial is under way for a waiter, or not any longer. */
    void cover(Waiter waiter, boolean isCovered) {
        if (take(waiter)) {
            waiter.cover(isCovered);
            put(waiter);
            pending(isCovered ? -1 : 1);
        }
    }

    private boolean take(Waiter waiter) {
        NavigableMap<Long, Waiter> alike = waiter.queued ? alike(waiter).get(waiter.terms) : null;
        return alike != null && alike.remove(waiter.arrival, waiter);
    }

    /** Removes a waiter, if it is here. */
    void remove(Waiter waiter) {
        if (take(waiter)) {
            waiter.queued = false;
            size--;
            pending(waiter.isCovered() ? 0 : -1);
            if (size == 0) {
                uncovered = Map.of();
                covered = Map.of();
            }
        }
    }

    /** Ends the wait of all callers. */
    void endAll(Effects effects) {
        for (Waiter waiter = first(); waiter != null; waiter = first()) {
            remove(waiter);
            effects.end(waiter);
        }
    }
}
