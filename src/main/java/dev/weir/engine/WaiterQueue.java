package dev.weir.engine;

import java.util.Comparator;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.apache.hc.core5.io.ModalCloseable;
import org.jspecify.annotations.Nullable;

/**
 * The callers that wait in a segment, first come, first served. Neither leaving nor finding the next caller on other terms
 * looks at all of them. For the first of them, which are admitted, a dial is under way; the others are pending, and counted
 * for the whole pool. Guarded by the segment's gate.
 */
final class WaiterQueue<T, C extends ModalCloseable> {

    private record Kind(LeaseTerms terms, boolean isCovered) {}

    private final Counts counts;

    // Those of a kind, in the order of their arrival. Made for the first: a route without a queue needs none.
    private @Nullable Map<Kind, Set<Waiter<T, C>>> byKind;
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

    // Of the first ones of each kind.
    private @Nullable Waiter<T, C> firstAfter(long arrival, boolean isPending) {
        if (size == 0 || byKind == null) {
            return null;
        }
        Waiter<T, C> oldest = null;
        for (Set<Waiter<T, C>> alike : byKind.values()) {
            Iterator<Waiter<T, C>> all = alike.iterator();
            Waiter<T, C> first = all.hasNext() ? all.next() : null;
            if (first != null
                    && first.arrival > arrival
                    && !(isPending && first.isCovered())
                    && (oldest == null || first.arrival < oldest.arrival)) {
                oldest = first;
            }
        }
        return oldest;
    }

    /** Returns the last of the admitted ones that came before others, last first. */
    List<Waiter<T, C>> lastAdmitted(int most, long before) {
        if (most <= 0 || byKind == null) {
            return List.of();
        }
        return byKind.entrySet().stream()
                .filter(kind -> kind.getKey().isCovered)
                .flatMap(kind -> kind.getValue().stream())
                .filter(waiter -> waiter.arrival < before)
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
        if (byKind == null) {
            byKind = new HashMap<>();
        }
        byKind.computeIfAbsent(kind(waiter), any -> new TreeSet<>(Comparator.comparingLong(each -> each.arrival)))
                .add(waiter);
    }

    private static Kind kind(Waiter<?, ?> waiter) {
        return new Kind(waiter.terms, waiter.isCovered());
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
        Set<Waiter<T, C>> alike = byKind == null || !waiter.queued ? null : byKind.get(kind(waiter));
        return alike != null && alike.remove(waiter);
    }

    /** Removes a waiter, if it is here. */
    void remove(Waiter<T, C> waiter) {
        if (take(waiter)) {
            waiter.queued = false;
            size--;
            pending(waiter.isCovered() ? 0 : -1);
            if (size == 0) {
                byKind = null;
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
