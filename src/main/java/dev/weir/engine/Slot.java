package dev.weir.engine;

import java.util.function.Predicate;
import org.apache.hc.core5.io.ModalCloseable;
import org.apache.hc.core5.pool.PoolEntry;
import org.jspecify.annotations.Nullable;

/**
 * The place of one entry in its segment, for as long as the entry lives. All fields but the teller are guarded by the
 * segment's gate; while the entry is in use by one caller alone, that one may read them, too, and write its terms and
 * times. An idle slot hangs in two lists: that of all idle entries, and that of those with its state and grade; and where
 * there are several peers, in that of its own. A slot in use hangs in a list if it has room for another caller.
 */
final class Slot<T, C extends ModalCloseable> {

    final PoolEntry<T, C> entry;

    /** How many callers use it; none: it is idle. */
    int uses;

    /** How many callers may use it at once. */
    int capacity = 1;

    /** Set once: its connection has been established. One that a new entry begins with may not be. */
    boolean established;

    /**
     * Set once: no further caller may use it, and it is closed when its last caller has left. Read also without the gate.
     */
    volatile boolean retired;

    /** While in use: the state of the callers that may share it. */
    @Nullable
    Object sharedState;

    /** While in use: whether its connection had proved itself when it was last offered to others. */
    boolean proven;

    /** While in use: the terms of its caller, who may be served otherwise while the connection is dialed. */
    LeaseTerms terms = LeaseTerms.ANY;

    /** While its connection is dialed. */
    @Nullable
    Dial<T, C> dial;

    /** When its caller got the connection, on average if several did; 0 if that is not measured. */
    long leasedNanos;

    @Nullable
    Slot<T, C> newer;

    @Nullable
    Slot<T, C> older;

    @Nullable
    Slot<T, C> newerInBucket;

    @Nullable
    Slot<T, C> olderInBucket;

    // Where its connection leads, once that is known and callers are spread over peers.
    @Nullable
    Object peerKey;

    // Null while the segment has one peer only.
    @Nullable
    Peer<T, C> peer;

    // While idle: its place among the idle ones of its peer.
    boolean isAtPeer;

    @Nullable
    Slot<T, C> newerAtPeer;

    @Nullable
    Slot<T, C> olderAtPeer;

    // The next of those to be closed, once its entry has left; used by the thread that closes them.
    @Nullable
    Slot<T, C> nextDiscarded;

    // Null while no further caller may use it.
    @Nullable
    EntryBucket<T, C> bucket;

    // Which entry of the segment to become idle it was; says who is newer.
    long parking;

    // Set while the entry's caller is being told, by the thread that tells it, outside of the gate. To be read once:
    // it may become null at any moment. Only the thread that set it acts on it.
    @Nullable
    volatile Effects<T, C> teller;

    Slot(PoolEntry<T, C> entry) {
        this.entry = entry;
    }

    /** Tells whether its one caller may leave it to the next as it is, whatever goes on behind the gate. */
    boolean isPlain() {
        return established && capacity == 1 && uses == 1 && dial == null && entry.getState() == null && isSound();
    }

    /** Tells whether a caller may use its connection. */
    boolean isSound() {
        return !retired && entry.hasConnection() && !entry.getExpiryDeadline().isExpired();
    }

    /** Tells whether a test accepts its connection, which one of its callers may be discarding. */
    boolean isAccepted(Predicate<? super C> accepted) {
        C connection = entry.getConnection();
        return connection != null && accepted.test(connection);
    }
}
