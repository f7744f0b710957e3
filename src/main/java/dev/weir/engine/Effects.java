package dev.weir.engine;

import java.util.ArrayList;
import java.util.List;
import org.apache.hc.core5.io.CloseMode;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Work that steps in segments decided on, to be done once no gate is held: closing connections, passing on places under the
 * total limit, telling callers. Used by one thread.
 *
 * <p>A place is passed on only after its connection was closed (at once, if a caller wants it) or handed to a thread that
 * closes it.
 */
final class Effects {

    private static final Logger LOG = LoggerFactory.getLogger("dev.weir.pool");

    private static final String CLOSE = "A connection could not be closed";
    private static final String TELL = "The callback of a caller that waited for a connection failed";

    private final SegmentedPool<?> pool;
    private final CloseMode mode;
    // Made for the first note: mostly there is none.
    private List<Entry> discarded = List.of();
    // Dials to begin and callers to tell.
    private List<Runnable> others = List.of();
    // Places that this thread holds and no entry uses.
    private int places;
    private boolean contended;
    // Whether a caller takes the place of what is closed, which must be closed by then.
    private boolean isUrgent;

    Effects(SegmentedPool<?> pool, CloseMode mode) {
        this.pool = pool;
        this.mode = mode;
    }

    /** Notes an entry to close, whose place is free. It has left its segment. */
    void discard(Entry entry) {
        discarded = noted(discarded, entry);
        places++;
    }

    private static <E> List<E> noted(List<E> before, E one) {
        List<E> all = before.isEmpty() ? new ArrayList<>(2) : before;
        all.add(one);
        return all;
    }

    /** Notes a caller whose wait ended: with an entry, too late, or because the pool was closed. Once per wait. */
    void end(Waiter waiter, Object how) {
        if (!waiter.isEnding) {
            waiter.isEnding = true;
            others = noted(others, () -> attempt(TELL, () -> waiter.end(how, this)));
        }
    }

    /** Notes a caller for whom a dial is under way, or not any longer. */
    void cover(Waiter waiter) {
        others = noted(others, () -> attempt(TELL, waiter::tell));
    }

    /** Notes an entry whose connection is to be dialed. */
    void dial(Entry entry) {
        others = noted(others, () -> begin(entry));
    }

    /** Notes an unused place under the total limit. */
    void addPlace() {
        places++;
    }

    /** Takes one of the places noted here; false if there is none. */
    boolean takePlace() {
        if (places == 0) {
            return false;
        }
        places--;
        isUrgent = true;
        return true;
    }

    /** Notes that one of the idle entries over all routes must close, urgently if a segment waits for its place. */
    void contend(boolean urgently) {
        contended = true;
        isUrgent |= urgently;
    }

    /**
     * Does what was decided, and what follows from it. Call it without holding a gate. Failures of connections and callers
     * are logged: this thread did not cause them, and the rest must be done anyway.
     *
     * @return whether the segments that wait for a place must be checked
     */
    boolean apply() {
        while (!discarded.isEmpty() || places > 0 || !others.isEmpty()) {
            close();
            give();
            List<Runnable> due = others;
            others = List.of();
            due.forEach(Runnable::run);
        }
        boolean isContended = contended;
        contended = false;
        isUrgent = false;
        return isContended;
    }

    private void close() {
        List<Entry> closing = discarded;
        discarded = List.of();
        for (Entry entry : closing) {
            attempt(CLOSE, () -> entry.discard(isUrgent || pool.isWanted() ? CloseMode.IMMEDIATE : mode));
        }
    }

    private void give() {
        if (places > 0) {
            pool.give(places);
            places = 0;
            contended = true;
        }
    }

    private void begin(Entry entry) {
        try {
            entry.segment.dial(entry);
        } catch (Throwable e) { // those that wait for it must be told
            entry.segment.couldNotDial(entry, e, this);
        }
    }

    private static void attempt(String otherwise, Runnable what) {
        try {
            what.run();
        } catch (Throwable e) {
            LOG.warn(otherwise, e);
        }
    }
}
