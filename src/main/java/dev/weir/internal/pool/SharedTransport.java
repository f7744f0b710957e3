package dev.weir.internal.pool;

import dev.weir.engine.Entry;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.IntUnaryOperator;
import org.apache.hc.client5.http.HttpRoute;
import org.apache.hc.core5.http.HttpConnection;
import org.apache.hc.core5.util.Identifiable;
import org.jspecify.annotations.Nullable;

/**
 * A connection that several callers use at once, from its dial on: the callers that wait for the dial, and how many it has
 * room for. All callers that have it during the dial wait for it; if the connection then holds fewer, the others move on.
 *
 * <p>Thread-safe. Under the lock it calls only the books of the connection.
 */
public abstract class SharedTransport implements HttpConnection, Identifiable {

    /** What a caller that wants to send must do. */
    enum Turn {
        /** Begin the dial, for all. */
        DIAL,
        /** Wait for the dial. */
        WAIT,
        /** Send. */
        GO,
        /** Look for another connection: this one is full or closed. */
        MOVE,
        /** Give up: the dial failed. */
        FAIL
    }

    private enum Stage {
        NEW,
        DIALING,
        READY,
        OVER
    }

    private final ReentrantLock lock = new ReentrantLock();

    // All guarded by the lock.
    private final Set<StreamLease> users = new LinkedHashSet<>();
    private final Set<StreamLease> waiting = new LinkedHashSet<>();
    private int seated;
    // Written under the lock.
    private volatile Stage stage = Stage.NEW;
    private volatile int seats;

    /** How many exchanges it was leased for. */
    volatile long granted;

    // Written once, before the dial begins and by the thread that ends it.
    private volatile @Nullable SharedConnection books;
    volatile @Nullable Entry<HttpRoute, PooledConnection> entry;
    private volatile @Nullable Exception failure;

    /** Creates a connection that is not dialed yet. */
    protected SharedTransport() {}

    /** Returns what a connection of an asynchronous pool runs on. */
    static SharedTransport of(PooledConnection connection) {
        return ((SharedConnection) connection).transport;
    }

    /**
     * Returns whether it carries several exchanges at once.
     *
     * @return whether it speaks HTTP/2
     */
    public abstract boolean isMultiplexed();

    /**
     * Returns how many exchanges it can carry now, ignoring the configuration. Called under a lock.
     *
     * @return what the server allows, less the streams that go on without a caller
     */
    protected abstract int streams();

    /** Notes that the configured limit of exchanges per connection has changed. */
    protected abstract void settingsChanged();

    void enteredIn(SharedConnection ofBooks) {
        books = ofBooks;
    }

    /**
     * Returns the pool's view of this connection.
     *
     * @return its entry in the books
     */
    public PooledConnection books() {
        return Objects.requireNonNull(books);
    }

    /**
     * Returns the observer of its exchanges.
     *
     * @return learns from them
     */
    public Lessons lessons() {
        return Objects.requireNonNull(books).lessons;
    }

    @Nullable
    Exception failure() {
        return failure;
    }

    boolean isDialed() {
        return stage == Stage.READY;
    }

    /** Counts a caller; false if it is closed. */
    boolean join(StreamLease lease, SharedConnection own, Entry<HttpRoute, PooledConnection> in) {
        lock.lock();
        try {
            entry = in;
            if (stage == Stage.OVER || (stage == Stage.READY && users.isEmpty() && !tryClaim(lease, own))) {
                return false;
            }
            users.add(lease);
            if (stage == Stage.READY) {
                trySeat(lease); // no stream if the store handed it over before it knew the number of places
            }
            return true;
        } finally {
            lock.unlock();
        }
    }

    /** Returns the leases of callers on it. */
    List<HeldLease> leases() {
        lock.lock();
        try {
            return users.stream()
                    .filter(lease -> !lease.isOwn)
                    .<HeldLease>map(lease -> lease)
                    .toList();
        } finally {
            lock.unlock();
        }
    }

    private static boolean tryClaim(StreamLease lease, SharedConnection own) {
        if (!own.claim()) {
            return false;
        }
        lease.wakes();
        if (own.uses.get() > 0) {
            own.lessons.rested(lease.route.nanoClock().getAsLong() - own.idleSinceNanos);
        }
        return true;
    }

    /**
     * Removes a caller. The caller knows whether the connection may be reused; if so, and if this was the last caller, the
     * connection is idle from now on.
     *
     * @return whether it may still be used
     */
    boolean leave(StreamLease lease, SharedConnection own, boolean stays, long allowedNanos, long nowNanos) {
        lock.lock();
        try {
            users.remove(lease);
            waiting.remove(lease);
            if (lease.seated) {
                lease.seated = false;
                seated--;
            }
            return stays && (!users.isEmpty() || (stage == Stage.READY && own.park(allowedNanos, nowNanos)));
        } finally {
            lock.unlock();
        }
    }

    /** Tells a caller that wants to send what to do. */
    Turn turn(StreamLease lease) {
        lock.lock();
        try {
            if (stage == Stage.READY) {
                return trySeat(lease) ? Turn.GO : Turn.MOVE;
            }
            if (stage == Stage.OVER) {
                return failure != null ? Turn.FAIL : Turn.MOVE;
            }
            waiting.add(lease);
            boolean isFirst = stage == Stage.NEW;
            stage = Stage.DIALING;
            return isFirst ? Turn.DIAL : Turn.WAIT;
        } finally {
            lock.unlock();
        }
    }

    /** Gives a caller its place, if the connection is established and has room; returns whether the caller has it. */
    boolean tryAdmit(StreamLease lease) {
        lock.lock();
        try {
            return stage == Stage.READY && trySeat(lease);
        } finally {
            lock.unlock();
        }
    }

    @SuppressWarnings("NonAtomicVolatileUpdate") // under the lock
    private boolean trySeat(StreamLease lease) {
        if (!lease.seated && seated < seats) {
            lease.seated = true;
            seated++;
            granted += lease.isOwn ? 0 : 1;
        }
        return lease.seated;
    }

    /** Tells whether it is no longer usable. */
    boolean isOver() {
        return stage == Stage.OVER;
    }

    /** Notes that the dial succeeded; returns the waiting callers, null if it is closed. */
    @Nullable
    List<StreamLease> ready() {
        lock.lock();
        try {
            if (stage == Stage.OVER) {
                return null;
            }
            stage = Stage.READY;
            waiting.forEach(this::trySeat);
            return takeWaiting();
        } finally {
            lock.unlock();
        }
    }

    private List<StreamLease> takeWaiting() {
        List<StreamLease> waited = List.copyOf(waiting);
        waiting.clear();
        return waited;
    }

    /** Updates and returns the number of callers that it has room for. */
    int fit(IntUnaryOperator limit) {
        lock.lock();
        try {
            int room = Math.max(0, limit.applyAsInt(streams())); // under the lock, so that the latest is what stays
            seats = room;
            return room;
        } finally {
            lock.unlock();
        }
    }

    /** The number of callers that it has room for. */
    int seats() {
        return seats;
    }

    /** Notes that it is no longer usable; returns the callers that waited for it. */
    List<StreamLease> over(@Nullable Exception why) {
        lock.lock();
        try {
            if (stage == Stage.OVER) {
                return List.of();
            }
            failure = stage == Stage.READY ? null : why;
            stage = Stage.OVER;
            return takeWaiting();
        } finally {
            lock.unlock();
        }
    }
}
