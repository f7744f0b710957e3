package dev.weir.engine;

import org.apache.hc.core5.io.ModalCloseable;

/**
 * Takes entries back from the callers of a segment, and serves waiting callers with them: an entry becomes idle, stays with
 * the callers that share it, or leaves. Guarded by the segment's gate.
 */
final class Releases<T, C extends ModalCloseable> {

    private final Entries<T, C> entries;
    private final RouteQuota<T, C> quota;
    private final WaiterQueue<T, C> waiters;
    private final Dials<T, C> dials;
    private final HoldTimes<T, C> holdTimes;
    private final Acquisition<T, C> acquisition;

    Releases(
            Entries<T, C> entries,
            RouteQuota<T, C> quota,
            WaiterQueue<T, C> waiters,
            Dials<T, C> dials,
            Acquisition<T, C> acquisition) {
        this.entries = entries;
        this.quota = quota;
        this.waiters = waiters;
        this.dials = dials;
        this.holdTimes = dials.holdTimes();
        this.acquisition = acquisition;
    }

    /** Takes an entry back from its caller; a dial of it that is under way goes on for others. */
    void release(Slot<T, C> slot, boolean reusable, boolean held, Effects<T, C> effects) {
        if (slot.dial != null && dials.leave(slot)) {
            passOn(slot, effects);
            return;
        }
        try {
            slot.established |= held && reusable;
            if (held && slot.dial == null) {
                holdTimes.released(slot, reusable);
            } else {
                dials.returned(slot);
            }
        } finally {
            free(slot, reusable, effects); // even if learning from it fails
        }
    }

    /** Takes back what callers gave back while the gate was closed. */
    void takeIn(Inbox<T, C> inbox, Effects<T, C> effects) {
        for (Slot<T, C> slot = inbox.take(); slot != null; slot = inbox.take()) {
            if (entries.slot(slot.entry) == slot) { // else the pool was closed
                takeIn(slot, effects);
            }
        }
    }

    private void takeIn(Slot<T, C> slot, Effects<T, C> effects) {
        try {
            release(slot, true, true, effects);
        } catch (Throwable e) {
            // Its caller has left, and this thread did not cause the failure. Its place is free anyway.
        }
    }

    /** Takes back an entry that its caller did not accept: it is as usable as before. */
    void putBack(Slot<T, C> slot, Effects<T, C> effects) {
        release(slot, true, false, effects);
    }

    /** Leaves a dial to the next caller. If none wants it, closes its connection. */
    void passOn(Slot<T, C> slot, Effects<T, C> effects) {
        acquisition.serve(effects);
        if (dials.cut(slot)) {
            free(slot, false, effects);
        }
    }

    /** Ends one use of an entry. */
    void free(Slot<T, C> slot, boolean reusable, Effects<T, C> effects) {
        entries.giveBack(slot);
        boolean mayStay = reusable && !slot.retired && slot.entry.hasConnection();
        if (slot.uses > 0) {
            freeUse(slot, mayStay, effects);
        } else {
            freePlace(slot, mayStay, effects);
        }
    }

    // Others still use it.
    private void freeUse(Slot<T, C> slot, boolean mayStay, Effects<T, C> effects) {
        if (mayStay && !quota.mustShrink()) {
            entries.share(slot);
        } else {
            entries.retire(slot, effects);
        }
        acquisition.serve(effects);
    }

    private void freePlace(Slot<T, C> slot, boolean mayStay, Effects<T, C> effects) {
        boolean hasRoom = quota.hasRoom();
        if (hasRoom && waiters.size > 0 && quota.mustPassOn()) {
            acquisition.serve(effects); // another entry may have room, and one exchange less is under way
            entries.drop(slot, effects);
            quota.starve(effects);
            return;
        }
        try {
            // A new entry may begin with a connection; unless that is established, there is nothing to keep.
            keepOrDiscard(slot, hasRoom && mayStay && slot.established, effects);
        } finally {
            acquisition.serve(effects);
        }
    }

    private void keepOrDiscard(Slot<T, C> slot, boolean keep, Effects<T, C> effects) {
        boolean kept = false;
        try {
            if (keep) {
                entries.park(slot);
                kept = true;
                quota.offer(effects);
            }
        } finally {
            if (!kept) {
                entries.drop(slot, effects);
            }
        }
    }
}
