package dev.weir.engine;

import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hc.core5.io.ModalCloseable;
import org.jspecify.annotations.Nullable;

/**
 * The places under the limit over all routes, the segments that wait for one, each in its turn, and those whose idle entries
 * can give one up. Thread-safe. Its gate may be entered while a segment's gate is held, never the other way round.
 *
 * <p>No caller is overlooked: one that queues then looks for a free place, and one that frees a place then looks at the
 * queue.
 */
final class Total<T, C extends ModalCloseable> {

    private final AtomicInteger taken = new AtomicInteger();
    // Places of entries that close as soon as their callers have left.
    private final AtomicInteger leaving = new AtomicInteger();
    private final Gate gate = new Gate();
    // Both guarded by the gate, longest waiting first. That a segment is in one changes only while its gate is held.
    private final Set<Segment<T, C>> queue = new LinkedHashSet<>();
    private final Set<Segment<T, C>> withIdle = new LinkedHashSet<>();
    // The length of the queue; read without the gate.
    private volatile int starving;
    private volatile int max;
    // How many entries may be idle. Nothing is counted for it, so it costs nothing without a limit.
    private volatile int maxIdle = Integer.MAX_VALUE;
    private final Counts counts;
    // Held by the thread that closes those above that limit, so that no two close one too many.
    private final Gate trimming = new Gate();
    // Set once: then no place is given out.
    private volatile boolean closed;

    Total(int max, Counts counts) {
        this.max = max;
        this.counts = counts;
    }

    int max() {
        return max;
    }

    void max(int newMax) {
        max = newMax;
    }

    void maxIdle(int newMax) {
        maxIdle = newMax;
    }

    /** Tells whether more entries are idle than may be. */
    boolean hasSurplusIdle() {
        int most = maxIdle;
        return most != Integer.MAX_VALUE && counts.idle() > most;
    }

    int taken() {
        return taken.get();
    }

    void close() {
        closed = true;
    }

    boolean isClosed() {
        return closed;
    }

    /** Tells whether more places are taken than the limit allows, because it was lowered. */
    boolean isExceeded() {
        return taken.get() > max;
    }

    /** Tells the same of the places that are not about to become free. */
    boolean isExceededByStaying() {
        return taken.get() - leaving.get() > max;
    }

    /** Tells whether more segments wait for a place than are about to become free. */
    boolean hasStarvingInVain() {
        int queued = starving;
        return queued > 0 && queued > leaving.get();
    }

    /** Notes that entries are about to leave, or have left. */
    void leave(int change) {
        if (change != 0) {
            leaving.addAndGet(change);
        }
    }

    boolean hasStarving() {
        return starving > 0;
    }

    /** Tells whether a place that becomes free is needed. */
    boolean isWanted() {
        return starving > 0 || isExceeded();
    }

    /** Takes a place, unless there is none, or others wait for one. */
    boolean take() {
        return starving == 0 && reserve();
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

    void give(int places) {
        taken.addAndGet(-places);
    }

    /** Lets a segment wait for a place, if it does not yet. Call it while holding the gate of the segment. */
    void queue(Segment<T, C> segment, int share) {
        gate.enter();
        try {
            segment.share = share;
            segment.isStarving = true;
            queue.add(segment);
            starving = queue.size();
        } finally {
            gate.leave();
        }
    }

    /** Lets a segment wait no longer. Call it while holding its gate. */
    void unqueue(Segment<T, C> segment) {
        gate.enter();
        try {
            remove(segment);
        } finally {
            gate.leave();
        }
    }

    private void remove(Segment<T, C> segment) {
        queue.remove(segment);
        segment.isStarving = false;
        starving = queue.size();
    }

    /** Takes the first segment out of the queue, with a place for it; null if either is missing. */
    @Nullable
    Segment<T, C> next() {
        if (starving == 0) {
            return null;
        }
        gate.enter();
        try {
            Segment<T, C> first = first(queue);
            if (first == null || !reserve()) {
                return null;
            }
            remove(first);
            return first;
        } finally {
            gate.leave();
        }
    }

    /**
     * Tells whether to leave a place to the segment whose turn it is: if it has none, or two fewer. Otherwise another has
     * its turn next time.
     */
    boolean prefersAnother(Segment<T, C> segment, int share) {
        gate.enter();
        try {
            Segment<T, C> candidate = first(queue);
            if (candidate == segment) {
                rotate(segment);
                candidate = first(queue);
            }
            if (candidate == null || candidate == segment) {
                return false;
            }
            if (candidate.share == 0 || candidate.share + 1 < share) {
                return true;
            }
            rotate(candidate);
            return false;
        } finally {
            gate.leave();
        }
    }

    private void rotate(Segment<T, C> segment) {
        queue.remove(segment);
        queue.add(segment);
    }

    private static <S> @Nullable S first(Set<S> segments) {
        Iterator<S> all = segments.iterator();
        return all.hasNext() ? all.next() : null;
    }

    /** Remembers that a segment has idle entries. Call it while holding its gate. */
    void list(Segment<T, C> segment) {
        gate.enter();
        try {
            withIdle.add(segment);
            segment.isListed = true;
        } finally {
            gate.leave();
        }
    }

    /** Forgets a segment that leaves. Call it while holding its gate. */
    void unlist(Segment<T, C> segment) {
        gate.enter();
        try {
            withIdle.remove(segment);
            segment.isListed = false;
        } finally {
            gate.leave();
        }
    }

    private @Nullable Segment<T, C> nextWithIdle() {
        gate.enter();
        try {
            Segment<T, C> first = first(withIdle);
            if (first != null) {
                withIdle.remove(first);
                first.isListed = false;
            }
            return first;
        } finally {
            gate.leave();
        }
    }

    /** Does what was decided, and passes on the places that became free. Call it without holding a gate. */
    void settle(Effects<T, C> effects) {
        if (effects.apply()) {
            distribute(effects);
        }
    }

    /** Serves the segments that wait for a place, as long as one is or can be made available; closes what is idle in vain. */
    void distribute(Effects<T, C> effects) {
        boolean more = true;
        while (more && !closed) {
            try {
                more = (isExceeded() && takeIdle(false, effects))
                        || serveNext(effects)
                        || (hasStarving() && takeIdle(false, effects))
                        || (hasSurplusIdle() && trimIdle(effects));
            } finally {
                effects.apply(); // what was dropped is closed even if another step fails
            }
        }
    }

    private boolean serveNext(Effects<T, C> effects) {
        Segment<T, C> next = next();
        if (next == null) {
            return false;
        }
        effects.addPlace();
        next.serve(effects);
        return true;
    }

    private boolean trimIdle(Effects<T, C> effects) {
        trimming.enter();
        try {
            return hasSurplusIdle() && takeIdle(true, effects);
        } finally {
            trimming.leave();
        }
    }

    // Each segment is asked once: it lists itself again if it keeps some.
    private boolean takeIdle(boolean isSurplus, Effects<T, C> effects) {
        for (int left = withIdleCount(); left > 0; left--) {
            Segment<T, C> next = nextWithIdle();
            if (next != null && next.yieldOldest(isSurplus, effects)) {
                return true;
            }
        }
        return false;
    }

    private int withIdleCount() {
        gate.enter();
        try {
            return withIdle.size();
        } finally {
            gate.leave();
        }
    }
}
