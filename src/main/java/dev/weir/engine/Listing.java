package dev.weir.engine;

import org.apache.hc.core5.io.ModalCloseable;

/** Offers the places of a segment's idle entries to the other routes of the pool. Guarded by the segment's gate. */
final class Listing<T, C extends ModalCloseable> {

    private final SegmentedPool<T, C> pool;
    private final Segment<T, C> segment;
    private final Entries<T, C> entries;
    private boolean listed;

    Listing(SegmentedPool<T, C> pool, Segment<T, C> segment, Entries<T, C> entries) {
        this.pool = pool;
        this.segment = segment;
        this.entries = entries;
    }

    boolean isListed() {
        return listed;
    }

    /** Offers an entry that became idle: whoever waits for a place can have that of it. */
    void offer(Effects<T, C> effects) {
        list();
        TotalLimit<T, C> total = pool.total();
        if (total.hasStarving() || total.isExceeded()) {
            effects.contend();
        }
    }

    private void list() {
        if (!listed) {
            listed = true;
            pool.distribution().list(segment);
        }
    }

    /** Gives up the oldest idle entry, once the segment was taken from the list; false if there is none. */
    boolean yieldOldest(Effects<T, C> effects) {
        listed = false;
        boolean dropped = entries.dropOldest(effects);
        if (entries.idle() > 0) {
            list();
        }
        return dropped;
    }
}
