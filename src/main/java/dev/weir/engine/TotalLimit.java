package dev.weir.engine;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hc.core5.io.ModalCloseable;
import org.jspecify.annotations.Nullable;

/** The places under the total limit, and the segments that wait for one, each in its turn. Thread-safe. */
final class TotalLimit<T, C extends ModalCloseable> {

    private final AtomicInteger taken = new AtomicInteger();
    private final Queue<Segment<T, C>> starving = new ConcurrentLinkedQueue<>();
    private volatile int max;

    TotalLimit(int max) {
        this.max = max;
    }

    int max() {
        return max;
    }

    void max(int newMax) {
        max = newMax;
    }

    int taken() {
        return taken.get();
    }

    boolean isExceeded() {
        return taken.get() > max;
    }

    boolean hasRoom() {
        return taken.get() < max;
    }

    /**
     * Takes a place if there is one.
     *
     * @param inTurn whether the segment was first in the queue; others must not overtake those that wait
     */
    boolean take(boolean inTurn) {
        if (!inTurn && !starving.isEmpty()) {
            return false;
        }
        int now = taken.get();
        while (now < max) {
            if (taken.compareAndSet(now, now + 1)) {
                return true;
            }
            now = taken.get();
        }
        return false;
    }

    void give(int places) {
        taken.addAndGet(-places);
    }

    void queue(Segment<T, C> segment) {
        starving.add(segment);
    }

    boolean hasStarving() {
        return !starving.isEmpty();
    }

    @Nullable
    Segment<T, C> nextStarving() {
        return starving.poll();
    }
}
