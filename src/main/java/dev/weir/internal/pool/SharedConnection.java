package dev.weir.internal.pool;

import dev.weir.engine.Entry;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import org.apache.hc.client5.http.HttpRoute;

/** A connection whose exchanges do not block, one or many at a time. Thread-safe as its base. */
final class SharedConnection extends PooledConnection {

    final SharedTransport transport;
    /** Its place in the store. */
    final Entry<HttpRoute, PooledConnection> entry;

    private final ReentrantLock lock = new ReentrantLock();
    // Guarded by the lock.
    private final Set<StreamLease> users = new LinkedHashSet<>();

    /** How many exchanges it was leased for. Written under the lock. */
    volatile long granted;

    /** For how many exchanges it has room; written while the gate of the route is held. */
    volatile int room;

    SharedConnection(
            SharedTransport transport, RouteState route, double jitterShare, Entry<HttpRoute, PooledConnection> entry) {
        super(transport, route, jitterShare);
        this.transport = transport;
        this.entry = entry;
    }

    /** Counts a caller; false if it is closed. */
    @SuppressWarnings("NonAtomicVolatileUpdate") // under the lock
    boolean join(StreamLease lease) {
        lock.lock();
        try {
            if (users.isEmpty() && !tryClaim(lease)) {
                return false;
            }
            users.add(lease);
            granted++;
            return true;
        } finally {
            lock.unlock();
        }
    }

    private boolean tryClaim(StreamLease lease) {
        if (!claim()) {
            return false;
        }
        if (!lease.isNew(this, transport.isMultiplexed())) {
            lease.wakes();
            if (uses() > 0) {
                lessons.rested(route.nanoClock().getAsLong() - idleSinceNanos);
            }
        }
        return true;
    }

    /**
     * Removes a caller. The caller knows whether the connection may be reused; if so, and if this was the last caller, the
     * connection is idle from now on.
     *
     * @return whether it may still be used
     */
    boolean leave(StreamLease lease, boolean stays, long allowedNanos, long nowNanos) {
        lock.lock();
        try {
            users.remove(lease);
            return stays && (!users.isEmpty() || parked(allowedNanos, nowNanos, lessons.isRested()));
        } finally {
            lock.unlock();
        }
    }

    @Override
    List<HeldLease> leases() {
        lock.lock();
        try {
            return List.copyOf(users);
        } finally {
            lock.unlock();
        }
    }

    // Each exchange knows its own state.
    @Override
    boolean isExchanging() {
        return false;
    }
}
