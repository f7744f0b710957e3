package dev.weir.internal.pool;

import dev.weir.engine.LeaseTerms;
import dev.weir.event.CloseCause;
import dev.weir.event.LeaseOutcome;
import dev.weir.failure.PoolClosedException;
import dev.weir.internal.call.CallersFailure;
import dev.weir.internal.event.CallNotes;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.hc.client5.http.HttpRoute;
import org.apache.hc.client5.http.impl.ConnectionShutdownException;
import org.apache.hc.core5.http.ConnectionClosedException;
import org.jspecify.annotations.Nullable;

/**
 * The right of a caller to one exchange on a connection that others may share: from the request for it ({@link #search}) on
 * its way to a connection on which the exchange can begin ({@link #connect}), until the first release; further releases have
 * no effect. On the way it dials its connection, waits for the dial of another caller, or moves to another connection. Any
 * thread may use it, one at a time for the way.
 */
public final class StreamLease extends HeldLease implements Runnable {

    /** Notified when an exchange can begin. */
    public interface Ready {
        /** The connection is established, and has room. */
        void ready();

        /**
         * There is no connection.
         *
         * @param cause the cause
         */
        void failed(Exception cause);
    }

    /** Begins a dial. */
    @FunctionalInterface
    public interface Dialer {
        /**
         * Begins to establish a connection, and returns at once.
         *
         * @param dial notified of the result
         */
        void begin(StreamDial dial);
    }

    /** An exchange on its connection. */
    public interface Exchange {
        /**
         * Tells whether it has neither failed nor come to the end of its response.
         *
         * @return whether it goes on
         */
        boolean isUnderWay();

        /**
         * Returns for how long nothing of its response has come, once the head of it has.
         *
         * @return nanoseconds; zero while the caller has nothing to read and to close
         */
        long silentNanos();

        /**
         * Tells whether its response was handed out, and no code is left to read or to close it.
         *
         * @return whether the caller's handle was garbage collected
         */
        boolean isLost();

        /**
         * Ends it because it is lost.
         *
         * @return false if it had ended by itself
         */
        boolean takeBack();
    }

    private record Wish(Dialer dialer, Ready ready) {}

    // A server that ends all connections at once must not be dialed forever.
    private static final int MOST_LOST = 5;

    private final AsyncPool pool;
    final @Nullable Object state;
    final LeaseTerms terms;

    /** Whether the pool itself holds it, not a caller. */
    final boolean isOwn;

    // Null while it moves, and when it was released.
    private final AtomicReference<@Nullable SharedConnection> held = new AtomicReference<>();

    /** Whether it has its place on an established connection, until it leaves that. Written under the transport's lock. */
    volatile boolean seated;

    // Written once, by the thread that releases it.
    private final AtomicBoolean released = new AtomicBoolean();
    // The latest on it.
    private volatile @Nullable Exchange exchange;
    // Null once it was told, and for a lease of the pool itself.
    private volatile AsyncPool.@Nullable Answer answer;
    // Written by the thread that goes on with it; null for a lease of the pool itself that never moved.
    private volatile @Nullable StreamRequest search;
    private volatile boolean isGivenUp;
    private volatile int lost;
    // Taken by the thread that ends the way to the connection; null before it begins, too.
    private final AtomicReference<@Nullable Wish> wish = new AtomicReference<>();
    // Written before the caller has it: no other caller had its connection.
    private volatile boolean hasWoken;

    private StreamLease(
            AsyncPool pool,
            RouteState route,
            @Nullable Object state,
            LeaseTerms terms,
            @Nullable Thread thread,
            AsyncPool.@Nullable Answer answer) {
        super(pool.core, route, pool.core.nowNanos(), thread);
        this.pool = pool;
        this.state = state;
        this.terms = terms;
        this.isOwn = thread == null;
        this.answer = answer;
    }

    /** Creates the lease of a caller, to be searched for. */
    StreamLease(AsyncPool pool, RouteState route, @Nullable Object state, LeaseTerms terms, AsyncPool.Answer answer) {
        this(pool, route, state, terms, Thread.currentThread(), answer);
    }

    /** Creates an uncounted lease for the pool itself. */
    static StreamLease own(AsyncPool pool, RouteState route) {
        return new StreamLease(pool, route, null, LeaseTerms.ANY, null, null);
    }

    /** Looks for a connection, for a caller that may have begun to wait before. */
    void search(long startNanos, long waitNanos, boolean isOwnLimit) {
        StreamRequest next = new StreamRequest(pool, this, startNanos, waitNanos, isOwnLimit);
        search = next;
        next.start();
        if (isGivenUp) {
            next.giveUp();
        }
    }

    /** Gives up its search; false if that has ended, though another may follow, which ends at once. */
    boolean giveUp() {
        isGivenUp = true;
        StreamRequest current = search;
        return current != null && current.giveUp();
    }

    /** Goes on with the connection that was found: hands it to the caller, or uses it if the caller has the lease. */
    void served() {
        AsyncPool.Answer first = answer;
        if (first != null) {
            answer = null;
            hand(first);
        } else if (released.get()) {
            takeBack(0, pool.core.nowNanos());
        } else {
            moved();
            run();
        }
    }

    // A caller that does not get the lease cannot release it.
    private void hand(AsyncPool.Answer first) {
        boolean handed = false;
        try {
            if (seated || takePlace()) {
                end(reused(), held.get());
            } else {
                list();
            }
            first.leased(this);
            handed = true;
        } finally {
            if (!handed) {
                release(null, Long.MAX_VALUE);
            }
        }
    }

    /** Ends the search without a connection; without a cause if the caller has given up. */
    void refused(@Nullable Exception cause, LeaseOutcome how, long waitedNanos) {
        AsyncPool.Answer first = answer;
        if (first == null) {
            waited(waitedNanos);
            endWay(cause == null ? new ConnectionShutdownException() : cause, how);
            return;
        }
        answer = null;
        route.ended(how, waitedNanos);
        pool.core.lifecycle.leave();
        if (cause == null) {
            first.cancelled();
        } else {
            first.refused(cause);
        }
    }

    /**
     * Notes that an exchange begins on it.
     *
     * @param begun the exchange
     */
    public void carries(Exchange begun) {
        exchange = begun;
    }

    @Override
    boolean isInUse() {
        Exchange begun = exchange;
        return begun != null && begun.isUnderWay() && !isReleased();
    }

    /**
     * Notes the end of a TLS handshake after the dial, through a tunnel.
     *
     * @param startNanos when it began
     * @param failure its failure; null if there was none
     */
    public void secured(long startNanos, @Nullable Throwable failure) {
        SharedConnection connection = held.get();
        if (connection == null) {
            return;
        }
        if (failure == null) {
            connection.timeline().tunnelled(startNanos);
            connection.timeline().secured();
        }
        connection.timeline().upgraded(startNanos, failure);
    }

    // An exchange goes on even if the handle of the lease is gone. The handle comes first: with it one may begin
    // meanwhile.
    @Override
    boolean isLost() {
        boolean hasNoHolder = super.isLost();
        Exchange begun = exchange;
        if (begun != null && begun.isUnderWay()) {
            return begun.isLost();
        }
        return hasNoHolder;
    }

    @Override
    long silentNanos(long nowNanos) {
        Exchange begun = exchange;
        return begun != null && begun.isUnderWay() ? begun.silentNanos() : 0;
    }

    @Override
    boolean takeBack() {
        Exchange begun = exchange;
        if (begun != null && begun.takeBack()) {
            return true;
        }
        SharedConnection connection = held.get();
        if (!released.compareAndSet(false, true)) {
            return false;
        }
        if (connection != null && connection.transport.isDialed() && !connection.transport.isMultiplexed()) {
            connection.doom(CloseCause.LEAKED);
        }
        giveBack(null, 0);
        return true;
    }

    /**
     * Returns the route.
     *
     * @return where the exchange goes to
     */
    public HttpRoute route() {
        return route.route;
    }

    /** Notes that its connection was idle. */
    void wakes() {
        hasWoken = true;
    }

    void assigned(SharedConnection to, long waitedNanos) {
        waited(waitedNanos);
        if (answer != null) {
            leasedNanos = pool.core.nowNanos();
        }
        held.set(to);
    }

    @SuppressWarnings("NonAtomicVolatileUpdate") // one thread at a time goes on with it
    private void waited(long nanos) {
        waitNanos += nanos;
    }

    /**
     * Returns the connection, if there is one.
     *
     * @return the connection, perhaps not established yet; null once it was released
     */
    public @Nullable SharedTransport transport() {
        SharedConnection current = held.get();
        return current == null ? null : current.transport;
    }

    /**
     * Returns the connection, ready for an exchange.
     *
     * @return the open connection
     * @throws ConnectionShutdownException if it was released or is not open
     * @throws PoolClosedException if it is not open, because the pool was closed
     */
    public SharedTransport openTransport() {
        SharedTransport transport = transport();
        if (transport == null || !transport.isOpen()) {
            PoolClosedException end = pool.core().endOfDial();
            throw end != null ? end : new ConnectionShutdownException();
        }
        return transport;
    }

    /**
     * Takes its place on the connection, if that is established and has room.
     *
     * @return whether an exchange can begin
     */
    public boolean takePlace() {
        SharedConnection connection = held.get();
        return connection != null && connection.transport.isOpen() && (seated || connection.transport.tryAdmit(this));
    }

    /**
     * Tells whether to verify its connection before each use.
     *
     * @return whether the connection existed before it, and {@code eviction.validateAfter} is zero
     */
    public boolean isToBeVerified() {
        return route.policy.validateAfterNanos == 0 && isReused();
    }

    /**
     * Tells whether it was released.
     *
     * @return whether {@link #release} was called
     */
    @Override
    public boolean isReleased() {
        return released.get();
    }

    /**
     * Notes how it got its connection, before its exchange begins.
     *
     * @param facts receives the note
     * @param connection the connection
     */
    public void describe(CallNotes facts, PooledConnection connection) {
        describe(facts, connection, hasWoken, connection.uses() + 1);
    }

    /**
     * Starts to establish the connection, unless another caller already does so.
     *
     * @param dialer establishes it
     * @param ready called once, when an exchange can begin
     */
    public void connect(Dialer dialer, Ready ready) {
        lost = 0;
        wish.set(new Wish(dialer, ready));
        run();
    }

    /** Does what the state of its connection asks for. */
    @Override
    public void run() {
        SharedConnection current = held.get();
        if (current == null) {
            endWay(new ConnectionShutdownException(), LeaseOutcome.CANCELLED);
            return;
        }
        SharedTransport transport = current.transport;
        switch (transport.turn(this)) {
            case DIAL -> dial(transport);
            case GO -> go(current);
            case MOVE -> move(current);
            case FAIL -> endWay(failureOf(transport), LeaseOutcome.DIAL_FAILED);
            case WAIT -> {} // called when the dial ends
        }
    }

    private void dial(SharedTransport transport) {
        Wish mine = wish.get();
        StreamDial dial = new StreamDial(pool, route, transport);
        if (mine == null) {
            dial.failed(new ConnectionShutdownException());
            return;
        }
        try {
            mine.dialer.begin(dial);
        } catch (RuntimeException e) {
            dial.failed(e);
        } catch (Error e) {
            dial.failed(new IllegalStateException("The dial could not begin", e));
            throw e;
        }
    }

    private void go(SharedConnection current) {
        if (current.transport.isOpen()) {
            end(dialed(), current);
            Wish mine = wish.getAndSet(null);
            if (mine != null) {
                mine.ready.ready();
            }
            return;
        }
        int lostNow = lost + 1;
        lost = lostNow;
        if (lostNow <= MOST_LOST) {
            move(current);
        } else {
            endWay(
                    new ConnectionClosedException("Each of " + lostNow + " connections to " + route.target()
                            + " was closed before a request could be sent"),
                    LeaseOutcome.DIAL_FAILED);
        }
    }

    private void move(SharedConnection from) {
        if (held.compareAndSet(from, null)) {
            pool.takeBackUnused(this, from);
            search(System.nanoTime(), route.policy.poolWaitNanos, false);
        }
    }

    private Exception failureOf(SharedTransport transport) {
        Exception failure = transport.failure();
        return pool.endOfDial(
                failure != null ? CallersFailure.ofDial(failure, route.route()) : new ConnectionShutdownException());
    }

    private void endWay(Exception cause, LeaseOutcome how) {
        Wish mine = wish.getAndSet(null);
        if (mine != null) {
            end(how, held.get());
            mine.ready.failed(cause);
        }
    }

    // A connection without its place was not there before it.
    private void moved() {
        if (!seated && isReused()) {
            outcome = dialed();
        }
    }

    /**
     * Releases the connection: others may use it.
     *
     * @param newState the user of the connection, for connections that are bound to an identity
     * @param keepAliveNanos time for which the client would keep it; for a connection of one exchange, zero or less if
     *     it must not be used again
     */
    public void release(@Nullable Object newState, long keepAliveNanos) {
        if (released.compareAndSet(false, true)) {
            giveBack(newState, keepAliveNanos);
        }
    }

    private void giveBack(@Nullable Object newState, long keepAliveNanos) {
        try {
            giveUp();
            SharedConnection current = held.get();
            if (current != null && newState != null) {
                current.entry().state(newState);
            }
        } finally {
            giveBack(keepAliveNanos);
        }
    }

    private void giveBack(long keepAliveNanos) {
        long nowNanos = pool.core.nowNanos();
        try {
            takeBack(keepAliveNanos, nowNanos);
        } finally {
            try {
                ended(0, nowNanos);
            } finally {
                if (!isOwn) {
                    pool.core.lifecycle.leave(); // a draining pool waits only for callers
                }
            }
        }
    }

    private void takeBack(long keepAliveNanos, long nowNanos) {
        SharedConnection last = held.getAndSet(null);
        if (last != null && isOwn) {
            pool.takeBackUnused(this, last);
        } else if (last != null) {
            pool.takeBack(this, last, keepAliveNanos, nowNanos);
        }
    }
}
