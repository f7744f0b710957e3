package dev.weir.engine;

import org.apache.hc.core5.io.ModalCloseable;

/** Offers the places of a segment's idle entries to the other routes of the pool. Guarded by the segment's gate. */
final class Listing<T, C extends ModalCloseable> {

    private final SegmentedPool<T, C> pool;
    private final Segment<T, C> segment;
    private final Entries<T, C> entries;

    Listing(SegmentedPool<T, C> pool, Segment<T, C> segment, Entries<T, C> entries) {
        this.pool = pool;
        this.segment = segment;
        this.entries = entries;
    }

    /** Offers an entry that became idle: whoever waits for a place can have that of it. */
    void offer(Effects<T, C> effects) {
        pool.distribution().list(segment);
        TotalLimit<T, C> total = pool.total();
        if (total.hasStarving() || total.isExceeded()) {
            effects.contend();
        }
    }

    /** Gives up the oldest idle entry, once the segment was taken from the list; false if there is none. */
    boolean yieldOldest(Effects<T, C> effects) {
        boolean dropped = entries.dropOldest(effects);
        if (entries.idle() > 0) {
            pool.distribution().list(segment);
        }
        return dropped;
    }
}
