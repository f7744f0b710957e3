package dev.weir.engine;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.apache.hc.core5.io.ModalCloseable;
import org.apache.hc.core5.pool.PoolReusePolicy;
import org.jspecify.annotations.Nullable;

/**
 * The peers that the entries of a segment lead to. Counts callers by peer only while there are several, so a single peer
 * costs nothing. Guarded by the segment's gate.
 */
final class Peers<T, C extends ModalCloseable> {

    private final boolean newestFirst;
    // Empty while no two entries are known to lead to different peers; has one element when that no longer holds.
    private final List<Peer<T, C>> several = new ArrayList<>(0);
    private @Nullable Object only;

    Peers(PoolReusePolicy policy) {
        this.newestFirst = policy == PoolReusePolicy.LIFO;
    }

    /**
     * Returns the idle entry of the peer that would have the fewest callers for its weight with one more, among those that
     * have one; of several such peers, the one that was used last, or first, as the policy says. Null if there is none, and
     * while there are not several peers.
     */
    @Nullable
    Slot<T, C> fewest() {
        Slot<T, C> best = null;
        long fewest = Integer.MAX_VALUE;
        int weight = 1;
        for (int i = 0; i < several.size(); i++) {
            Peer<T, C> peer = several.get(i);
            Slot<T, C> own = newestFirst ? peer.newest : peer.oldest;
            if (own == null) {
                continue;
            }
            int ownWeight = peer.weight();
            long more = (peer.uses + 1L) * weight - fewest * ownWeight;
            if (best == null || more < 0 || (more == 0 && comesBefore(own, best))) {
                best = own;
                fewest = peer.uses + 1L;
                weight = ownWeight;
            }
        }
        return best;
    }

    private boolean comesBefore(Slot<T, C> slot, Slot<T, C> other) {
        return slot.parking > other.parking == newestFirst;
    }

    /** Notes where an entry leads. The arguments are all entries of the segment, and the idle ones, oldest first. */
    void leadsTo(Slot<T, C> slot, Object key, Collection<Slot<T, C>> all, @Nullable Slot<T, C> oldestIdle) {
        slot.peerKey = key;
        if (several.size() > 1) {
            join(slot);
        } else if (several.isEmpty() && (only == null || only.equals(key))) {
            only = key;
        } else {
            count(all, oldestIdle);
        }
    }

    /** Counts all again. */
    void count(Collection<Slot<T, C>> all, @Nullable Slot<T, C> oldestIdle) {
        forget(all);
        for (Slot<T, C> slot : all) {
            join(slot);
        }
        if (several.size() < 2) {
            forget(all);
            return;
        }
        for (Slot<T, C> slot = oldestIdle; slot != null; slot = slot.newer) {
            regraded(slot);
        }
    }

    private void join(Slot<T, C> slot) {
        Object key = slot.peerKey;
        if (key == null) {
            return;
        }
        Peer<T, C> peer = peer(key);
        peer.entries++;
        peer.uses += slot.uses;
        slot.peer = peer;
    }

    private Peer<T, C> peer(Object key) {
        for (Peer<T, C> peer : several) {
            if (peer.key.equals(key)) {
                return peer;
            }
        }
        Peer<T, C> added = new Peer<>(key);
        several.add(added);
        return added;
    }

    /** Forgets all. */
    void forget(Collection<Slot<T, C>> all) {
        only = several.isEmpty() ? null : several.get(0).key;
        several.clear();
        for (Slot<T, C> slot : all) {
            slot.peer = null;
            Peer.forgetPlace(slot);
        }
    }

    /** Offers an idle entry to all callers, or withdraws it from them. */
    void regraded(Slot<T, C> slot) {
        Peer<T, C> peer = slot.peer;
        if (peer == null) {
            return;
        }
        if (slot.bucket != null && slot.entry.getState() == null) {
            peer.park(slot);
        } else {
            peer.unpark(slot);
        }
    }

    /** Removes an entry that leaves the segment and is no longer idle. */
    void leave(Slot<T, C> slot) {
        Peer<T, C> peer = slot.peer;
        if (peer == null) {
            return;
        }
        slot.peer = null;
        peer.uses -= slot.uses;
        peer.entries--;
        if (peer.entries == 0) {
            several.remove(peer);
        }
    }
}
