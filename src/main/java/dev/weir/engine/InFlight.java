package dev.weir.engine;

import org.apache.hc.core5.io.ModalCloseable;

/**
 * How many exchanges of a segment may be under way: by the limit of its route, and by the limit over all routes, of which it
 * holds a permit for each. An exchange lasts from the grant of an entry, which may have to be dialed first, until the entry
 * comes back. A dial without a caller is none. Guarded by the segment's gate.
 *
 * <p>Permits are settled whenever the gate is left, whatever was done behind it, so that nothing that happens to an entry has
 * to mind them. Without a limit over all routes none is held, and nothing is counted.
 */
final class InFlight<T, C extends ModalCloseable> {

    private final Entries<T, C> entries;
    private final Dials<T, C> dials;
    private final TotalLimit<T, C> total;
    // Its place in the queue for the limit over all routes.
    private final QueueNode<T, C> queueNode;
    private int limit;
    // Permits under the limit over all routes.
    private int held;
    // Whether the limit of the route was lowered below what is under way; read also without the gate.
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

    private boolean isUnlimited() {
        return limit == TotalLimit.NO_LIMIT && !total.isLimited();
    }

    /** Tells whether no exchange can be added, whatever happens on other routes. */
    boolean isFull() {
        return now() >= Math.min(limit, total.max());
    }

    /** Tells whether one more may begin, as far as can be told without asking for a permit. */
    boolean hasRoom() {
        return isUnlimited() || (now() < limit && (total.taken() < total.max() || held > now()));
    }

    /** Tells, also without the gate, whether more are under way than a limit allows since it was lowered. */
    boolean isExceeded() {
        return lowered || total.isExceeded();
    }

    /** Tells whether one more exchange may begin, which has its permit then; if not, queues for one where that helps. */
    boolean admits(Effects<T, C> effects) {
        if (isUnlimited()) {
            return true; // as nearly always
        }
        int next = now() + 1;
        return next <= limit && (!total.isLimited() || takePermit(next, effects));
    }

    private boolean takePermit(int next, Effects<T, C> effects) {
        holdFor(Math.max(held, next - 1)); // a limit that was set a moment ago finds exchanges without a permit
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
     * Leaves the permit of an exchange that ended to another segment that queues for one, if that has none, or two fewer.
     */
    void passOn(Effects<T, C> effects) {
        if (held > now() && total.hasStarving() && total.prefersAnother(queueNode, held)) {
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

    /** Makes the permits those of the exchanges under way; to be called before the gate is left. */
    void settle(Effects<T, C> effects) {
        if (held == 0 && !lowered && isUnlimited()) {
            return; // as nearly always
        }
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
        if (queueNode.queued) {
            total.unqueue(queueNode);
        }
    }
}
