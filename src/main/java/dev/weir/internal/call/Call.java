package dev.weir.internal.call;

import dev.weir.engine.LeaseTerms;
import dev.weir.event.CloseCause;
import dev.weir.internal.callback.EndOfEvent;
import dev.weir.internal.retry.RetryBudgetException;
import dev.weir.internal.retry.RetryRule;
import java.io.IOException;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import org.apache.hc.client5.http.HttpRoute;
import org.apache.hc.core5.concurrent.CancellableDependency;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HttpEntity;
import org.apache.hc.core5.http.protocol.HttpContext;
import org.jspecify.annotations.Nullable;

/**
 * One call of a pool's client, as it travels in its context through the steps of the chain and the layers below: its time
 * limit, what it is doing, what became of its latest exchange, and what it has sent again. Each call has one replay of a lost
 * race, repeats of what a server refuses, and retries. The calls of a user's own client have none of this. Thread-safe: the
 * thread that runs the call at the moment writes, others read.
 */
public final class Call {

    private static final String NAME = "weir.call";
    static final String OWN_LIMIT = "weir.request-deadline";
    /** A server that refuses this often, and does nothing else, does not want the request. */
    public static final int MOST_REFUSALS_IN_A_ROW = 20;
    /** Ends calls without a total time: at the longest pause, this is a quarter of an hour. */
    public static final int MOST_REFUSALS = 10_000;

    private static final int REFUSALS_AT_ONCE = 20;
    private static final int LONGEST_PAUSE_MILLIS = 100;

    /** What cancels it, and what it depends on; null if no code can cancel it. */
    public final @Nullable CancellableDependency owner;
    /** Its time limit; null if it has none. */
    public final @Nullable CallDeadline deadline;
    /** The body of a request that does not block; null for none. */
    public final @Nullable CallBody body;

    // The hop that it is at: of redirects, each has its own.
    private volatile HttpRoute route;

    // Of the latest exchange. One at a time; written by the threads that carry it out.
    private volatile boolean isAnswered;
    private volatile boolean isInformed;
    private volatile boolean isRaceLost;
    private volatile boolean isNothingSent;
    private volatile boolean isAmidProgress;
    private volatile @Nullable EndOfEvent event;
    // Through what the caller reads the response at its own pace; null for none.
    private volatile @Nullable WeakReference<Object> held;
    // Whether a thread may read the body of its response, and whether that is the caller's.
    private volatile boolean isBodyOpen;
    private volatile boolean isBodyLeft;
    private volatile boolean isHandedOut;
    // Written by the thread that drops what is left of its body.
    private volatile @Nullable Thread discarding;

    // What its dials were doing while it waited for them.
    volatile long lookupNanos;
    volatile long handshakeNanos;
    volatile CallPhase lastOfDial = CallPhase.CONNECT;

    // Its request as it entered the retry step; later steps change it. Null for calls that do not block.
    private volatile @Nullable ClassicHttpRequest request;
    private volatile Header @Nullable [] headers;
    private volatile @Nullable HttpEntity entity;

    // What comes next, if the request is to be sent again.
    private volatile boolean isSentAgain;
    private volatile LeaseTerms terms = LeaseTerms.ANY;
    private volatile long pauseNanos;

    private volatile boolean isReplayed;
    private volatile boolean mayRepeatOnFresh;
    private volatile int retries;
    private volatile int refusals;
    private volatile int refusalsInARow;
    private volatile @Nullable RetryBudgetException refusal;

    /**
     * Begins a call, and notes it in its context.
     *
     * @param context its context, which may have served another one before
     * @param route its route
     * @param owner what cancels it; null for nothing
     * @param deadline its time limit; null for none
     * @param body the body of its request, if it does not block; null for none
     * @return the call
     */
    public static Call begin(
            HttpContext context,
            HttpRoute route,
            @Nullable CancellableDependency owner,
            @Nullable CallDeadline deadline,
            @Nullable CallBody body) {
        Call call = new Call(route, deadline == null ? owner : deadline, deadline, body);
        context.setAttribute(NAME, call);
        return call;
    }

    private Call(
            HttpRoute route,
            @Nullable CancellableDependency owner,
            @Nullable CallDeadline deadline,
            @Nullable CallBody body) {
        this.route = route;
        this.owner = owner;
        this.deadline = deadline;
        this.body = body;
    }

    /**
     * Returns the call of a context.
     *
     * @param context the context
     * @return the latest call; null if the context has served no client of a pool
     */
    public static @Nullable Call of(@Nullable HttpContext context) {
        return context != null && context.getAttribute(NAME) instanceof Call call ? call : null;
    }

    /**
     * Gives a call a limit of its own.
     *
     * @param context the context that the call will be executed with
     * @param total the limit
     */
    public static void limit(HttpContext context, Duration total) {
        context.setAttribute(OWN_LIMIT, total);
    }

    /**
     * Notes what it does from now on.
     *
     * @param phase what it does
     */
    public void enter(CallPhase phase) {
        if (deadline != null) {
            deadline.enter(phase);
        }
    }

    /**
     * Returns why it ends before its time.
     *
     * @return that its time is over, that its response is not read to the end, or that it is canceled; null for none of them
     */
    public @Nullable CloseCause endedBy() {
        if (deadline != null && deadline.isOver()) {
            return CloseCause.TOTAL_TIMEOUT;
        }
        return isBodyLeft ? CloseCause.BODY_NOT_CONSUMED : isCanceled() ? CloseCause.CANCELLED : null;
    }

    /**
     * Notes a dial that it waited for.
     *
     * @param lookup nanoseconds of name lookup
     * @param handshake nanoseconds of TLS
     * @param last what the dial did last
     */
    @SuppressWarnings("NonAtomicVolatileUpdate") // one dial at a time
    public void dialed(long lookup, long handshake, CallPhase last) {
        lookupNanos = lookupNanos + lookup;
        handshakeNanos = handshakeNanos + handshake;
        lastOfDial = last;
    }

    /**
     * Notes the request of a blocking call as it is now, because later steps change it.
     *
     * @param toSend the request
     */
    public void keep(ClassicHttpRequest toSend) {
        request = toSend;
        headers = toSend.getHeaders();
        entity = toSend.getEntity();
    }

    /**
     * Notes that its request is about to be sent.
     *
     * @param to its route
     * @param hasConnection whether it goes on with the connection that it has
     */
    public void begin(HttpRoute to, boolean hasConnection) {
        if (isAnswered && !isSentAgain) { // another hop
            refusals = 0;
            refusalsInARow = 0;
            mayRepeatOnFresh = false;
        }
        beginExchange();
        isSentAgain = false;
        route = to;
        if (!hasConnection) {
            enter(CallPhase.QUEUE);
        }
        if (body != null) {
            body.begin();
        }
    }

    /** Notes that it is about to send its request again, or another one: with a login, or of another hop. */
    public void beginExchange() {
        isAnswered = false;
        isInformed = false;
        isRaceLost = false;
        isNothingSent = false;
        isAmidProgress = false;
        event = null;
        held = null;
    }

    /** Notes that a response to its request has begun. */
    public void answered() {
        isAnswered = true;
        enter(CallPhase.BODY);
    }

    /** Notes that the body of a response is there for a thread to read: it tells of its end. */
    public void bodyBegan() {
        isBodyOpen = true;
    }

    /**
     * Notes that the caller gets the response: the call ends with its body.
     *
     * @return whether that is open and will tell of its end
     */
    public boolean handOut() {
        isHandedOut = true;
        return isBodyOpen;
    }

    /** Notes that the body of a response has ended, and with that the call if the caller has it. */
    public void bodyEnded() {
        isBodyOpen = false;
        if (isHandedOut && deadline != null) {
            deadline.stop();
        }
    }

    /**
     * Notes that reading the body of a response has failed, or closing it.
     *
     * @param failure what happened
     * @return what to tell the caller
     */
    public IOException bodyFailed(IOException failure) {
        bodyEnded();
        return isHandedOut && deadline != null ? deadline.ended(failure) : failure;
    }

    /** Notes that the caller closes the response before it has read it to its end. */
    public void leaveBody() {
        isBodyLeft = true;
    }

    /** Notes that an interim response has arrived. */
    public void informed() {
        isInformed = true;
    }

    /**
     * Notes that the request was sent on a connection that its server was closing: no response arrived.
     *
     * @param nothingSent whether not a byte of the request left, so that it cannot have been executed
     */
    public void raceLost(boolean nothingSent) {
        isNothingSent = nothingSent;
        isRaceLost = true;
    }

    /** Notes that the server has executed others meanwhile, on the connection on which it refused the request. */
    public void refusedAmidProgress() {
        isAmidProgress = true;
    }

    /**
     * Tells whether a response has begun.
     *
     * @return whether its head has arrived
     */
    public boolean isAnswered() {
        return isAnswered;
    }

    /**
     * Notes the end of the events of the connection that its exchange is on.
     *
     * @param ofConnection the same for all exchanges on it; null once the response is handled
     */
    public void event(@Nullable EndOfEvent ofConnection) {
        event = ofConnection;
    }

    /**
     * Returns the end of the events of its connection.
     *
     * @return the end; null if no exchange is on a connection
     */
    public @Nullable EndOfEvent event() {
        return event;
    }

    /**
     * Notes the object through which the caller holds the response.
     *
     * @param handle reachable as long as the response can be read or closed
     */
    public void heldBy(Object handle) {
        held = new WeakReference<>(handle);
    }

    /**
     * Tells whether the response was handed out, and no code is left to read or close it.
     *
     * @return whether it was garbage collected
     */
    public boolean isLost() {
        WeakReference<Object> reference = held;
        return reference != null && reference.get() == null;
    }

    /**
     * Notes that the server did not wait for the rest of the body: its producer is not asked for it, but the call must learn
     * that it ended.
     *
     * @param isUnwanted whether this thread drops it now
     */
    public void discard(boolean isUnwanted) {
        discarding = isUnwanted ? Thread.currentThread() : null;
    }

    /** Tells whether the body is to end here: this thread drops what is left of it. */
    boolean isDiscarded() {
        return discarding == Thread.currentThread();
    }

    /**
     * Returns where it goes.
     *
     * @return the route of its latest hop
     */
    public HttpRoute route() {
        return route;
    }

    /**
     * Tells whether it is canceled.
     *
     * @return whether its caller or its deadline has ended it
     */
    public boolean isCanceled() {
        return owner != null && owner.isCancelled();
    }

    /**
     * Returns the time that it has left.
     *
     * @return nanoseconds, or {@link RetryRule#NO_DEADLINE}
     */
    public long leftNanos() {
        return deadline == null ? RetryRule.NO_DEADLINE : deadline.leftNanos();
    }

    /**
     * Returns how often it was retried.
     *
     * @return the number of retries, without replays and repeats
     */
    public int retries() {
        return retries;
    }

    /**
     * Tells whether the request will be sent again, so that the response is discarded.
     *
     * @return whether it is
     */
    public boolean isSentAgain() {
        return isSentAgain;
    }

    /**
     * Returns on what terms to lease its next connection, once.
     *
     * @return the terms
     */
    public LeaseTerms takeTerms() {
        LeaseTerms next = terms;
        terms = LeaseTerms.ANY;
        return next;
    }

    /**
     * Returns for how long to pause before the request is sent again, once.
     *
     * @return nanoseconds
     */
    public long takePauseNanos() {
        long nanos = pauseNanos;
        pauseNanos = 0;
        return nanos;
    }

    /**
     * Has the request sent again as it was, after a pause.
     *
     * @param on the terms of its next lease
     * @param pause nanoseconds
     */
    public void retry(LeaseTerms on, long pause) {
        int before = retries;
        retries = before + 1;
        sendAgain(on, pause);
    }

    /**
     * Has a request sent again that its server has certainly not executed: while the server makes progress with others, until
     * the time of the call is over; a server that makes no progress will not execute it.
     *
     * @return false if that is hopeless
     */
    public boolean repeat() {
        int before = refusals;
        refusals = before + 1;
        refusalsInARow = isAmidProgress ? 0 : refusalsInARow + 1;
        if (refusalsInARow > MOST_REFUSALS_IN_A_ROW || refusals > MOST_REFUSALS) {
            return false;
        }
        // A server that keeps refusing is not flooded.
        int pauseMillis = Math.min(LONGEST_PAUSE_MILLIS, Math.max(0, refusals - REFUSALS_AT_ONCE));
        sendAgain(LeaseTerms.ANY, TimeUnit.MILLISECONDS.toNanos(pauseMillis));
        return true;
    }

    /**
     * Has a request sent again that was sent while its server was closing the connection.
     *
     * @param isHarmless whether it may be executed twice
     * @param isShared whether others use the connection, so that it was not idle. A server that shuts down ends all of its
     *     connections: a shared one that a replay gets may be lost, too, and then it has one more
     * @return false if it has had its replay, or must not have one
     */
    public boolean replay(boolean isHarmless, boolean isShared) {
        boolean isDue = isRaceLost && !isInformed && (isHarmless || isNothingSent);
        if (!isDue || (isReplayed && !mayRepeatOnFresh)) {
            return false;
        }
        mayRepeatOnFresh = isShared && !isReplayed;
        isReplayed = true;
        sendAgain(mayRepeatOnFresh ? LeaseTerms.ANY : LeaseTerms.FRESH, 0);
        return true;
    }

    private void sendAgain(LeaseTerms on, long pause) {
        isSentAgain = true;
        terms = on;
        pauseNanos = pause;
        ClassicHttpRequest copied = request;
        if (copied != null) { // of which HttpClient's step sends a copy
            copied.setHeaders(headers);
            copied.setEntity(entity);
        }
    }

    /**
     * Notes that it would have been sent again, if there were a budget.
     *
     * @param reason says so
     */
    public void refused(RetryBudgetException reason) {
        refusal = reason;
    }

    /**
     * Adds to a failure why the request was not sent again. Calls on one connection may share a failure.
     *
     * @param failure the failure
     */
    public void explain(IOException failure) {
        RetryBudgetException reason = refusal;
        if (reason != null
                && Arrays.stream(failure.getSuppressed()).noneMatch(RetryBudgetException.class::isInstance)) {
            failure.addSuppressed(reason);
        }
    }

    /**
     * Tells whether its body, if it has one, can be sent again.
     *
     * @return whether it can; of calls that do not block, HttpClient's step asks that
     */
    public boolean hasRepeatableBody() {
        HttpEntity whole = entity;
        return whole == null || whole.isRepeatable();
    }
}
