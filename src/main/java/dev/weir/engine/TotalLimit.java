package dev.weir.engine;

import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hc.core5.io.ModalCloseable;
import org.jspecify.annotations.Nullable;

/**
 * The places of entries under the limit over all routes, and the segments that wait for one, each
 * in its turn. Thread-safe. Its gate may be entered while a segment's gate is held, never the other way round.
 *
 * <p>No caller is overlooked: one that queues then looks for a free place, and one that frees a place then looks at the
 * queue, so one of the two sees the other.
 */
final class TotalLimit<T, C extends ModalCloseable> {

    private final AtomicInteger taken = new AtomicInteger();
    private final Gate gate = new Gate();
    // The queue is guarded by the gate; its length is read without.
    private final SegmentQueue<T, C> queue = new SegmentQueue<>();
    private final AtomicInteger starving = new AtomicInteger();
    // Places of entries that close as soon as their callers have left.
    private final AtomicInteger leaving = new AtomicInteger();
    volatile int max;

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

    /** Tells whether the limit will still be exceeded after all those that are to leave have left. */
    boolean isExceededByStaying() {
        return taken.get() - leaving.get() > max;
    }

    /** Tells whether more segments queue than places are on their way to them. */
    boolean hasStarvingInVain() {
        int queued = starving.get();
        return queued > 0 && queued > leaving.get();
    }

    /** Counts places in use that must be given up, or have been. */
    void leave(int change) {
        if (change != 0) {
            leaving.addAndGet(change);
        }
    }

    boolean hasStarving() {
        return starving.get() > 0;
    }

    /** Tells whether a place that becomes free is used at once, or is one too many. */
    boolean isWanted() {
        return starving.get() > 0 || taken.get() > max;
    }

    int starving() {
        return starving.get();
    }

    /** Takes a place if there is one and no caller queues for it. */
    boolean take() {
        return starving.get() == 0 && reserve();
    }

    private boolean reserve() {
        int now = taken.get();
        while (now < max) {
            if (taken.compareAndSet(now, now + 1)) {
                return true;
            }
            now = taken.get();
        }
        return false;
    }

    /** Gives places back; a negative number takes that many, whatever the limit. */
    void give(int places) {
        taken.addAndGet(-places);
    }

    /**
     * Queues a segment, unless it is in the queue.
     *
     * @param share how many places the segment has
     */
    void queue(QueueNode<T, C> queueNode, int share) {
        gate.enter();
        try {
            queueNode.share = share;
            if (!queueNode.queued) {
                queue.append(queueNode);
                starving.incrementAndGet();
            }
        } finally {
            gate.leave();
        }
    }

    void unqueue(QueueNode<T, C> queueNode) {
        gate.enter();
        try {
            if (queueNode.queued) {
                queue.unlink(queueNode);
                starving.decrementAndGet();
            }
        } finally {
            gate.leave();
        }
    }

    /**
     * Takes a place, and from the queue the first segment, which gets it; null if there is no place or no segment.
     */
    @Nullable
    Contender<T, C> next() {
        if (starving.get() == 0) {
            return null;
        }
        gate.enter();
        try {
            QueueNode<T, C> queueNode = queue.first();
            if (queueNode == null || !reserve()) {
                return null;
            }
            queue.unlink(queueNode);
            starving.decrementAndGet();
            return queueNode.segment;
        } finally {
            gate.leave();
        }
    }

    /**
     * Tells whether a segment with a place to pass on should leave it to the first in the queue rather than to its own
     * callers: if that one has none, or would still not have more than the segment keeps. If not, the first goes to the end
     * of the queue, so that each has its turn.
     *
     * @param share how many places the segment has, including the one to pass on
     */
    boolean prefersAnother(QueueNode<T, C> queueNode, int share) {
        gate.enter();
        try {
            QueueNode<T, C> candidate = queue.first();
            if (candidate == queueNode) {
                queue.rotate(candidate);
                candidate = queue.first();
            }
            if (candidate == null || candidate == queueNode) {
                return false;
            }
            if (candidate.share == 0 || candidate.share + 1 < share) {
                return true;
            }
            queue.rotate(candidate);
            return false;
        } finally {
            gate.leave();
        }
    }
}
