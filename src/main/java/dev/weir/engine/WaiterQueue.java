package dev.weir.engine;

import java.util.EnumMap;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.apache.hc.core5.io.ModalCloseable;
import org.jspecify.annotations.Nullable;

/**
 * The callers that wait in a segment, first come, first served, counted for the whole pool. Leaving takes constant time, and
 * so does finding the next caller on other terms. Guarded by the segment's gate.
 */
final class WaiterQueue<T, C extends ModalCloseable> {

    private final Counts counts;

    // Those on the same terms, in the order of their arrival. Made for the first: most routes never have a queue.
    private @Nullable Map<LeaseTerms, Set<Waiter<T, C>>> byTerms;

    /** How many there are; read also without the gate. */
    volatile int size;

    private long arrivals;

    WaiterQueue(Counts counts) {
        this.counts = counts;
    }

    /** Returns the first waiter; null if there is none. */
    @Nullable
    Waiter<T, C> first() {
        return firstAfter(-1);
    }

    /** Returns the first waiter with other terms that came after a given one; null if there is none. */
    @Nullable
    Waiter<T, C> firstBehind(Waiter<T, C> other) {
        return firstAfter(other.arrival);
    }

    // Of the first ones on each kind of terms.
    private @Nullable Waiter<T, C> firstAfter(long arrival) {
        if (size == 0 || byTerms == null) {
            return null;
        }
        Waiter<T, C> oldest = null;
        for (Set<Waiter<T, C>> alike : byTerms.values()) {
            Iterator<Waiter<T, C>> all = alike.iterator();
            Waiter<T, C> first = all.hasNext() ? all.next() : null;
            if (first != null && first.arrival > arrival && (oldest == null || first.arrival < oldest.arrival)) {
                oldest = first;
            }
        }
        return oldest;
    }

    @SuppressWarnings("NonAtomicVolatileUpdate") // behind the gate
    void add(Waiter<T, C> waiter) {
        if (byTerms == null) {
            byTerms = new EnumMap<>(LeaseTerms.class);
        }
        waiter.arrival = arrivals++;
        waiter.queued = true;
        byTerms.computeIfAbsent(waiter.terms, any -> new LinkedHashSet<>()).add(waiter);
        size++;
        counts.pending.add(1);
    }

    /** Removes a waiter, if it is here. */
    @SuppressWarnings("NonAtomicVolatileUpdate") // behind the gate
    void remove(Waiter<T, C> waiter) {
        Set<Waiter<T, C>> alike = byTerms == null ? null : byTerms.get(waiter.terms);
        if (alike != null && alike.remove(waiter)) {
            waiter.queued = false;
            size--;
            counts.pending.add(-1);
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
