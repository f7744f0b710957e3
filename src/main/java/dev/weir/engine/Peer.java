package dev.weir.engine;

import org.apache.hc.core5.io.ModalCloseable;
import org.jspecify.annotations.Nullable;

/**
 * One of several peers that the entries of a segment lead to: how many callers use it, and which of its entries are idle and
 * open to any caller. Guarded by the segment's gate.
 */
final class Peer<T, C extends ModalCloseable> {

    final Object key;

    private final @Nullable Weighted weighted;

    /** How many entries lead to it. */
    int entries;

    /** How many callers use them. */
    int uses;

    @Nullable
    Slot<T, C> newest;

    @Nullable
    Slot<T, C> oldest;

    Peer(Object key) {
        this.key = key;
        this.weighted = key instanceof Weighted each ? each : null;
    }

    int weight() {
        return weighted == null ? 1 : weighted.weight();
    }

    /** Adds an idle entry as the newest; has no effect if it is here already. */
    void park(Slot<T, C> slot) {
        if (slot.isAtPeer) {
            return;
        }
        slot.isAtPeer = true;
        slot.olderAtPeer = newest;
        if (newest != null) {
            newest.newerAtPeer = slot;
        } else {
            oldest = slot;
        }
        newest = slot;
    }

    /** Removes an idle entry; has no effect if it is not here. */
    void unpark(Slot<T, C> slot) {
        if (!slot.isAtPeer) {
            return;
        }
        if (slot.newerAtPeer != null) {
            slot.newerAtPeer.olderAtPeer = slot.olderAtPeer;
        } else {
            newest = slot.olderAtPeer;
        }
        if (slot.olderAtPeer != null) {
            slot.olderAtPeer.newerAtPeer = slot.newerAtPeer;
        } else {
            oldest = slot.newerAtPeer;
        }
        forgetPlace(slot);
    }

    static void forgetPlace(Slot<?, ?> slot) {
        slot.isAtPeer = false;
        slot.newerAtPeer = null;
        slot.olderAtPeer = null;
    }
}
