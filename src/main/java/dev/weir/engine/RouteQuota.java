package dev.weir.engine;

import org.apache.hc.core5.io.ModalCloseable;

/**
 * Limits the entries of a segment: by the limit of its route, and by its places under the total limit, for which it queues
 * and which it gives up. Guarded by the segment's gate.
 */
final class RouteQuota<T, C extends ModalCloseable> {

    private final Entries<T, C> entries;
    private final TotalLimit<T, C> total;
    private final Distribution<T, C> distribution;
    private final MaxIdle maxIdle;
    // Its place in the queue for the total limit.
    private final QueueNode<T, C> queueNode;
    // Its place among the segments that have idle entries.
    private final QueueNode<T, C> idleNode;
    /** How many exchanges it may have under way. */
    final InFlight<T, C> inFlight;

    private int limit;

    RouteQuota(PoolState<T, C> pool, T route, Contender<T, C> segment, Entries<T, C> entries, Dials<T, C> dials) {
        this.entries = entries;
        this.total = pool.total;
        this.distribution = pool.distribution;
        this.maxIdle = pool.maxIdle;
        this.queueNode = new QueueNode<>(segment);
        this.idleNode = new QueueNode<>(segment);
        this.inFlight = new InFlight<>(entries, dials, pool.maxInFlight(route));
        this.limit = pool.limit(route);
    }

    int limit() {
        return limit;
    }

    void limit(int newLimit) {
        limit = newLimit;
    }

    /** Tells whether no entry can be added, whatever happens on other routes. */
    boolean isFull() {
        return entries.allocated() >= Math.min(limit, total.max());
    }

    /** Tells whether an entry that came back may stay. */
    boolean hasRoom() {
        return entries.allocated() <= limit && !total.isExceeded();
    }

    /**
     * Takes a place for a new entry, or queues for one. If the route is full of idle entries that a caller cannot use, the
     * oldest of them makes room.
     */
    boolean take(Effects<T, C> effects) {
        entries.dropUsableDownTo(limit - 1, effects);
        if (entries.allocated() >= limit) {
            return false;
        }
        if ((!total.isExceeded() && effects.takePlace()) || total.take()) {
            return true;
        }
        starve(effects);
        return false;
    }

    /** Queues for a place. */
    void starve(Effects<T, C> effects) {
        total.queue(queueNode, entries.allocated());
        effects.contend();
    }

    /** Tells whether to leave the place of an entry that came back to another segment that queues for one. */
    boolean mustPassOn() {
        return total.hasStarving() && total.prefersAnother(queueNode, entries.allocated());
    }

    /**
     * Tells whether an entry in use must leave when it can, because a limit was lowered, or because another segment queues
     * for a place and none is on its way.
     */
    boolean mustShrink() {
        int share = entries.staying();
        return share > limit
                || total.isExceededByStaying()
                || (total.hasStarvingInVain() && total.prefersAnother(queueNode, share));
    }

    /** Leaves the queue for a place. */
    void unqueue() {
        if (queueNode.queued) {
            total.unqueue(queueNode);
        }
    }

    /**
     * Tells whether one more exchange may begin. If not, its callers do not need a place yet, for which an idle entry would
     * have to close.
     */
    boolean admits() {
        boolean isAdmitted = !inFlight.isFull();
        if (!isAdmitted && queueNode.queued) {
            total.unqueue(queueNode);
        }
        return isAdmitted;
    }

    /**
     * Offers the place of an entry that became idle to the other routes: a caller that waits for a place can take it over.
     * If too many are idle, the least recently used one leaves.
     */
    void offer(Effects<T, C> effects) {
        // Seldom: the thread that takes it off the list looks at it afterwards, holding its gate.
        if (!idleNode.queued) {
            distribution.list(idleNode);
        }
        if (maxIdle.isExceeded()) {
            effects.afterwards(maxIdle.trim());
        }
        if (total.isWanted()) {
            effects.contend();
        }
    }

    /** Gives up the oldest idle entry after the segment was taken off the list; false if there is none. */
    boolean yieldOldest(Effects<T, C> effects) {
        boolean dropped = entries.dropOldest(effects);
        if (entries.idle() > 0 && !idleNode.queued) {
            distribution.list(idleNode);
        }
        return dropped;
    }

    /** Stops offering places to the other routes. */
    void unlist() {
        distribution.unlist(idleNode);
    }
}
