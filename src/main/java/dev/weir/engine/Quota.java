package dev.weir.engine;

import org.apache.hc.core5.io.ModalCloseable;

/**
 * How many entries a segment may have: by the limit of its route, and by its share of the total. Guarded by the segment's
 * gate.
 */
final class Quota<T, C extends ModalCloseable> {

    private final Segment<T, C> segment;
    private final Entries<T, C> entries;
    private final TotalLimit<T, C> total;
    private int limit;

    Quota(Segment<T, C> segment, Entries<T, C> entries, TotalLimit<T, C> total, int limit) {
        this.segment = segment;
        this.entries = entries;
        this.total = total;
        this.limit = limit;
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
     * Takes a place for a new entry, or queues for one. A route may be full of idle entries that a caller cannot use: the
     * oldest of them make room.
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
        total.queue(segment, entries.allocated());
        effects.contend();
    }

    /** Tells whether the place of an entry that came back is to be left to another segment that queues for one. */
    boolean mustPassOn() {
        return total.hasStarving() && total.prefersAnother(segment, entries.allocated());
    }

    /**
     * Tells whether an entry in use has to go when it can: because a limit was lowered, or because another segment queues
     * for a place and none is on its way.
     */
    boolean mustShrink() {
        int share = entries.staying();
        return share > limit
                || total.isExceededByStaying()
                || (total.hasStarvingInVain() && total.prefersAnother(segment, share));
    }
}
