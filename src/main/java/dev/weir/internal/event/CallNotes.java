package dev.weir.internal.event;

import dev.weir.event.CallFacts;
import dev.weir.event.CallFacts.Exchange;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CancellationException;
import java.util.concurrent.locks.ReentrantLock;
import org.apache.hc.core5.http.protocol.HttpContext;
import org.jspecify.annotations.Nullable;

/** Collects the facts of a call while it runs. Thread-safe. */
public final class CallNotes {

    private static final String NAME = "weir.lease-facts";
    private static final int MOST_EARLIER = 19;
    private static final int FIRST_KEPT = 10;

    private final ReentrantLock lock = new ReentrantLock();
    private final boolean isOfOneCall;

    // All guarded by the lock.
    private final List<Sent> sent = new ArrayList<>(1); // as far as they are kept
    private int exchanges;
    private volatile @Nullable Sent latest; // read without the lock
    private long begunNanos;
    private boolean isBegun;
    private long endedNanos;
    private boolean isEnded;
    private boolean isCancelled;
    private boolean isLast;
    private @Nullable Throwable failure;
    private @Nullable Runnable whenOver;

    /** Creates those that a caller reads, of any number of calls. */
    public CallNotes() {
        this(false);
    }

    private CallNotes(boolean isOfOneCall) {
        this.isOfOneCall = isOfOneCall;
    }

    /**
     * Makes room for the facts of the next calls.
     *
     * @param context the context that they will be executed with
     * @return the facts
     */
    public static CallNotes in(HttpContext context) {
        return new CallNotes().noteIn(context);
    }

    /**
     * Makes room for the facts of one call, which no caller asked for: the next one in its context has others, because it may
     * begin before the body of this one was read.
     *
     * @param context the context that it will be executed with
     * @return the facts
     */
    public static CallNotes ofOneCallIn(HttpContext context) {
        return new CallNotes(true).noteIn(context);
    }

    private CallNotes noteIn(HttpContext context) {
        context.setAttribute(NAME, this);
        return this;
    }

    /**
     * Returns the facts that a call is to leave.
     *
     * @param context the context that it is executed with
     * @return the facts; null if it leaves none
     */
    public static @Nullable CallNotes of(HttpContext context) {
        return context.getAttribute(NAME) instanceof CallNotes facts ? facts : null;
    }

    /** {@return whether they are those of one call, not those that a caller reads} */
    public boolean isOfOneCall() {
        return isOfOneCall;
    }

    /**
     * Sets an action for the end of the next call.
     *
     * @param action run once
     */
    public void whenOver(Runnable action) {
        note(() -> whenOver = action);
    }

    /** Notes that no exchange follows: the call ends with this one. */
    public void last() {
        note(() -> isLast = true);
    }

    // Tells of the end, if this is it, without the lock.
    private void note(Runnable change) {
        Runnable action = null;
        lock.lock();
        try {
            change.run();
            if (isLast && isEnded) {
                action = whenOver;
                whenOver = null;
            }
        } finally {
            lock.unlock();
        }
        if (action != null) {
            action.run();
        }
    }

    /**
     * Notes that a call begins, and forgets the one before.
     *
     * @param nowNanos the time
     */
    public void begin(long nowNanos) {
        note(() -> {
            begunNanos = nowNanos;
            isBegun = true;
            sent.clear();
            latest = null;
            exchanges = 0;
            goesOn();
            isLast = false;
        });
    }

    private void goesOn() {
        isEnded = false;
        isCancelled = false;
        failure = null;
    }

    /**
     * Notes that a request is about to be sent.
     *
     * @param how how it got its connection
     * @param dialed how its connection was dialed
     * @param to the ends of the connection
     * @param nowNanos the time
     */
    public void sending(LeaseResult how, DialFacts dialed, ConnectionEnds to, long nowNanos) {
        note(() -> {
            if (!isBegun) {
                begunNanos = nowNanos - how.waitNanos() - dialed.nanos() - dialed.agoNanos();
                isBegun = true;
            }
            Sent before = latest;
            long freeNanos = before == null ? begunNanos : before.lastNanos();
            if (before != null) {
                before.ended(null, freeNanos);
            }
            if (sent.size() > MOST_EARLIER) {
                sent.remove(FIRST_KEPT);
            }
            goesOn();
            // A request that is sent once more by the same lease has waited and dialed before it was sent for the first
            // time.
            LeaseResult got = how.within(nowNanos - freeNanos);
            DialFacts dial = dialed.within(nowNanos - freeNanos - got.waitNanos());
            Sent now = new Sent(got, dial, to, freeNanos, nowNanos);
            sent.add(now);
            latest = now;
            exchanges++;
        });
    }

    /** {@return identifies the exchange under way, for notes of its end} */
    public @Nullable Object exchange() {
        return latest;
    }

    /**
     * Notes the head of a response.
     *
     * @param code its status
     * @param nowNanos the time
     */
    public void answered(int code, long nowNanos) {
        note(() -> {
            Sent exchange = latest;
            if (exchange != null) {
                exchange.status = code;
                exchange.answeredNanos = nowNanos;
            }
        });
    }

    /**
     * Notes that the response is complete, or that its rest is not read.
     *
     * @param nowNanos the time
     */
    public void ended(long nowNanos) {
        note(() -> {
            if (!isEnded) {
                end(null, nowNanos);
            }
        });
    }

    /**
     * Notes the end of an exchange, unless another one has taken its place.
     *
     * @param exchange which {@link #exchange()}
     * @param cause its failure; null for none
     * @param nowNanos when
     */
    public void ended(@Nullable Object exchange, @Nullable Throwable cause, long nowNanos) {
        note(() -> {
            if (exchange == latest && (cause != null || !isEnded)) {
                endWith(cause, nowNanos);
            }
        });
    }

    /**
     * Notes that an exchange failed, or a call that came to none.
     *
     * @param cause the failure
     * @param nowNanos the time
     */
    public void failed(Throwable cause, long nowNanos) {
        note(() -> endWith(cause, nowNanos));
    }

    /**
     * Notes that its caller gave the call up, unless it has failed. After a response, the call ends successfully.
     *
     * @param nowNanos the time
     */
    public void cancelled(long nowNanos) {
        note(() -> {
            if (failure == null) {
                giveUp(nowNanos);
            } else if (!isEnded) {
                end(null, nowNanos);
            }
        });
    }

    /**
     * Notes that its caller gave the call up, which is what made its exchange fail.
     *
     * @param nowNanos the time
     */
    public void givenUp(long nowNanos) {
        note(() -> giveUp(nowNanos));
    }

    private void endWith(@Nullable Throwable cause, long nowNanos) {
        if (cause instanceof RequestCanceledException || cause instanceof CancellationException) {
            giveUp(nowNanos);
        } else {
            end(cause, nowNanos);
        }
    }

    // A success does not replace an earlier failure, and nothing that follows replaces the end of a call that was given
    // up.
    private void end(@Nullable Throwable cause, long nowNanos) {
        if (isCancelled) {
            return;
        }
        failure = cause == null ? failure : cause;
        isEnded = true;
        endedNanos = nowNanos;
        Sent exchange = latest;
        if (exchange != null) {
            exchange.ended(cause, nowNanos);
        }
    }

    private void giveUp(long nowNanos) {
        end(null, nowNanos);
        failure = null;
        Sent exchange = latest;
        if (exchange != null) {
            exchange.cause = null;
        }
        isCancelled = exchange == null || exchange.status == 0;
    }

    /** {@return the target of the last exchange; null if there was none} */
    public @Nullable String route() {
        Sent exchange = latest;
        return exchange == null ? null : exchange.peer.route();
    }

    /** {@return what is known at the moment} */
    public CallFacts now() {
        lock.lock();
        try {
            Sent exchange = latest;
            long beforeNanos = exchange == null ? 0 : exchange.askedNanos() - begunNanos;
            return new CallFacts(
                    Duration.ofNanos(isEnded ? endedNanos - begunNanos : 0),
                    isCancelled,
                    Optional.ofNullable(failure),
                    Duration.ofNanos(Math.max(0, beforeNanos)),
                    exchanges,
                    sent.stream().map(Sent::now).toList());
        } finally {
            lock.unlock();
        }
    }

    /** An exchange. Guarded by the lock. */
    private static final class Sent {

        private final LeaseResult got;
        private final DialFacts dial;
        private final ConnectionEnds peer;
        private final long freeNanos;
        private final long sentNanos;

        private int status;
        private long answeredNanos;
        private long endedNanos;
        private boolean isEnded;
        private @Nullable Throwable cause;

        Sent(LeaseResult got, DialFacts dial, ConnectionEnds peer, long freeNanos, long sentNanos) {
            this.got = got;
            this.dial = dial;
            this.peer = peer;
            this.freeNanos = freeNanos;
            this.sentNanos = sentNanos;
        }

        void ended(@Nullable Throwable failure, long nowNanos) {
            if (isEnded) {
                return;
            }
            isEnded = true;
            endedNanos = nowNanos;
            cause = failure;
        }

        /** Returns when its last step began. */
        long lastNanos() {
            return isEnded ? endedNanos : status != 0 ? answeredNanos : sentNanos;
        }

        /** Returns when it asked for its connection. */
        long askedNanos() {
            return sentNanos - got.waitNanos() - dial.nanos();
        }

        Exchange now() {
            boolean isAnswered = status != 0;
            long repliedNanos = isAnswered ? answeredNanos - sentNanos : isEnded ? endedNanos - sentNanos : 0;
            long bodyNanos = isAnswered && isEnded ? endedNanos - answeredNanos : 0;
            return new Exchange(
                    got.outcome(),
                    isAnswered ? OptionalInt.of(status) : OptionalInt.empty(),
                    Optional.ofNullable(cause),
                    Duration.ofNanos(Math.max(0, askedNanos() - freeNanos)),
                    Duration.ofNanos(got.waitNanos()),
                    Duration.ofNanos(dial.nanos()),
                    Duration.ofNanos(dial.lookupNanos()),
                    Optional.ofNullable(dial.lookup()),
                    dial.tried(),
                    Duration.ofNanos(dial.handshakeNanos()),
                    dial.isResumed(),
                    Duration.ofNanos(repliedNanos),
                    Duration.ofNanos(bodyNanos),
                    got.uses(),
                    Duration.ofNanos(got.idleNanos()),
                    Optional.ofNullable(peer.connectionId()),
                    peer.address(),
                    peer.protocol().format(),
                    Optional.ofNullable(peer.closedBy().get()));
        }
    }
}
