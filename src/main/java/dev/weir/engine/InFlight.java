package dev.weir.engine;

import org.apache.hc.core5.io.ModalCloseable;

/**
 * Limits the exchanges under way in a segment. An exchange lasts from the grant of an entry, which may have to be dialed
 * first, until the entry comes back. A dial without a caller is none. Guarded by the segment's gate.
 */
final class InFlight<T, C extends ModalCloseable> {

    private final Entries<T, C> entries;
    private final Dials<T, C> dials;

    private int limit;
    // Whether the limit was lowered below the number under way; read also without the gate.
    private volatile boolean exceeded;

    InFlight(Entries<T, C> entries, Dials<T, C> dials, int limit) {
        this.entries = entries;
        this.dials = dials;
        this.limit = limit;
    }

    /** How many exchanges are under way. */
    int now() {
        return entries.uses() - dials.orphans();
    }

    void limit(int newLimit) {
        limit = newLimit;
    }

    /** Tells whether no exchange can be added. */
    boolean isFull() {
        return now() >= limit;
    }

    /** Tells, also without the gate, whether more are under way than a lowered limit allows. */
    boolean isExceeded() {
        return exceeded;
    }

    /** Looks at the number under way. Call it before leaving the gate. */
    void settle() {
        boolean isAbove = now() > limit;
        if (exceeded != isAbove) {
            exceeded = isAbove;
        }
    }
}
