package dev.weir.internal.pool;

import dev.weir.engine.LeaseTerms;
import dev.weir.engine.Waiter;
import dev.weir.failure.PoolClosedException;
import dev.weir.internal.callback.CallbackExecutor;
import dev.weir.internal.deadline.Alarm;
import dev.weir.internal.deadline.Alarms;
import dev.weir.internal.thread.NoThreadException;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.apache.hc.client5.http.HttpRoute;
import org.apache.hc.client5.http.impl.ConnectionShutdownException;
import org.apache.hc.core5.util.Timeout;
import org.jspecify.annotations.Nullable;

/**
 * The right of a caller that does not block to one exchange on a connection that others may share: {@link #request}, {@link
 * #connect} if it has no connection then, {@link #release}. Any thread may use it.
 */
public final class StreamLease extends HeldLease {

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
    // What to tell of the end of the step that its caller waits for; null for none.
    private volatile @Nullable Consumer<@Nullable Exception> answer;
    // Whether the first step is over: the caller knows whether it has the lease.
    private volatile boolean isAnswered;
    // How often there was a reason to go on with it since that began; the thread that finds none goes on.
    private final AtomicInteger reasons = new AtomicInteger();
    private volatile @Nullable Thread goingOn;
    // When to look at the wait, though nothing was told; null for never.
    private volatile @Nullable Alarm look;

    /**
     * Makes a lease, which takes nothing before {@link #request}.
     *
     * @param route its route
     * @param state the user of the connection; null for any
     * @param terms what it may have been through
     * @param timeout how long the request would wait; the smaller of it and {@code poolWait} counts, zero or less is none
     */
    public StreamLease(RouteState route, @Nullable Object state, LeaseTerms terms, Timeout timeout) {
        super(route, state, terms, timeout);
    }

    /**
     * Requests the right to an exchange.
     *
     * @param whenLeased called at its end, perhaps on this thread: with null if the caller has the lease, else with what
     *     ended it, which is a {@link CancellationException} if it was canceled
     * @throws PoolClosedException if the pool takes no requests
     */
    public void request(Consumer<@Nullable Exception> whenLeased) {
        route.asked();
        lifecycle.enter();
        answer = whenLeased;
        goOn(CallbackExecutor::answer);
    }

    /**
     * Waits for the connection; one that was closed meanwhile it gives back, and waits for another.
     *
     * @param whenReady called once: with null when an exchange can begin, else with the reason why none can
     */
    public void connect(Consumer<@Nullable Exception> whenReady) {
        answer = whenReady;
        goOn(Runnable::run);
    }

    @Override
    public void told(Waiter place) {
        if (goingOn != Thread.currentThread()) { // or it looks at the wait, anyway
            CallbackExecutor.run(() -> goOn(Runnable::run));
        }
    }

    // The caller is told afterwards: what it does may be a reason to go on.
    private void goOn(Consumer<Runnable> teller) {
        if (reasons.getAndIncrement() > 0) {
            return; // another thread is at it
        }
        Runnable end = null;
        int seen;
        do {
            seen = reasons.get();
            goingOn = Thread.currentThread();
            goOn(answer != null);
            end = end == null ? end() : end;
            goingOn = null;
        } while (!reasons.compareAndSet(seen, 0));
        if (end != null) {
            teller.accept(end);
        }
    }

    // Returns what tells the caller that the step is over for which it waits; null if it is not.
    private @Nullable Runnable end() {
        Consumer<@Nullable Exception> told = answer;
        if (told == null || !isOver(isAnswered)) {
            return null;
        }
        answer = null;
        Throwable known = failure;
        Exception why = known == null || known instanceof Exception ? (Exception) known : new ExecutionException(known);
        if (isAnswered) {
            Exception how = why == null && connection() == null ? new ConnectionShutdownException() : why;
            return () -> told.accept(how);
        }
        isAnswered = true;
        if (isHanded) {
            return () -> hand(told);
        }
        cancel(); // so that nothing is left to cancel
        lifecycle.leave();
        return () -> told.accept(why);
    }

    // A caller that does not get the lease cannot release it.
    private void hand(Consumer<@Nullable Exception> told) {
        boolean isTold = false;
        try {
            told.accept(null);
            isTold = true;
        } finally {
            if (!isTold) {
                release(null, Long.MAX_VALUE);
            }
        }
    }

    // Time alone may change what becomes of the wait, or end it. A dial under way has limits of its own.
    @Override
    void waits() throws NoThreadException {
        Alarm before = look;
        if (before != null) {
            Alarms.shared().off(before);
            look = null;
        }
        Waiter place = waiting();
        if (place == null || !place.isPending()) {
            return;
        }
        // Another thread goes on, and tells the caller and listeners: others wait for this one.
        Alarm next = new Alarm(System.nanoTime(), place.pauseNanos()) {
            @Override
            protected void ring() {
                place.ask();
                told(place);
            }
        };
        look = next;
        Alarms.shared().set(next);
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
        return (begun != null && begun.isUnderWay()) ? begun.isLost() : hasNoHolder;
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

    @Override
    public @Nullable SharedConnection connection() {
        return (SharedConnection) super.connection();
    }

    /**
     * Tells whether an exchange can begin.
     *
     * @return whether the connection is established
     */
    public boolean isConnected() {
        SharedConnection connection = connection();
        return connection != null && connection.isEstablished() && connection.isOpen();
    }

    /**
     * Tells whether it waits without a dial under way for it.
     *
     * @return whether its pool wait goes on
     */
    public boolean isPending() {
        Waiter wait = waiting();
        return wait != null && wait.isPending();
    }
}
