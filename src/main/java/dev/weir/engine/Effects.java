package dev.weir.engine;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.apache.hc.core5.io.CloseMode;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One step in a segment, behind its gate, and what it decided on, which is done once the gate is left: closing connections,
 * passing on places under the total limit, telling callers. Used by one thread.
 *
 * <p>A place is passed on only after its connection was closed (at once, if a caller wants it) or handed to a thread that
 * closes it.
 */
final class Effects implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger("dev.weir.pool");

    private final SegmentedPool<?> pool;
    private final CloseMode mode;
    // The one whose gate this thread holds.
    private @Nullable Segment entered;
    // Whether it does what was decided, to which the steps add that this takes.
    private boolean isSettling;
    // Made for the first note: mostly there is none.
    private List<Entry> discarded = List.of();
    private List<Waiter> ended = List.of();
    // Entries to dial, and callers to tell that a dial is under way for them, or not any longer.
    private List<Object> others = List.of();
    // Places that this thread holds and no entry uses.
    private int places;
    private boolean contended;
    // Whether a caller takes the place of what is closed, which must be closed by then.
    private boolean isUrgent;

    Effects(SegmentedPool<?> pool, CloseMode mode) {
        this.pool = pool;
        this.mode = mode;
    }

    /** Enters the gate of a segment for a step. */
    Effects enter(Segment segment) {
        segment.gate.enter();
        return within(segment);
    }

    /** Begins a step in a segment whose gate this thread has entered. */
    Effects within(Segment segment) {
        entered = segment;
        return this;
    }

    /** Ends the step: leaves the gate and does what was decided, and what follows from that. */
    @Override
    public void close() {
        Segment left = Objects.requireNonNull(entered);
        entered = null;
        try {
            left.leave(this);
        } finally {
            if (!isSettling) {
                settle();
            }
        }
    }

    /** Does what was decided, and passes on the places that became free. Call it without holding a gate. */
    void settle() {
        isSettling = true;
        if (apply()) {
            pool.distribute(this);
        }
    }

    /** Notes an entry to close, whose place is free. It has left its segment. */
    void discard(Entry entry) {
        discarded = noted(discarded, entry);
        addPlace();
    }

    private static <E> List<E> noted(List<E> before, E one) {
        List<E> all = before.isEmpty() ? new ArrayList<>(2) : before;
        all.add(one);
        return all;
    }

    /** Notes a caller whose wait ended: with an entry, too late, or because the pool was closed. Once per wait. */
    void end(Waiter waiter, Object how) {
        if (waiter.decided == null) {
            waiter.decided = how;
            ended = noted(ended, waiter);
        }
    }

    /** Notes a caller for whom a dial is under way, or not any longer. */
    void cover(Waiter waiter) {
        others = noted(others, waiter);
    }

    /** Notes an entry whose connection is to be dialed. */
    void dial(Entry entry) {
        others = noted(others, entry);
    }

    /** Notes an unused place under the total limit. */
    void addPlace() {
        places++;
        pool.spared.incrementAndGet();
    }

    /** Takes one of the places noted here; false if there is none. */
    boolean takePlace() {
        if (places == 0) {
            return false;
        }
        places--;
        pool.spared.decrementAndGet();
        isUrgent = true;
        return true;
    }

    /** Notes that one of the idle entries over all routes must close, urgently if a segment waits for its place. */
    void contend(boolean urgently) {
        contended = true;
        isUrgent |= urgently;
    }

    /**
     * Does what was decided. Failures of connections and callers are logged: this thread did not cause them, and the rest must
     * be done anyway.
     *
     * @return whether the segments that wait for a place must be checked
     */
    boolean apply() {
        while (!discarded.isEmpty() || places > 0 || !ended.isEmpty() || !others.isEmpty()) {
            List<Entry> closing = discarded;
            discarded = List.of();
            for (Entry entry : closing) {
                close(entry);
            }
            if (places > 0) {
                pool.give(places);
                places = 0;
                contended = true;
            }
            List<Waiter> over = ended;
            ended = List.of();
            for (Waiter waiter : over) {
                waiter.end(this);
            }
            List<Object> due = others;
            others = List.of();
            for (Object each : due) {
                if (each instanceof Waiter waiter) {
                    waiter.tell();
                } else {
                    dialNow((Entry) each);
                }
            }
        }
        boolean isContended = contended;
        contended = false;
        isUrgent = false;
        return isContended;
    }

    private void close(Entry entry) {
        try {
            entry.discard(isUrgent || pool.isWanted() ? CloseMode.IMMEDIATE : mode);
        } catch (Throwable e) {
            LOG.warn("A connection could not be closed", e);
        }
    }

    private void dialNow(Entry entry) {
        Segment segment = entry.segment;
        try {
            segment.dial(entry);
        } catch (Throwable e) { // those that wait for it must be told
            try (Effects step = enter(segment)) {
                segment.dialFailed(entry, e, true, step);
            }
        }
    }
}
