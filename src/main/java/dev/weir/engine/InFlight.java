package dev.weir.engine;

import org.apache.hc.core5.io.ModalCloseable;

/**
 * Limits the exchanges under way in a segment: by the limit of its route, and by the limit over all routes, for which it
 * holds one permit per exchange. An exchange lasts from the grant of an entry, which may have to be dialed first, until the
 * entry comes back. A dial without a caller is none. Guarded by the segment's gate.
 *
 * <p>Permits are settled whenever a thread leaves the gate, so the code that changes entries need not mind them. Without a
 * limit over all routes it holds none and counts nothing.
 */
final class InFlight<T, C extends ModalCloseable> {

    private final Entries<T, C> entries;
    private final Dials<T, C> dials;
    private final TotalLimit<T, C> total;
    /** Its place in the queue for the limit over all routes. */
    final QueueNode<T, C> queueNode;

    private int limit;
    // Permits under the limit over all routes.
    private int held;
    // Whether the limit of the route was lowered below the number under way; read also without the gate.
    private volatile boolean lowered;

    InFlight(PoolState<T, C> pool, Contender<T, C> segment, Entries<T, C> entries, Dials<T, C> dials, int limit) {
        this.entries = entries;
        this.dials = dials;
        this.total = pool.inFlight;
        this.queueNode = new QueueNode<>(segment);
        this.limit = limit;
    }

    /** How many exchanges are under way. */
    int now() {
        return entries.uses() - dials.orphans();
    }

    void limit(int newLimit) {
        limit = newLimit;
    }

    /** Tells whether any number may be under way, as is usual, and nothing is left of a former limit. */
    boolean isUnlimited() {
        return limit == TotalLimit.NO_LIMIT && total.max == TotalLimit.NO_LIMIT && held == 0 && !lowered;
    }

    /** Tells whether no exchange can be added, whatever happens on other routes. */
    boolean isFull() {
        return now() >= Math.min(limit, total.max());
    }

    /** Tells whether one more may begin, as far as is known without asking for a permit. */
    boolean hasRoom() {
        return isUnlimited() || (now() < limit && (total.taken() < total.max() || held > now()));
    }

    /** Tells, also without the gate, whether more are under way than a lowered limit allows. */
    boolean isExceeded() {
        return lowered || total.isExceeded();
    }

    /** Takes a permit for one more exchange and tells whether it may begin; if not, queues for a permit where that helps. */
    boolean admits(Effects<T, C> effects) {
        int next = now() + 1;
        return next <= limit && (!total.isLimited() || takePermit(next, effects));
    }

    private boolean takePermit(int next, Effects<T, C> effects) {
        holdFor(Math.max(held, next - 1)); // after a limit was set, there are exchanges without a permit
        if (held >= next && !total.isExceeded()) {
            return true;
        }
        if (total.take()) {
            held++;
            return true;
        }
        total.queue(queueNode, now());
        effects.redistribute();
        return false;
    }

    private void holdFor(int exchanges) {
        total.give(held - exchanges);
        held = exchanges;
    }

    /** Notes a permit that another thread took for this segment when it was first in the queue. */
    void permitted() {
        held++;
    }

    /**
     * Leaves the permit of an exchange that ended to another segment that queues for one, if that segment has none, or two
     * fewer.
     */
    void passOn(Effects<T, C> effects) {
        if (held > 0 && held > now() && total.hasStarving() && total.prefersAnother(queueNode, held)) {
            giveSurplus(effects);
        }
    }

    private void giveSurplus(Effects<T, C> effects) {
        boolean isSurplus = held > now();
        holdFor(total.isLimited() ? now() : 0);
        if (isSurplus && total.hasStarving()) {
            effects.redistribute();
        }
    }

    /** Adjusts the permits to the exchanges under way. Call it before leaving the gate, unless it is unlimited. */
    void settle(Effects<T, C> effects) {
        boolean isAbove = now() > limit;
        if (lowered != isAbove) {
            lowered = isAbove;
        }
        if (held != (total.isLimited() ? now() : 0)) {
            giveSurplus(effects);
        }
    }

    /** Leaves the queue for a permit. */
    void unqueue() {
        total.unqueue(queueNode);
    }
}
