package dev.weir.engine;

import java.util.EnumMap;
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
    private Map<LeaseTerms, NavigableMap<Long, Waiter>> byTerms = Map.of();
    private int size;

    /** How many are pending; read also without the gate. */
    volatile int pending;

    private long arrivals;
    // That of the latest that came back.
    private long earliest;
    // Those that arrived before it are admitted, the others pending.
    private long firstPending;

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
        return firstAfter(Long.MIN_VALUE);
    }

    /** Returns the first one that is not admitted; null if there is none. */
    @Nullable
    Waiter firstPending() {
        return pending == 0 ? null : firstAfter(firstPending - 1);
    }

    /** Returns the first waiter of another kind that came after a given one; null if there is none. */
    @Nullable
    Waiter firstBehind(Waiter other) {
        return firstAfter(other.arrival);
    }

    // Of the first admitted and the first pending ones on each terms.
    private @Nullable Waiter firstAfter(long arrival) {
        Waiter first = null;
        for (NavigableMap<Long, Waiter> alike : byTerms.values()) {
            Map.Entry<Long, Waiter> next = alike.firstEntry();
            if (next != null && next.getKey() <= arrival) {
                next = alike.ceilingEntry(firstPending);
            }
            if (next != null && next.getKey() > arrival && (first == null || next.getKey() < first.arrival)) {
                first = next.getValue();
            }
        }
        return first;
    }

    /** Returns the last admitted one that came before others; null if there is none. */
    @Nullable
    Waiter lastAdmitted(long before) {
        Waiter last = null;
        for (NavigableMap<Long, Waiter> alike : byTerms.values()) {
            Map.Entry<Long, Waiter> previous = alike.lowerEntry(Math.min(before, firstPending));
            if (previous != null && (last == null || previous.getKey() > last.arrival)) {
                last = previous.getValue();
            }
        }
        return last;
    }

    void add(Waiter waiter) {
        add(waiter, arrivals++);
        pending(1);
    }

    /** Adds one that had an entry already, before all others: it is admitted, as if a dial were under way for it. */
    void addFirst(Waiter waiter) {
        add(waiter, --earliest);
        waiter.cover(true);
    }

    private void add(Waiter waiter, long arrival) {
        if (size == 0) { // an idle route keeps no maps
            byTerms = new EnumMap<>(LeaseTerms.class);
        }
        waiter.arrival = arrival;
        waiter.queued = true;
        NavigableMap<Long, Waiter> alike = byTerms.get(waiter.terms);
        if (alike == null) {
            alike = new TreeMap<>();
            byTerms.put(waiter.terms, alike);
        }
        alike.put(arrival, waiter);
        size++;
    }

    @SuppressWarnings("NonAtomicVolatileUpdate") // behind the gate
    private void pending(int change) {
        pending += change;
        pool.pending.add(change);
    }

    /** Notes that a dial is under way for the first pending one, or not any longer for the last admitted one. */
    void cover(Waiter waiter, boolean isCovered) {
        waiter.cover(isCovered);
        firstPending = isCovered ? waiter.arrival + 1 : waiter.arrival;
        pending(isCovered ? -1 : 1);
    }

    /** Removes a waiter, if it is here. */
    void remove(Waiter waiter) {
        NavigableMap<Long, Waiter> alike = waiter.queued ? byTerms.get(waiter.terms) : null;
        if (alike != null && alike.remove(waiter.arrival, waiter)) {
            waiter.queued = false;
            size--;
            pending(waiter.isCovered() ? 0 : -1);
            if (size == 0) {
                byTerms = Map.of();
            }
        }
    }

    /** Ends the wait of all callers. */
    void endAll(Effects effects) {
        for (Waiter waiter = first(); waiter != null; waiter = first()) {
            remove(waiter);
            effects.end(waiter, Waiter.CANCELED);
        }
    }
}
