package dev.weir.engine;

import org.apache.hc.core5.io.ModalCloseable;
import org.apache.hc.core5.pool.PoolEntry;

/**
 * Begins and ends the dial that a caller may make, while that caller waits for its connection or another entry, whichever
 * comes first. Guarded by the segment's gate.
 */
final class Dialing<T, C extends ModalCloseable> {

    private final Entries<T, C> entries;
    private final Dials<T, C> dials;
    private final Acquisition<T, C> acquisition;
    private final Releases<T, C> releases;

    Dialing(Entries<T, C> entries, Dials<T, C> dials, Acquisition<T, C> acquisition, Releases<T, C> releases) {
        this.entries = entries;
        this.dials = dials;
        this.acquisition = acquisition;
        this.releases = releases;
    }

    /** Begins the dial of a caller's entry; false if the caller could be served at once, or has given up. */
    boolean begin(DialWait<T, C> wait, Effects<T, C> effects) {
        Slot<T, C> slot = entries.slot(wait.own());
        if (slot == null) {
            effects.end(wait);
            return false;
        }
        boolean begun = false;
        try {
            begun = beginUnlessServed(slot, wait, effects);
            return begun;
        } finally {
            if (!begun) { // also after a failure: otherwise no thread would dial or give the entry back
                effects.end(wait);
                dials.close(slot);
                releases.free(slot, false, effects);
            }
        }
    }

    private boolean beginUnlessServed(Slot<T, C> slot, DialWait<T, C> wait, Effects<T, C> effects) {
        wait.granted = wait.isDone() ? null : acquisition.free(slot.sharedState, slot.terms, effects);
        if (wait.granted != null || wait.isDone()) {
            return false;
        }
        dials.begin(slot, wait);
        return true;
    }

    /** Lets a caller wait for the dial of its entry, which another caller began. */
    void join(DialWait<T, C> wait, Effects<T, C> effects) {
        Slot<T, C> slot = entries.slot(wait.own());
        if (slot == null || !dials.join(slot, wait)) {
            effects.end(wait);
        } else if (wait.isDone()) {
            abandon(wait, effects);
        }
    }

    /** Ends a dial that succeeded: the caller that waits for it gets the entry; without one, the entry becomes idle. */
    void succeeded(PoolEntry<T, C> entry, Effects<T, C> effects) {
        Slot<T, C> slot = entries.slot(entry);
        if (slot != null && dials.succeeded(slot, effects)) {
            releases.free(slot, true, effects);
        } else {
            acquisition.serve(effects);
        }
    }

    /** Ends a dial that failed, and tells the caller that waits for it. */
    void failed(PoolEntry<T, C> entry, Throwable failure, boolean teaches, Effects<T, C> effects) {
        Slot<T, C> slot = entries.slot(entry);
        if (slot != null && dials.failed(slot, failure, teaches, effects)) {
            releases.free(slot, false, effects);
        } else {
            acquisition.serve(effects);
        }
    }

    /** Leaves the dial of a caller that gave up to the next. */
    void abandon(DialWait<T, C> wait, Effects<T, C> effects) {
        if (dials.abandon(wait) && wait.slot != null) {
            releases.passOn(wait.slot, effects);
        }
    }
}
