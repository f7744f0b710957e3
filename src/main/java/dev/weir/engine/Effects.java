package dev.weir.engine;

import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.io.ModalCloseable;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Work that steps in segments decided on, to be done once no gate is held: closing connections, passing on places under the
 * total limit, telling callers. Used by one thread.
 *
 * <p>A place is passed on only after its connection was closed (at once, if a caller wants it) or handed to a thread that
 * closes it.
 */
final class Effects<T, C extends ModalCloseable> {

    private static final Logger LOG = LoggerFactory.getLogger("dev.weir.pool");

    private static final String CLOSE = "A connection could not be closed";
    private static final String TRIM = "Idle connections above the limit could not be closed";
    private static final String TELL = "The callback of a caller that waited for a connection failed";

    private final PoolOwner<C> owner;
    private final Total<T, C> total;
    private final CloseMode mode;
    // The first and the last of the notes; the entries and waits themselves hold the links.
    private @Nullable Entry<T, C> discarded;
    private @Nullable Entry<T, C> lastDiscarded;
    private @Nullable Wait<T, C> ended;
    private @Nullable Wait<T, C> lastEnded;
    // Places that this thread holds and no entry uses.
    private int places;
    private boolean contended;
    // Whether a caller takes the place of what is closed, which must be closed by then.
    private boolean isUrgent;
    // Whether there are too many idle entries over all routes, which is seen to last.
    private boolean isSurplus;
    // Set before callers are told, so that nested calls on the same thread can be detected.
    private @Nullable Thread teller;

    Effects(SegmentedPool<T, C, ?> pool, CloseMode mode) {
        this.owner = pool.owner;
        this.total = pool.total;
        this.mode = mode;
    }

    /** Notes an entry to close, whose place is free. It has left its segment. */
    void discard(Entry<T, C> entry) {
        if (lastDiscarded == null) {
            discarded = entry;
        } else {
            lastDiscarded.nextDiscarded = entry;
        }
        lastDiscarded = entry;
        places++;
    }

    /** Notes a caller whose wait ended: with an entry, too late, or because the pool was closed. Once per wait. */
    void end(Wait<T, C> waiter) {
        if (waiter.isEnding) {
            return;
        }
        waiter.isEnding = true;
        if (lastEnded == null) {
            ended = waiter;
        } else {
            lastEnded.nextEnded = waiter;
        }
        lastEnded = waiter;
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

    /** Notes that a segment waits for a place, which must be found. */
    void contend() {
        contended = true;
        isUrgent = true;
    }

    /** Notes that there are too many idle entries over all routes. */
    void surplus() {
        isSurplus = true;
    }

    /** Tells whether this thread is telling callers, further up its stack. */
    boolean isTelling() {
        return teller == Thread.currentThread();
    }

    /**
     * Does what was decided, and what follows from it. Call it without holding a gate. Failures of connections and callers
     * are logged: this thread did not cause them, and the rest must be done anyway.
     *
     * @return whether the segments that wait for a place must be checked
     */
    boolean apply() {
        while (discarded != null || places > 0 || ended != null) {
            close();
            give();
            tell();
        }
        if (isSurplus) {
            trim();
        }
        boolean due = contended;
        contended = false;
        isUrgent = false;
        return due;
    }

    private void trim() {
        isSurplus = false;
        try {
            owner.trimIdle();
        } catch (Throwable e) {
            warn(TRIM, e);
        }
    }

    private void close() {
        for (Entry<T, C> entry = discarded; entry != null; entry = discarded) {
            discarded = entry.nextDiscarded;
            lastDiscarded = discarded == null ? null : lastDiscarded;
            entry.nextDiscarded = null;
            close(entry);
        }
    }

    private void close(Entry<T, C> entry) {
        try {
            entry.discard(isUrgent || total.isWanted() ? CloseMode.IMMEDIATE : mode);
        } catch (Throwable e) {
            warn(CLOSE, e);
        }
    }

    private static void warn(String what, Throwable cause) {
        try {
            LOG.warn(what, cause);
        } catch (Throwable e) {
            // The log fails, too. The remaining work comes first.
        }
    }

    private void give() {
        if (places > 0) {
            total.give(places);
            places = 0;
            contended = true;
        }
    }

    private void tell() {
        Wait<T, C> waiter = ended;
        ended = null;
        lastEnded = null;
        teller = waiter == null ? null : Thread.currentThread();
        while (waiter != null) {
            Wait<T, C> next = waiter.nextEnded;
            waiter.nextEnded = null;
            tell(waiter);
            waiter = next;
        }
        teller = null;
    }

    private void tell(Wait<T, C> waiter) {
        try {
            waiter.end(this);
        } catch (Throwable e) {
            warn(TELL, e);
        }
    }
}
