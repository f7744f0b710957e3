package dev.weir.engine;

import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.io.ModalCloseable;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What steps in segments decided and what must be done once no gate is held: connections to be closed, places under the
 * total to be given to others, callers to be told. Used by one thread.
 *
 * <p>A place is given on only after its connection was closed, at once if a caller wants it, or handed to a thread that
 * closes it. What is noted here is linked, so that nothing is lost for want of memory.
 */
final class Effects<T, C extends ModalCloseable> {

    private static final Logger LOG = LoggerFactory.getLogger(Effects.class);

    private final TotalLimit<T, C> total;
    private final CloseMode mode;
    // What is noted, the first and the last of it; linked by the slots and waits themselves.
    private @Nullable Slot<T, C> discarded;
    private @Nullable Slot<T, C> lastDiscarded;
    private @Nullable Wait<T, C> ended;
    private @Nullable Wait<T, C> lastEnded;
    // Places that this thread holds and no entry uses.
    private int places;
    private boolean contended;
    // Whether a caller takes the place of what is closed: it must not be open any longer then.
    private boolean isUrgent;
    // What else is to be done when all that is noted here has been.
    private @Nullable Runnable afterwards;
    // Set before callers are told, so that what they do meanwhile on the same thread is found to be nested.
    private @Nullable Thread teller;

    Effects(TotalLimit<T, C> total, CloseMode mode) {
        this.total = total;
        this.mode = mode;
    }

    /** Notes an entry to be closed, and that its place is free. It has left its segment. */
    void discard(Slot<T, C> slot) {
        if (lastDiscarded == null) {
            discarded = slot;
        } else {
            lastDiscarded.nextDiscarded = slot;
        }
        lastDiscarded = slot;
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

    /** Notes a place under the total that is not used. */
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

    /** Notes that a segment waits for a place, so that one must be looked for. */
    void contend() {
        contended = true;
        isUrgent = true;
    }

    /** Notes that a segment waits for leave to begin an exchange, or that one came free: segments must be looked at. */
    void redistribute() {
        contended = true;
    }

    /** Notes what is to be done last, once. */
    void afterwards(Runnable action) {
        afterwards = action;
    }

    /** Tells whether callers are being told on this very thread, further up its stack. */
    boolean isTelling() {
        return teller == Thread.currentThread();
    }

    /**
     * Does what was decided, and what comes of that. To be called outside of any gate. What connections and callers throw
     * is logged: the thread that happens to be here is not to blame, and the rest must be done all the same.
     *
     * @return whether the segments that wait for a place must be looked at
     */
    boolean apply() {
        while (discarded != null || places > 0 || ended != null) {
            close();
            give();
            tell();
        }
        finish();
        boolean due = contended;
        contended = false;
        isUrgent = false;
        return due;
    }

    private void finish() {
        Runnable action = afterwards;
        afterwards = null;
        if (action != null) {
            try {
                action.run();
            } catch (Throwable e) {
                warn("Idle connections above the limit could not be closed", e);
            }
        }
    }

    private void close() {
        Slot<T, C> slot = discarded;
        discarded = null;
        lastDiscarded = null;
        while (slot != null) {
            Slot<T, C> next = slot.nextDiscarded;
            slot.nextDiscarded = null;
            close(slot);
            slot = next;
        }
    }

    private void close(Slot<T, C> slot) {
        try {
            slot.entry.discardConnection(isUrgent || total.isWanted() ? CloseMode.IMMEDIATE : mode);
        } catch (Throwable e) {
            warn("A connection could not be closed", e);
        }
    }

    private static void warn(String what, Throwable cause) {
        try {
            LOG.warn(what, cause);
        } catch (Throwable e) {
            // The log fails, too, as for want of memory. What is left to do comes first.
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
            warn("The callback of a caller that waited for a connection failed", e);
        }
    }
}
