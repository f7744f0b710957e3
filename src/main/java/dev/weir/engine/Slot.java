package dev.weir.engine;

import org.apache.hc.core5.io.ModalCloseable;
import org.apache.hc.core5.pool.PoolEntry;
import org.apache.hc.core5.util.Deadline;
import org.jspecify.annotations.Nullable;

/**
 * The place of one entry in its segment, for as long as the entry lives. All fields except the teller are guarded by the
 * segment's gate; while one caller alone uses the entry, that caller may read them, too, and write its terms and times. An
 * idle slot is in two lists: that of all idle entries, and that of those with its state and grade; if there are several
 * peers, also in that of its own. A slot in use is in a list if it has room for another caller.
 */
final class Slot<T, C extends ModalCloseable> {

    final PoolEntry<T, C> entry;

    /** How many callers use it; 0 if it is idle. */
    int uses;

    /** How many callers may use it at once. */
    int capacity = 1;

    /** Set once its connection is established. One that a new entry begins with may not be. */
    boolean established;

    /**
     * Set once no further caller may use it; it is then closed when its last caller has left. Read also without the gate.
     */
    volatile boolean retired;

    /** While in use: the state of the callers that may share it. */
    @Nullable
    Object sharedState;

    /** While in use: the grade of its connection when it was last offered to others. */
    boolean proven;

    /** While in use: the terms of its caller, which another entry may serve while the connection is dialed. */
    LeaseTerms terms = LeaseTerms.ANY;

    /** While its connection is dialed. */
    @Nullable
    Dial<T, C> dial;

    /** When its caller got the connection, or the average if there are several; 0 if that is not measured. */
    long leasedNanos;

    @Nullable
    Slot<T, C> newer;

    @Nullable
    Slot<T, C> older;

    @Nullable
    Slot<T, C> newerInBucket;

    @Nullable
    Slot<T, C> olderInBucket;

    // The next one to close, once its entry has left; used by the thread that closes them.
    @Nullable
    Slot<T, C> nextDiscarded;

    // Null while it admits no further caller.
    @Nullable
    EntryBucket<T, C> bucket;

    // A sequence number, taken when it became idle; tells which is newer.
    long parking;

    // Set, without the gate, by the thread that tells the entry's caller, while it does. Read it only once: it may
    // become null at any moment. Only the thread that set it acts on it.
    @Nullable
    volatile Effects<T, C> teller;

    Slot(PoolEntry<T, C> entry) {
        this.entry = entry;
    }

    /** Tells whether its only caller may leave it to the next as it is, without the gate. */
    boolean isPlain() {
        return established && capacity == 1 && uses == 1 && dial == null && entry.getState() == null && isSound();
    }

    /** Tells whether a caller may use its connection. */
    boolean isSound() {
        return !retired && entry.hasConnection() && !isExpired();
    }

    // An entry without an expiry has HttpCore's one object for that, to which each look writes the time of day.
    boolean isExpired() {
        Deadline expiry = entry.getExpiryDeadline();
        return !expiry.isMax() && expiry.isExpired();
    }
}
