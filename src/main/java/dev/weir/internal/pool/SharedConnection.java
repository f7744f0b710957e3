package dev.weir.internal.pool;

import dev.weir.event.CloseCause;
import dev.weir.internal.http1.Sight;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import org.apache.hc.core5.io.CloseMode;

/** A connection whose exchanges do not block, one or many at a time. Thread-safe as its base. */
final class SharedConnection extends PooledConnection {

    final SharedTransport transport;

    private final ReentrantLock lock = new ReentrantLock();
    // Guarded by the lock.
    private final Set<StreamLease> users = new LinkedHashSet<>();

    /** How many exchanges it was leased for. Written under the lock. */
    volatile long granted;

    // Written by the thread that begins its dial.
    private volatile boolean isDialed;

    // Guarded by the lock: it was closed while it had no users.
    private boolean isOver;

    SharedConnection(RouteState route, SharedTransport transport) {
        super(route);
        this.transport = transport;
        transport.enteredIn(this);
    }

    @Override
    SharedTransport own() {
        return transport;
    }

    void beginDial() {
        isDialed = true;
    }

    @Override
    boolean isDialed() {
        return isDialed || isClosed();
    }

    // The reactor watches its socket.
    @Override
    Sight look() {
        return transport.isOpen() ? Sight.QUIET : Sight.ENDED;
    }

    @Override
    boolean isLookable() {
        return true;
    }

    /** Tells whether callers use it. */
    boolean hasUsers() {
        lock.lock();
        try {
            return !users.isEmpty();
        } finally {
            lock.unlock();
        }
    }

    /** Admits no further caller if it must close, even if it is never idle, or its server has closed it. */
    void watch(long nowNanos) {
        CloseCause cause = causeIfReleased(route.policy, Long.MAX_VALUE, nowNanos);
        if (!transport.isOpen()) {
            detectClose(nowNanos); // which shows how long it may be idle
            cause = CloseCause.SERVER_CLOSED_IDLE;
        }
        if (cause != null) {
            doom(cause);
            retire();
        }
    }

    /** Closes it, unless others use it: then it closes after them. */
    void endUnlessUsed(CloseCause cause) {
        doom(cause);
        boolean ends;
        lock.lock();
        try {
            ends = users.isEmpty();
            isOver |= ends;
        } finally {
            lock.unlock();
        }
        if (ends) {
            close(CloseMode.IMMEDIATE);
        }
    }

    /** Counts a caller; false if it is closed. */
    @SuppressWarnings("NonAtomicVolatileUpdate") // under the lock
    boolean join(StreamLease lease) {
        lock.lock();
        try {
            if (isOver || (users.isEmpty() && !tryClaim(lease))) {
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
                lessons.rested(route.nowNanos() - idleSinceNanos);
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
            return stays && (!users.isEmpty() || parked(allowedNanos, nowNanos));
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
