package dev.weir.internal.client;

import dev.weir.engine.LeaseTerms;
import dev.weir.event.CloseCause;
import dev.weir.failure.TotalTimeoutException.Phase;
import dev.weir.internal.call.CallProgress;
import dev.weir.internal.retry.RetryBudgetException;
import dev.weir.internal.retry.RetryRule;
import java.io.IOException;
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
 * One call of a pool's client, as it travels in its context through the steps of the chain: its time limit, and what it has
 * sent again. Each call has one replay of a lost race, repeats of what a server refuses, and retries. For the thread that
 * runs the call at the moment.
 */
public final class Call extends CallProgress {

    private static final String OWN_LIMIT = "weir.request-deadline";

    /** A server that refuses this often, and does nothing else, does not want the request. */
    static final int MOST_REFUSALS_IN_A_ROW = 20;

    /** Ends calls without a total time: at the longest pause, this is a quarter of an hour. */
    static final int MOST_REFUSALS = 10_000;

    private static final int REFUSALS_AT_ONCE = 20;
    private static final int LONGEST_PAUSE_MILLIS = 100;

    /** What cancels it, and what it depends on; null if no code can cancel it. */
    final @Nullable CancellableDependency owner;

    /** Its time limit; null if it has none. */
    final @Nullable CallDeadline deadline;

    /** The body of a request that does not block; null for none. */
    final @Nullable CallBody body;

    // The hop that it is at: of redirects, each has its own.
    private volatile HttpRoute route;

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
     * Begins a call.
     *
     * @param context its context, which may have served another one before
     * @param route its route
     * @param owner what cancels it; null for nothing
     * @param deadline its time limit; null for none
     * @param body the body of its request, if it does not block; null for none
     */
    Call(
            HttpContext context,
            HttpRoute route,
            @Nullable CancellableDependency owner,
            @Nullable CallDeadline deadline,
            @Nullable CallBody body) {
        this.route = route;
        this.owner = deadline == null ? owner : deadline;
        this.deadline = deadline;
        this.body = body;
        noteIn(context);
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

    static @Nullable Duration ownLimit(HttpContext context) {
        return context.getAttribute(OWN_LIMIT) instanceof Duration own ? own : null;
    }

    /**
     * Returns the time that a call under way has left.
     *
     * @param context the context of the call
     * @return the time; null if the call has no limit
     */
    public static @Nullable Duration left(HttpContext context) {
        Call call = in(context);
        return call == null || call.deadline == null ? null : Duration.ofNanos(Math.max(0, call.deadline.leftNanos()));
    }

    /** Returns the latest call of a context; null if it has served no client of a pool. */
    static @Nullable Call in(HttpContext context) {
        return of(context) instanceof Call call ? call : null;
    }

    @Override
    public void enter(Phase phase) {
        if (deadline != null) {
            deadline.enter(phase);
        }
    }

    @Override
    public @Nullable CloseCause endedBy() {
        boolean isOver = deadline != null && deadline.isOver();
        return isOver ? CloseCause.TOTAL_TIMEOUT : isCanceled() ? CloseCause.CANCELLED : null;
    }

    /** Notes the request of a blocking call as it is now, because later steps change it. */
    void keep(ClassicHttpRequest toSend) {
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
    void begin(HttpRoute to, boolean hasConnection) {
        if (isAnswered() && !isSentAgain) { // another hop
            refusals = 0;
            refusalsInARow = 0;
            mayRepeatOnFresh = false;
        }
        beginExchange();
        isSentAgain = false;
        route = to;
        if (!hasConnection) {
            enter(Phase.QUEUE);
        }
        if (body != null) {
            body.begin();
        }
    }

    HttpRoute route() {
        return route;
    }

    boolean isCanceled() {
        return owner != null && owner.isCancelled();
    }

    long leftNanos() {
        return deadline == null ? RetryRule.NO_DEADLINE : deadline.leftNanos();
    }

    int retries() {
        return retries;
    }

    /** Tells whether the request is to be sent again, and so nobody gets the response. */
    boolean isSentAgain() {
        return isSentAgain;
    }

    /** Returns on what terms to lease its next connection, once. */
    LeaseTerms takeTerms() {
        LeaseTerms next = terms;
        terms = LeaseTerms.ANY;
        return next;
    }

    /** Returns for how long to pause before the request is sent again, once. */
    long takePauseNanos() {
        long nanos = pauseNanos;
        pauseNanos = 0;
        return nanos;
    }

    /** Has the request sent again as it was, after a pause. */
    void retry(LeaseTerms on, long pause) {
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
    boolean repeat() {
        int before = refusals;
        refusals = before + 1;
        refusalsInARow = isAmidProgress() ? 0 : refusalsInARow + 1;
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
    boolean replay(boolean isHarmless, boolean isShared) {
        if (!isRaceLost() || (isReplayed && !mayRepeatOnFresh) || !(isHarmless || isNothingSent())) {
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

    /** Notes that it would have been sent again, if there were a budget. */
    void refused(RetryBudgetException reason) {
        refusal = reason;
    }

    /** Adds to a failure why the request was not sent again. Calls on one connection may share a failure. */
    void explain(IOException failure) {
        RetryBudgetException reason = refusal;
        if (reason != null
                && Arrays.stream(failure.getSuppressed()).noneMatch(RetryBudgetException.class::isInstance)) {
            failure.addSuppressed(reason);
        }
    }

    /** Tells whether its body, if it has one, can be sent again. */
    boolean hasRepeatableBody() {
        HttpEntity whole = entity;
        return whole == null || whole.isRepeatable(); // of calls that do not block, HttpClient's step asks that
    }
}
