package dev.weir.engine;

import org.apache.hc.core5.io.ModalCloseable;
import org.jspecify.annotations.Nullable;

/**
 * Distributes among segments the places under the total limit, which it takes from idle entries when there is no other.
 * Thread-safe. Call it without holding a gate, except {@link #list} and {@link #unlist}; its own
 * gate may be entered while that of a segment is held.
 */
final class Distribution<T, C extends ModalCloseable> {

    private final TotalLimit<T, C> total;
    private final Gate gate = new Gate();
    // Segments that may have idle entries, longest first. Guarded by the gate.
    private final SegmentQueue<T, C> withIdle = new SegmentQueue<>();
    // Set once.
    private volatile boolean stopped;

    Distribution(TotalLimit<T, C> total) {
        this.total = total;
    }

    /**
     * Applies the effects, and then passes on the places that became free.
     */
    void settle(Effects<T, C> effects) {
        if (effects.apply()) {
            distribute(effects);
        }
    }

    /** Serves the segments that wait for a place, as long as one is or can be made available. */
    void distribute(Effects<T, C> effects) {
        boolean more = true;
        while (more && !stopped) {
            more = (total.isExceeded() && takeIdle(effects))
                    || serveNext(effects)
                    || (total.hasStarving() && takeIdle(effects));
        }
    }

    private boolean serveNext(Effects<T, C> effects) {
        Contender<T, C> next = total.next();
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
        for (Contender<T, C> segment = nextWithIdle(); segment != null; segment = nextWithIdle()) {
            if (takeIdle(segment, effects)) {
                return true;
            }
        }
        return false;
    }

    private static <T, C extends ModalCloseable> boolean takeIdle(Contender<T, C> segment, Effects<T, C> effects) {
        try {
            return segment.yieldOldest(effects);
        } finally {
            effects.apply(); // what it dropped is closed even if it fails afterwards
        }
    }

    /** Stops giving out places. */
    void stop() {
        stopped = true;
    }

    boolean isStopped() {
        return stopped;
    }

    private @Nullable Contender<T, C> nextWithIdle() {
        gate.enter();
        try {
            QueueNode<T, C> queueNode = withIdle.first();
            if (queueNode == null) {
                return null;
            }
            withIdle.unlink(queueNode);
            return queueNode.segment;
        } finally {
            gate.leave();
        }
    }

    /** Remembers that a segment has idle entries, which is not listed. Call it while holding its gate. */
    void list(QueueNode<T, C> idleNode) {
        gate.enter();
        try {
            withIdle.append(idleNode);
        } finally {
            gate.leave();
        }
    }

    /** Forgets a segment that leaves. Call it while holding its gate. */
    void unlist(QueueNode<T, C> idleNode) {
        gate.enter();
        try {
            if (idleNode.queued) {
                withIdle.unlink(idleNode);
            }
        } finally {
            gate.leave();
        }
    }

    /** Tells whether no segment is listed. */
    boolean isEmpty() {
        gate.enter();
        try {
            return withIdle.first() == null;
        } finally {
            gate.leave();
        }
    }
}
