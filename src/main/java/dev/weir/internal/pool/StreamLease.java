package dev.weir.internal.pool;

import dev.weir.engine.Entry;
import dev.weir.engine.LeaseTerms;
import dev.weir.engine.Waiter;
import dev.weir.event.LeaseOutcome;
import dev.weir.failure.PoolClosedException;
import dev.weir.internal.call.CallersFailure;
import dev.weir.internal.callback.CallbackExecutor;
import dev.weir.internal.deadline.Alarm;
import dev.weir.internal.deadline.Alarms;
import dev.weir.internal.event.CallNotes;
import dev.weir.internal.thread.NoThreadException;
import java.util.concurrent.CancellationException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.apache.hc.client5.http.HttpRoute;
import org.apache.hc.client5.http.impl.ConnectionShutdownException;
import org.apache.hc.core5.util.TimeValue;
import org.apache.hc.core5.util.Timeout;
import org.jspecify.annotations.Nullable;

/**
 * The right of a caller that does not block to one exchange on a connection that others may share: from the request for it
 * ({@link #search}) on its way to a connection on which the exchange can begin ({@link #connect}), until its release. Any
 * thread may use it, one at a time for the way.
 */
public final class StreamLease extends HeldLease implements Waiter.Caller {

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

    // The search for a connection, of which there may be several. Since when it lasts, and how long it may.
    private volatile long startNanos = System.nanoTime();
    private volatile long limitNanos;
    private volatile boolean isOwnLimit;
    // The thread that asks, until the store has responded or queued it.
    private volatile @Nullable Thread asking;
    // When to look at the wait: the latest. One that another thread replaced does no harm.
    private volatile @Nullable Alarm look;
    // Why it is given up, if that is not the will of its caller.
    private volatile @Nullable Exception reason;
    private volatile boolean isGivenUp;

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
        StreamLease lease = new StreamLease(route, state, terms, answer);
        long usualNanos = route.policy.poolWaitNanos;
        lease.isOwnLimit = TimeValue.isPositive(timeout) && timeout.toNanoseconds() < usualNanos;
        lease.limitNanos = lease.isOwnLimit ? timeout.toNanoseconds() : usualNanos;
        lease.lifecycle.enter();
        lease.search();
        return lease::giveUp;
    }

    // False if it has a connection, though it may lose that, and then ends at once.
    private boolean giveUp() {
        isGivenUp = true;
        Waiter place = asked;
        return place != null && place.cancel(true);
    }

    // Looks for a connection: it waits in the queue of the route if none is free, until its time is over or it is
    // canceled.
    private void search() {
        reason = null;
        asking = Thread.currentThread();
        try {
            long leftNanos = limitNanos - (System.nanoTime() - startNanos);
            Object got = ask(leftNanos, route.policy.maxPending, this);
            if (got instanceof Waiter place) {
                if (isGivenUp) {
                    place.cancel(true);
                }
                look(place, false);
            } else {
                completed((Entry) got);
            }
        } catch (Throwable e) {
            tell(() -> refused(e));
        } finally {
            asking = null;
        }
    }

    // Lets it go on if time alone changes the decision, until its time is over. A dial under way has limits of its own.
    private void look(Waiter place, boolean asks) {
        if (asks && !place.isCovered()) {
            place.ask();
        }
        if (place.isCovered() || place.isDone()) {
            return;
        }
        if (place.leftNanos() == 0) {
            giveUp(place, new TimeoutException());
            return;
        }
        // Another thread tells the caller, and nothing here waits.
        Alarm next = new Alarm(System.nanoTime(), place.pauseNanos()) {
            @Override
            protected void ring() {
                look(place, true);
            }
        };
        look = next;
        try {
            Alarms.shared().set(next);
        } catch (NoThreadException e) {
            giveUp(place, e);
        }
        if (place.isCovered() || place.isDone()) {
            Alarms.shared().off(next);
        }
    }

    private void giveUp(Waiter place, Exception why) {
        reason = why;
        place.cancel(true);
    }

    private void switchOff() {
        Alarm set = look;
        if (set != null) {
            Alarms.shared().off(set);
        }
    }

    @Override
    public void covered(Waiter place) {
        if (place.isCovered()) {
            tell(() -> begin(place));
        } else {
            look(place, false); // its dial was not for it: what is left of its time counts again
        }
    }

    @Override
    public void completed(Entry entry) {
        tell(() -> found((SharedConnection) entry));
    }

    // The store itself times out a waiter when it looks at it after its time.
    @Override
    public void failed(Exception cause) {
        boolean isOfStore = cause instanceof RejectedExecutionException || cause instanceof TimeoutException;
        tell(() -> {
            if (isOfStore) {
                refused(cause);
            } else {
                failDial(cause);
            }
        });
    }

    @Override
    public void cancelled() {
        Exception why = reason;
        tell(() -> refused(why != null ? why : new CancellationException()));
    }

    private void tell(Runnable what) {
        switchOff();
        boolean isAtOnce = asking != null; // it got a dial or a connection
        long waitedNanos = isAtOnce ? 0 : System.nanoTime() - startNanos;
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
            handed();
            first.leased(this);
            isHanded = true;
        } finally {
            if (!isHanded) {
                release(null, Long.MAX_VALUE);
            }
        }
    }

    private void found(SharedConnection connection) {
        if (!connection.admit(this)) {
            searchAgain();
            return;
        }
        Answer first = answer.getAndSet(null);
        if (first != null) {
            hand(first, connection);
        } else if (takes(connection)) {
            goOn();
        } else {
            connection.takeBack(this, Long.MAX_VALUE, false, route.nowNanos()); // it was released
        }
    }

    private boolean takes(SharedConnection connection) {
        Object before = held();
        while (before != null && !holds(before, connection)) {
            before = held();
        }
        return before != null;
    }

    private void searchAgain() {
        if (answer.get() == null) {
            Exception end = loses();
            if (end != null) {
                endWay(dialFailed(end));
                return;
            }
            startNanos = System.nanoTime();
            limitNanos = route.policy.poolWaitNanos;
            isOwnLimit = false;
        }
        search();
    }

    private void failDial(Exception cause) {
        Exception end = dialFailed(CallersFailure.ofDial(cause, route.route()));
        failure = end;
        begin(NOTHING); // or it would hear of it before it has the lease
        endWay(end);
    }

    // Ends the search without a connection.
    private void refused(Throwable why) {
        Answer first = answer.getAndSet(null);
        Exception cause = refused(why, System.nanoTime() - startNanos, isOwnLimit);
        if (first == null) {
            PoolClosedException end = lifecycle.end(false);
            endWay(
                    end != null
                            ? end
                            : cause instanceof CancellationException ? new ConnectionShutdownException() : cause);
            return;
        }
        holds(ASKING, null);
        lifecycle.leave();
        if (cause instanceof CancellationException) {
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
        return (begun != null && begun.takeBack()) || super.takeBack();
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
     * @return the connection; null while it waits for one, and once it was released
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
        connected(connection); // a caller whose dial was quick finds it, and does not ask for it
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
     * Waits for the connection; one that was closed meanwhile it gives back, and waits for another.
     *
     * @param whenReady called once, when an exchange can begin
     */
    public void connect(Ready whenReady) {
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
            end(LeaseOutcome.CANCELLED, null);
            endWay(known == null ? new ConnectionShutdownException() : known);
        } else if (isConnected()) {
            Ready told = ready.getAndSet(null);
            if (told != null) {
                told.ready();
            }
        } else if (holds(connection, NOTHING)) { // it was closed
            connection.takeBack(this, Long.MAX_VALUE, false, route.nowNanos());
            searchAgain();
        }
    }

    // Its outcome is noted before: the caller may ask for the connection as soon as it holds nothing.
    private void endWay(Exception cause) {
        failure = cause;
        Object before = held();
        while ((before == ASKING || before instanceof Waiter) && !holds(before, NOTHING)) {
            before = held(); // another thread hands the lease to its caller at this moment
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
