package dev.weir.internal.pool;

import dev.weir.event.CloseCause;
import dev.weir.failure.PoolClosedException;
import dev.weir.internal.callback.CallbackExecutor;
import dev.weir.internal.callback.CallerErrors;
import dev.weir.internal.http1.Sight;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.apache.hc.core5.http.ConnectionClosedException;
import org.apache.hc.core5.http.HttpConnection;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.util.Identifiable;
import org.jspecify.annotations.Nullable;

/** A connection whose exchanges do not block, one or many at a time. Thread-safe as its base. */
public abstract class SharedConnection extends PooledConnection implements HttpConnection, Identifiable {

    private final ReentrantLock lock = new ReentrantLock();
    // Guarded by the lock.
    private final Set<HeldLease> users = new LinkedHashSet<>();
    // How many exchanges it was leased for. Guarded by the lock.
    private long granted;

    // The thread that begins its dial, until that has begun.
    private volatile @Nullable Thread beginning;
    private final AtomicBoolean dialOver = new AtomicBoolean();

    /**
     * Makes a connection that is not dialed yet.
     *
     * @param route its route
     */
    protected SharedConnection(RouteState route) {
        super(route);
    }

    @Override
    public final HttpConnection own() {
        return this;
    }

    @Override
    public final void close() {
        close(CloseMode.GRACEFUL);
    }

    /**
     * Returns how many exchanges it can carry now. Called under a lock.
     *
     * @return what the server and the configuration allow, less the streams that go on without a caller
     */
    protected abstract int streams();

    /**
     * Begins to dial it.
     *
     * @param begin begins to establish it, tells it of the result, and returns at once
     */
    public void dial(Consumer<SharedConnection> begin) {
        beginning = Thread.currentThread();
        try {
            onClose(this::closeDial);
            beginDial();
            begin.accept(this);
        } catch (Throwable e) {
            failDial(CallerErrors.asException(e));
        } finally {
            beginning = null;
        }
    }

    /**
     * Tells whether no caller waits for the dial any more.
     *
     * @return whether it has ended
     */
    public boolean isDialOver() {
        return dialOver.get();
    }

    /**
     * Completes the dial.
     *
     * @param streams how many exchanges the connection carries at once, by its protocol and its server
     * @return false if the dial had ended before, so that the connection must be closed
     */
    public boolean dialed(int streams) {
        if (!dialOver.compareAndSet(false, true)) {
            return false;
        }
        return endDial(null, () -> {
            // With the room of the connection: a caller that saw the one alone would dial another.
            route.streams = isMultiplexed() ? (streams == 0 ? 0 : Math.max(2, streams)) : 1;
            return room();
        });
    }

    /**
     * Fails the dial.
     *
     * @param cause the cause
     */
    public void failDial(Exception cause) {
        if (!dialOver.compareAndSet(false, true)) {
            return;
        }
        if (beginning == Thread.currentThread()) {
            CallbackExecutor.run(() -> endDial(cause, () -> 0)); // or it might begin the next, which fails at once, too
        } else {
            endDial(cause, () -> 0);
        }
    }

    /** Fails the dial, if it is under way, because the connection was closed. */
    public void closeDial() {
        failDial(closedDuringDial());
    }

    /**
     * Changes how many exchanges it carries at once, because its limit has changed. If more are under way, they go on.
     */
    public void changeRoom() {
        if (resize(this::room) > 0 && route.streams == 0) {
            route.streams = Math.max(2, streams());
        }
    }

    // Called while the gate of the route is held.
    private int room() {
        int room = (int) Math.max(0, Math.min(isMultiplexed() ? streams() : 1, route.policy.maxRequests));
        // A connection of one user says nothing about the others.
        if (room > 0 && !isPrivate()) {
            route.carried = room;
        }
        return room;
    }

    /**
     * Admits no further caller; it closes when its last exchange has ended.
     *
     * @param cause the cause
     */
    public void retire(CloseCause cause) {
        doom(cause);
        retire();
    }

    /**
     * Returns the failure of an exchange that ends because this side has closed the connection.
     *
     * @param isForTunnel whether only a tunnel was being opened, so that no request was sent
     * @return says that the pool, or else the connection, was closed
     */
    public Exception endOfExchange(boolean isForTunnel) {
        PoolClosedException end = route.pool.lifecycle.end(!isForTunnel);
        return end != null ? end : new ConnectionClosedException("Connection was closed");
    }

    // The reactor watches its socket.
    @Override
    public Sight look() {
        return isOpen() ? Sight.QUIET : Sight.ENDED;
    }

    /** Admits no further caller if it must close, even if it is never idle, or its server has closed it. */
    @Override
    void watch(long nowNanos) {
        CloseCause cause = causeIfReleased(Long.MAX_VALUE, nowNanos);
        if (!isOpen()) {
            detectClose(nowNanos); // which shows how long it may be idle
            cause = CloseCause.SERVER_CLOSED_IDLE;
        }
        if (cause != null) {
            retire(cause);
        }
    }

    @Override
    boolean admit(HeldLease lease) {
        CloseCause cause;
        boolean isIn;
        boolean ends;
        lock.lock();
        try {
            cause = unfit(lease);
            isIn = cause == null && (!users.isEmpty() || tryClaim(lease));
            ends = cause != null && users.isEmpty();
            if (isIn) {
                users.add(lease);
                granted++;
                cause = granted >= route.policy.maxRequests ? CloseCause.MAX_REQUESTS : null;
            }
            if (cause != null) {
                doom(cause); // within the lock: the next is unfit, too
            }
        } finally {
            lock.unlock();
        }
        if (ends) {
            // The caller asks again, and the closing handshake of TLS would keep the socket open meanwhile.
            close(CloseMode.IMMEDIATE);
        }
        if (!isIn || cause != null) {
            retire();
        }
        return isIn;
    }

    private @Nullable CloseCause unfit(HeldLease lease) {
        if (!isOpen()) {
            return CloseCause.SERVER_CLOSED_IDLE;
        }
        if (lease.isNew(this) && uses() == 0) {
            return doom; // it was dialed for such callers, and has been idle for a moment only
        }
        long nowNanos = route.nowNanos();
        return users.isEmpty() ? causeAfterRest(false, nowNanos) : causeIfReleased(Long.MAX_VALUE, nowNanos);
    }

    private boolean tryClaim(HeldLease lease) {
        if (!claim()) {
            return false;
        }
        if (!lease.isNew(this)) {
            lease.wakes();
            if (uses() > 0) {
                lessons.wakes(route.nowNanos());
            }
        }
        return true;
    }

    @Override
    boolean leave(HeldLease lease, @Nullable Object user, long allowed, long nowNanos) {
        long allowedNanos = isMultiplexed() ? keepAliveNanos : allowed;
        boolean stays = false;
        if (isOpen()) {
            stays = mayStay(user == null ? state() : user, allowedNanos, nowNanos);
        } else if (suspicion == null) { // what ends it during an exchange is noted by then
            suspicion = CloseCause.SERVER_CLOSED_IDLE;
        }
        lock.lock();
        try {
            users.remove(lease);
            return stays && isEstablished() && (!users.isEmpty() || parked(allowedNanos, nowNanos));
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
}
