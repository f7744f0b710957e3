package dev.weir.engine;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hc.core5.io.ModalCloseable;

/**
 * Where segments meet: passes places under the total limit to those that wait for one, and takes them from idle entries
 * when there is no other. Thread-safe; to be called outside of any gate, but for {@link #list} and {@link #forget}.
 */
final class Distribution<T, C extends ModalCloseable> {

    private static final int PURGE_ABOVE = 256;

    private final TotalLimit<T, C> total;
    // Segments that may have idle entries, the one first that has had them for longest.
    private final Queue<Segment<T, C>> withIdle = new ConcurrentLinkedQueue<>();
    private final AtomicInteger goneWithIdle = new AtomicInteger();
    // Set once.
    private volatile boolean stopped;

    Distribution(int maxTotal) {
        this.total = new TotalLimit<>(maxTotal);
    }

    TotalLimit<T, C> total() {
        return total;
    }

    /** Does what was decided, and then passes on the places that came free. */
    void settle(Effects<T, C> effects) {
        if (effects.apply()) {
            distribute(effects);
        }
    }

    /** Serves the segments that wait for a place, as long as there is one or one can be had. */
    void distribute(Effects<T, C> effects) {
        boolean more = true;
        while (more && !stopped) {
            more = (total.isExceeded() && takeIdle(effects))
                    || serveNext(effects)
                    || (total.hasStarving() && takeIdle(effects));
        }
    }

    private boolean serveNext(Effects<T, C> effects) {
        Segment<T, C> next = total.next();
        if (next == null) {
            return false;
        }
        effects.addPlace();
        try {
            next.serve(effects);
        } finally {
            effects.apply();
        }
        return true;
    }

    private boolean takeIdle(Effects<T, C> effects) {
        for (Segment<T, C> segment = withIdle.poll(); segment != null; segment = withIdle.poll()) {
            if (segment.yieldOldest(effects)) {
                effects.apply();
                return true;
            }
        }
        return false;
    }

    /** Lets nobody have a place any more. */
    void stop() {
        stopped = true;
    }

    /** Remembers that a segment has idle entries. */
    void list(Segment<T, C> segment) {
        withIdle.add(segment);
    }

    /**
     * Counts a listed segment that has left the pool, and drops such from the list when they are the most of it, so that
     * what a purge costs is paid by as many as it looks at.
     *
     * @param present how many segments the pool has
     */
    void forget(int present) {
        int gone = goneWithIdle.incrementAndGet();
        if (gone > PURGE_ABOVE && gone > present && goneWithIdle.compareAndSet(gone, 0)) {
            withIdle.removeIf(Segment::isGone);
        }
    }

    /** How many segments are listed, with those that have left. */
    int listed() {
        return withIdle.size();
    }
}
