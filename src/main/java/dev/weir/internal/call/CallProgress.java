package dev.weir.internal.call;

import dev.weir.event.CloseCause;
import dev.weir.failure.TotalTimeoutException.Phase;
import org.apache.hc.core5.http.protocol.HttpContext;
import org.jspecify.annotations.Nullable;

/**
 * What the layers below a client tell of one of its calls: what it is doing, and what became of its latest exchange. It
 * travels in the context of the call; the calls of a user's own client have none. Thread-safe.
 */
public abstract class CallProgress {

    private static final String NAME = "weir.call";

    // Of the latest exchange. One at a time; written by the threads that carry it out.
    private volatile boolean isAnswered;
    private volatile boolean isInformed;
    private volatile boolean isRaceLost;
    private volatile boolean isNothingSent;
    private volatile boolean isAmidProgress;
    private volatile @Nullable CurrentExchange exchange;

    // What the dials of the call were doing while it waited for them. Written by the thread of the call.
    private volatile long lookupNanos;
    private volatile long handshakeNanos;
    private volatile @Nullable Phase lastOfDial;

    // Written by the thread that drops what is left of its body.
    private volatile @Nullable Thread discarding;

    /** Creates it for a call that has sent nothing. */
    protected CallProgress() {}

    /**
     * Returns the call of a context.
     *
     * @param context the context
     * @return the latest call; null if the context has served no client of a pool
     */
    public static @Nullable CallProgress of(@Nullable HttpContext context) {
        return context != null && context.getAttribute(NAME) instanceof CallProgress call ? call : null;
    }

    /**
     * Notes the call in its context.
     *
     * @param context the context, which may have served another one before
     */
    protected final void noteIn(HttpContext context) {
        context.setAttribute(NAME, this);
    }

    /**
     * Notes what a call does from now on.
     *
     * @param context the context of the call
     * @param phase what it does
     */
    public static void enter(@Nullable HttpContext context, Phase phase) {
        CallProgress call = of(context);
        if (call != null) {
            call.enter(phase);
        }
    }

    /**
     * Notes what the call does from now on.
     *
     * @param phase what it does
     */
    public abstract void enter(Phase phase);

    /**
     * Returns why the call ends before its time.
     *
     * @return that its time is over, or that it is canceled; null for neither
     */
    public abstract @Nullable CloseCause endedBy();

    /**
     * Notes what a dial was doing while the call waited for it.
     *
     * @param lookup nanoseconds of the lookup of its name
     * @param handshake those of the TLS handshake
     * @param last the step in which it is, or was at its end
     */
    @SuppressWarnings("NonAtomicOperationOnVolatileField") // one dial at a time
    public final void dialed(long lookup, long handshake, Phase last) {
        lookupNanos += lookup;
        handshakeNanos += handshake;
        lastOfDial = last;
    }

    /** {@return the time that lookups for its dials have taken} */
    public final long lookupNanos() {
        return lookupNanos;
    }

    /** {@return the time that the TLS handshakes of its dials have taken} */
    public final long handshakeNanos() {
        return handshakeNanos;
    }

    /** {@return the step in which its last dial is, or was at its end; null if there was none} */
    public final @Nullable Phase lastOfDial() {
        return lastOfDial;
    }

    /** Notes that it is about to send its request again, or another one: with a login, or of another hop. */
    public final void beginExchange() {
        isAnswered = false;
        isInformed = false;
        isRaceLost = false;
        isNothingSent = false;
        isAmidProgress = false;
        exchange = null;
    }

    /** Notes that a response to its request has begun. */
    public final void answered() {
        isAnswered = true;
        enter(Phase.BODY);
    }

    /** Notes that an interim response has arrived. */
    public final void informed() {
        isInformed = true;
    }

    /**
     * Notes that the request was sent on a connection that its server was closing: no response arrived.
     *
     * @param nothingSent whether not a byte of the request left, so that it cannot have been executed
     */
    public final void raceLost(boolean nothingSent) {
        isNothingSent = nothingSent;
        isRaceLost = true;
    }

    /** Notes that the server has executed others meanwhile, on the connection on which it refused the request. */
    public final void refusedAmidProgress() {
        isAmidProgress = true;
    }

    /**
     * Tells whether a response has begun.
     *
     * @return whether its head has arrived
     */
    public final boolean isAnswered() {
        return isAnswered;
    }

    /**
     * Tells whether the connection of the request was closing.
     *
     * @return whether that was noted, and nothing has arrived
     */
    protected final boolean isRaceLost() {
        return isRaceLost && !isInformed;
    }

    /**
     * Tells whether the request cannot have been executed.
     *
     * @return whether not a byte of it left
     */
    protected final boolean isNothingSent() {
        return isNothingSent;
    }

    /**
     * Tells whether the server has executed others meanwhile.
     *
     * @return whether that was noted
     */
    protected final boolean isAmidProgress() {
        return isAmidProgress;
    }

    /**
     * Notes the exchange, for the code that handles its response.
     *
     * @param latest the exchange that begins on a connection; null once it is handled
     */
    public final void exchange(@Nullable CurrentExchange latest) {
        exchange = latest;
    }

    /**
     * Returns the exchange.
     *
     * @return the latest one; null if none has begun on a connection
     */
    public final @Nullable CurrentExchange exchange() {
        return exchange;
    }

    /**
     * Notes that the server did not wait for the rest of the body: its producer is not asked for it, but the call must learn
     * that it ended.
     *
     * @param isUnwanted whether this thread drops it now
     */
    public final void discard(boolean isUnwanted) {
        discarding = isUnwanted ? Thread.currentThread() : null;
    }

    /**
     * Tells whether the body is to end here.
     *
     * @return whether this thread drops what is left of it
     */
    public final boolean isDiscarded() {
        return discarding == Thread.currentThread();
    }
}
