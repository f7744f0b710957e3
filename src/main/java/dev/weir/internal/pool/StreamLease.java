package dev.weir.internal.pool;

import dev.weir.engine.Entry;
import dev.weir.engine.LeaseTerms;
import dev.weir.engine.Waiter;
import dev.weir.event.CloseCause;
import dev.weir.event.LeaseOutcome;
import dev.weir.failure.PoolClosedException;
import dev.weir.internal.call.CallersFailure;
import dev.weir.internal.callback.CallbackExecutor;
import dev.weir.internal.deadline.Alarm;
import dev.weir.internal.deadline.Alarms;
import dev.weir.internal.event.CallNotes;
import dev.weir.internal.thread.NoThreadException;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.apache.hc.client5.http.HttpRoute;
import org.apache.hc.client5.http.impl.ConnectionShutdownException;
import org.apache.hc.core5.http.ConnectionClosedException;
import org.apache.hc.core5.util.TimeValue;
import org.apache.hc.core5.util.Timeout;
import org.jspecify.annotations.Nullable;

/**
 * The right of a caller that does not block to one exchange on a connection that others may share: from the request for it
 * ({@link #search}) on its way to a connection on which the exchange can begin ({@link #connect}), until its release. Any
 * thread may use it, one at a time for the way.
 */
public final class StreamLease extends HeldLease {

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

    /** Called with how a lease ended. */
    public interface Answer {
        /**
         * There is a lease.
         *
         * @param lease the lease
         */
        void leased(StreamLease lease);

        /**
         * There is none.
         *
         * @param cause the cause
         */
        void refused(Exception cause);

        /** The caller has given up. */
        void cancelled();
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

    // The latest on it.
    private volatile @Nullable Exchange exchange;
    // Taken by the thread that tells the caller of the lease; null afterwards.
    private final AtomicReference<@Nullable Answer> answer;
    // Taken by the thread that ends the way to the connection; null before it begins, too.
    private final AtomicReference<@Nullable Ready> ready = new AtomicReference<>();
    // Why there is no connection, from then on.
    private volatile @Nullable Exception failure;
    // Written by the thread that goes on with it.
    private volatile @Nullable Search search;
    private volatile boolean isGivenUp;
    private volatile int lost;

    // Written before the caller has it: no other caller had its connection.
    private volatile boolean hasWoken;

    private StreamLease(RouteState route, @Nullable Object state, LeaseTerms terms, Answer answer) {
        super(route, state, terms);
        this.answer = new AtomicReference<>(answer);
    }

    /**
     * Requests the right to an exchange.
     *
     * @param route its route
     * @param state the user of the connection; null for any
     * @param terms what it may have been through
     * @param timeout how long the request would wait; the smaller of it and {@code poolWait} counts, zero or less is none
     * @param answer called at its end, perhaps on this thread
     * @return gives up when called; returns whether it was in time
     */
    public static Supplier<Boolean> request(
            RouteState route, @Nullable Object state, LeaseTerms terms, Timeout timeout, Answer answer) {
        route.asked();
        long usualNanos = route.policy.poolWaitNanos;
        boolean isOwnLimit = TimeValue.isPositive(timeout) && timeout.toNanoseconds() < usualNanos;
        StreamLease lease = new StreamLease(route, state, terms, answer);
        lease.lifecycle.enter();
        lease.search(System.nanoTime(), isOwnLimit ? timeout.toNanoseconds() : usualNanos, isOwnLimit);
        return lease::giveUp;
    }

    /** Looks for a connection, for a caller that may have begun to wait before. */
    void search(long startNanos, long limitNanos, boolean isOwnLimit) {
        Search next = new Search(startNanos, limitNanos, isOwnLimit);
        search = next;
        next.start();
        if (isGivenUp) {
            next.giveUp();
        }
    }

    /** Gives up its search; false if that has ended, though another may follow, which ends at once. */
    boolean giveUp() {
        isGivenUp = true;
        Search current = search;
        return current != null && current.giveUp();
    }

    /**
     * One search for an entry: it waits in the queue of the route if none is free, until its time is over or it is canceled.
     * Ends once.
     */
    private final class Search implements Waiter.Caller {

        private final long startNanos;
        private final long limitNanos;
        private final boolean isOwnLimit;
        private final AtomicBoolean ended = new AtomicBoolean();
        // The requesting thread, until the store has responded or queued it.
        private volatile @Nullable Thread asking;
        // Written by the requesting thread.
        private volatile @Nullable Waiter place;
        // When to look at the wait: the latest. One that another thread replaced does no harm.
        private volatile @Nullable Alarm look;
        private volatile boolean isTimedOut;

        Search(long startNanos, long limitNanos, boolean isOwnLimit) {
            this.startNanos = startNanos;
            this.limitNanos = limitNanos;
            this.isOwnLimit = isOwnLimit;
        }

        void start() {
            asking = Thread.currentThread();
            try {
                Entry there = route.tryLease(state, terms);
                if (there != null) {
                    completed(there);
                } else {
                    long leftNanos = limitNanos - (System.nanoTime() - startNanos);
                    Waiter asked = queue(leftNanos, route.policy.maxPending, this);
                    place = asked;
                    look(asked, false);
                }
            } catch (Throwable e) {
                Exception why = e instanceof Exception exception ? exception : new ExecutionException(e);
                end(() -> refused(lifecycle.isClosed() ? lifecycle.refusal() : why, LeaseOutcome.CANCELLED));
                giveUp(); // a place that it may have
            } finally {
                asking = null;
            }
        }

        // Lets it go on if time alone changes the decision, until its time is over. A dial under way has limits of its
        // own.
        private void look(Waiter asked, boolean asks) throws NoThreadException {
            if (asks && !asked.isCovered()) {
                asked.ask();
            }
            if (asked.isCovered() || ended.get()) {
                return;
            }
            if (asked.leftNanos() == 0) {
                isTimedOut = true;
                giveUp();
                return;
            }
            // Another thread tells the caller, and nothing here waits.
            Alarm next = new Alarm(System.nanoTime(), asked.pauseNanos()) {
                @Override
                protected void ring() {
                    lookAgain(asked, true);
                }
            };
            look = next;
            Alarms.shared().set(next);
            if (asked.isCovered() || ended.get()) {
                Alarms.shared().off(next);
            }
        }

        private void lookAgain(Waiter asked, boolean asks) {
            try {
                look(asked, asks);
            } catch (NoThreadException e) {
                end(() -> refused(e, LeaseOutcome.CANCELLED));
                giveUp();
            }
        }

        @Override
        public void covered(Waiter wait) {
            if (wait.isCovered()) {
                switchOff();
                tell(() -> begin(wait), waitedNanos());
            } else {
                lookAgain(wait, false); // its dial was not for it: what is left of its time counts again
            }
        }

        private void switchOff() {
            Alarm set = look;
            if (set != null) {
                Alarms.shared().off(set);
            }
        }

        @Override
        public void completed(Entry entry) {
            if (!end(() -> found((SharedConnection) entry, this))) {
                entry.decline(true);
            }
        }

        // The store itself times out a waiter when it looks at it after its time.
        @Override
        public void failed(Exception cause) {
            if (cause instanceof RejectedExecutionException) {
                end(() -> refused(route.incidents().rejected(route.policy.maxPending), LeaseOutcome.REJECTED));
            } else if (cause instanceof TimeoutException) {
                end(this::timedOut);
            } else {
                end(() -> dialFailed(cause));
            }
        }

        @Override
        public void cancelled() {
            end(() -> {
                if (isTimedOut) {
                    timedOut();
                } else {
                    refused(lifecycle.isClosed() ? lifecycle.refusal() : null, LeaseOutcome.CANCELLED);
                }
            });
        }

        private void timedOut() {
            refused(route.incidents().timedOut(Duration.ofNanos(waitedNanos()), isOwnLimit), LeaseOutcome.TIMED_OUT);
        }

        private long waitedNanos() {
            return asking != null ? 0 : System.nanoTime() - startNanos; // else it got a dial or an entry at once
        }

        // Once.
        private boolean end(Runnable what) {
            if (!ended.compareAndSet(false, true)) {
                return false;
            }
            switchOff();
            tell(what, waitedNanos());
            return true;
        }

        private void tell(Runnable what, long waitedNanos) {
            Runnable told = () -> {
                if (answer.get() != null) { // it waits for the pool only until then
                    waitNanos = waitedNanos;
                }
                what.run();
            };
            if (asking == Thread.currentThread()) {
                CallbackExecutor.answer(told);
            } else {
                CallbackExecutor.run(told);
            }
        }

        /** Gives up; false if the search has ended. */
        boolean giveUp() {
            Waiter asked = place;
            return asked != null && asked.cancel(true);
        }
    }

    // A dial is under way for it, or was: the caller may have it.
    private void begin(Object has) {
        Answer first = answer.getAndSet(null);
        if (first != null) {
            hand(first, has);
        }
    }

    // A caller that does not get the lease cannot release it.
    private void hand(Answer first, Object has) {
        boolean isHanded = false;
        try {
            leasedNanos = route.nowNanos();
            holds(ASKING, has);
            SharedConnection connection = connection();
            if (connection == null || !connection.isDialed()) {
                list();
            } else {
                end(got(isNew(connection, connection.isMultiplexed())), connection);
            }
            first.leased(this);
            isHanded = true;
        } finally {
            if (!isHanded) {
                release(null, Long.MAX_VALUE);
            }
        }
    }

    private void found(SharedConnection connection, Search by) {
        boolean isToDial = !connection.isDialed() && route.isDialedByCallers();
        if (!isToDial && !connection.admit(this)) {
            searchAgain(by);
            return;
        }
        Answer first = answer.getAndSet(null);
        if (first != null) {
            hand(first, connection);
        } else if (!takes(connection)) {
            connection.takeBack(this, Long.MAX_VALUE, false, route.nowNanos()); // it was released
        } else {
            goOn();
        }
    }

    private boolean takes(SharedConnection connection) {
        Object before = held();
        while (before != null && !holds(before, connection)) {
            before = held();
        }
        return before != null;
    }

    private void searchAgain(Search by) {
        if (answer.get() != null) {
            search(by.startNanos, by.limitNanos, by.isOwnLimit);
        } else {
            searchAgain();
        }
    }

    @SuppressWarnings("NonAtomicVolatileUpdate") // one thread at a time goes on with it
    private void searchAgain() {
        if (lost++ < Lease.MOST_LOST) {
            search(System.nanoTime(), route.policy.poolWaitNanos, false);
        } else {
            endWay(
                    new ConnectionClosedException("Each of " + lost + " connections to " + route.target
                            + " was closed before a request could be sent"),
                    LeaseOutcome.DIAL_FAILED);
        }
    }

    private void dialFailed(Exception cause) {
        Exception own = CallersFailure.ofDial(cause, route.route());
        PoolClosedException end = lifecycle.end(false);
        if (end != null) {
            end.initCause(own);
        }
        failure = end != null ? end : own;
        end(LeaseOutcome.DIAL_FAILED, connection());
        begin(NOTHING); // or it would hear of it before it has the lease
        endWay(end != null ? end : own, LeaseOutcome.DIAL_FAILED);
    }

    // Ends the search without a connection; without a cause if the caller has given up.
    private void refused(@Nullable Exception cause, LeaseOutcome how) {
        Answer first = answer.getAndSet(null);
        if (first == null) {
            PoolClosedException end = lifecycle.end(false);
            endWay(end != null ? end : cause == null ? new ConnectionShutdownException() : cause, how);
            return;
        }
        holds(ASKING, null);
        route.ended(how, how == LeaseOutcome.REJECTED ? 0 : waitNanos, null);
        lifecycle.leave();
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
        SharedConnection connection = connection();
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
        if (isReleased()) {
            return false;
        }
        SharedConnection connection = connection();
        if (connection != null && connection.isEstablished() && !connection.isMultiplexed()) {
            connection.doom(CloseCause.LEAKED);
        }
        release(null, 0);
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

    /**
     * Returns the connection, if there is one.
     *
     * @return the connection, perhaps not established yet; null while it waits for one, and once it was released
     */
    public @Nullable SharedConnection connection() {
        return (SharedConnection) place();
    }

    /**
     * Returns the connection, ready for an exchange.
     *
     * @return the open connection
     * @throws ConnectionShutdownException if it was released or is not open
     * @throws PoolClosedException if it is not open, because the pool was closed
     */
    public SharedConnection openConnection() {
        SharedConnection connection = connection();
        if (connection == null || !connection.isOpen()) {
            PoolClosedException end = lifecycle.end(false);
            throw end != null ? end : new ConnectionShutdownException();
        }
        return connection;
    }

    /**
     * Tells whether an exchange can begin.
     *
     * @return whether the connection is established
     */
    public boolean isConnected() {
        SharedConnection connection = connection();
        if (connection == null || !connection.isEstablished() || !connection.isOpen()) {
            return false;
        }
        // A caller whose dial was quick finds the connection, and does not ask for it.
        end(got(isNew(connection, connection.isMultiplexed())), connection);
        return true;
    }

    /**
     * Tells whether it waits without a dial under way for it.
     *
     * @return whether its pool wait goes on
     */
    public boolean isPending() {
        Waiter wait = waiting();
        return wait != null && !wait.isCovered() && !wait.isDone();
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
     * Notes how it got its connection, before its exchange begins.
     *
     * @param facts receives the note
     * @param connection the connection
     */
    public void describe(CallNotes facts, PooledConnection connection) {
        describe(facts, connection, hasWoken, connection.uses() + 1);
    }

    /**
     * Waits for the connection, or dials it in the lease's own place.
     *
     * @param whenReady called once, when an exchange can begin
     */
    public void connect(Ready whenReady) {
        lost = 0;
        ready.set(whenReady);
        goOn();
    }

    // Does what the state of its connection asks for.
    private void goOn() {
        Object has = held();
        SharedConnection connection = connection();
        if (ready.get() == null || has instanceof Waiter) {
            return; // called again by the one that connects, or when the wait ends
        }
        if (connection == null) {
            Exception known = failure;
            endWay(known == null ? new ConnectionShutdownException() : known, LeaseOutcome.CANCELLED);
        } else if (isConnected()) {
            Ready told = ready.getAndSet(null);
            if (told != null) {
                told.ready();
            }
        } else if (!connection.isDialed() && route.isDialedByCallers()) {
            connection.dial(cause -> CallbackExecutor.run(() -> dialed(connection, cause)));
        } else if (holds(connection, NOTHING)) { // it was closed
            connection.takeBack(this, Long.MAX_VALUE, false, route.nowNanos());
            searchAgain();
        }
    }

    private void dialed(SharedConnection connection, @Nullable Exception cause) {
        if (cause == null && connection.join(this)) {
            goOn();
        } else {
            dialFailed(cause == null ? new ConnectionShutdownException() : cause);
        }
    }

    private void endWay(Exception cause, LeaseOutcome how) {
        failure = cause;
        end(how, connection()); // first: its caller may ask for the connection as soon as it holds nothing
        Object before = waiting();
        if (before != null) {
            holds(before, NOTHING);
        }
        Ready told = ready.getAndSet(null);
        if (told != null) {
            told.failed(cause);
        }
    }

    @Override
    void giveUp(Waiter wait) {
        wait.cancel(true); // an entry that comes nevertheless is given back where it is found
    }

    @Override
    void putBack(PooledConnection connection, @Nullable Object user, long keepAliveNanos, long nowNanos) {
        if (user != null) {
            connection.state(user);
        }
        ((SharedConnection) connection).takeBack(this, keepAliveNanos, true, nowNanos);
    }
}
