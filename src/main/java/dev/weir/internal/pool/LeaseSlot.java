package dev.weir.internal.pool;

import dev.weir.engine.DialWait;
import dev.weir.engine.Entry;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;
import org.apache.hc.client5.http.HttpRoute;
import org.apache.hc.client5.http.impl.ConnectionShutdownException;
import org.apache.hc.client5.http.io.ManagedHttpClientConnection;
import org.jspecify.annotations.Nullable;

/**
 * The present claim of a lease: an entry of the store or, while its connection is dialed, the result of the wait for it. One
 * thread makes each change, and is then responsible for what it replaced, so that nothing is given back twice or never, even
 * if the lease is released meanwhile. Thread-safe.
 */
final class LeaseSlot {

    // A claim that was given up by a lease that is not released yet.
    private static final Object NOTHING = new Object();

    private static final AtomicReferenceFieldUpdater<LeaseSlot, @Nullable Object> HELD =
            AtomicReferenceFieldUpdater.newUpdater(LeaseSlot.class, Object.class, "held");

    // An Entry, a DialWait or NOTHING; null once the lease is released.
    private volatile @Nullable Object held;

    LeaseSlot(Entry<HttpRoute, PooledConnection> entry) {
        held = entry;
    }

    /** Returns the entry; null while it waits for one, after it was given up, and after the release. */
    @SuppressWarnings("unchecked")
    @Nullable
    Entry<HttpRoute, PooledConnection> entry() {
        return held instanceof Entry<?, ?> entry ? (Entry<HttpRoute, PooledConnection>) entry : null;
    }

    /** Returns the connection of the entry; null if there is none yet, and where there is no entry. */
    @Nullable
    ManagedHttpClientConnection connection() {
        return held instanceof Entry<?, ?> entry ? (ManagedHttpClientConnection) entry.connection() : null;
    }

    /** Returns the wait for an entry, if the claim is one at the moment. */
    @Nullable
    DialWait<HttpRoute, PooledConnection> waiting() {
        return waitIn(held);
    }

    @SuppressWarnings("unchecked")
    private static @Nullable DialWait<HttpRoute, PooledConnection> waitIn(@Nullable Object held) {
        return held instanceof DialWait<?, ?> wait ? (DialWait<HttpRoute, PooledConnection>) wait : null;
    }

    boolean isEnded() {
        return held == null;
    }

    void refuseIfReleased() {
        if (isEnded()) {
            throw new ConnectionShutdownException();
        }
    }

    /** Replaces the entry by the wait for its dial; false if the lease was released meanwhile. */
    boolean await(DialWait<HttpRoute, PooledConnection> wait) {
        return HELD.compareAndSet(this, wait.own(), wait);
    }

    /** Replaces a wait by its result; false if the lease was released meanwhile. */
    boolean settle(DialWait<HttpRoute, PooledConnection> wait, Entry<HttpRoute, PooledConnection> entry) {
        return HELD.compareAndSet(this, wait, entry);
    }

    /** Notes that a wait was given up; false if the lease was released meanwhile. */
    boolean drop(DialWait<HttpRoute, PooledConnection> wait) {
        return HELD.compareAndSet(this, wait, NOTHING);
    }

    /** Ends the claim, and returns it; null if it had ended before. */
    @Nullable
    Object end() {
        return HELD.getAndSet(this, null);
    }
}
