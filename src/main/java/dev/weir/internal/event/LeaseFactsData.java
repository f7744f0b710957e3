package dev.weir.internal.event;

import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** Collects the facts of a call while it runs; a copy shows one moment. Thread-safe. */
public final class LeaseFactsData extends KnownFacts {

    private final ReentrantLock lock = new ReentrantLock();
    private final boolean isOfOneCall;

    // All guarded by the lock.
    private final CallNotes notes = new CallNotes();
    private boolean isLast;
    private @Nullable Runnable whenOver;

    /** Creates those that a caller reads, of any number of calls. */
    public LeaseFactsData() {
        this(false);
    }

    private LeaseFactsData(boolean isOfOneCall) {
        this.isOfOneCall = isOfOneCall;
    }

    /**
     * Creates those of one call, which no caller asked for: the next one in its context has others, because it may begin
     * before the body of this one was read.
     *
     * @return empty facts
     */
    public static LeaseFactsData ofOneCall() {
        return new LeaseFactsData(true);
    }

    /**
     * Tells whether they are those of one call.
     *
     * @return false if a caller reads them
     */
    public boolean isOfOneCall() {
        return isOfOneCall;
    }

    /**
     * Sets an action for the end of the next call.
     *
     * @param action run once
     */
    public void whenOver(Runnable action) {
        lock.lock();
        try {
            whenOver = action;
        } finally {
            lock.unlock();
        }
    }

    /** Notes that no exchange follows: the call ends with this one. */
    public void last() {
        lock.lock();
        try {
            isLast = true;
        } finally {
            lock.unlock();
        }
        tellIfOver();
    }

    private void tellIfOver() {
        Runnable action = taken();
        if (action != null) {
            action.run();
        }
    }

    private @Nullable Runnable taken() {
        lock.lock();
        try {
            if (!isLast || !notes.isEnded()) {
                return null;
            }
            Runnable action = whenOver;
            whenOver = null;
            return action;
        } finally {
            lock.unlock();
        }
    }

    /**
     * Notes that a call begins, and forgets the one before.
     *
     * @param nowNanos the time
     */
    public void begin(long nowNanos) {
        lock.lock();
        try {
            notes.begin(nowNanos);
            isLast = false;
        } finally {
            lock.unlock();
        }
    }

    /**
     * Notes that a request is about to be sent.
     *
     * @param how how it got its connection
     * @param dialed how its connection was dialed
     * @param to the ends of the connection
     * @param wire counts its bytes; null if they are not counted
     * @param nowNanos the time
     */
    public void sending(LeaseResult how, DialFacts dialed, ConnectionEnds to, @Nullable Wire wire, long nowNanos) {
        lock.lock();
        try {
            notes.sending(how, dialed, to, wire, nowNanos);
        } finally {
            lock.unlock();
        }
    }

    /**
     * Identifies the exchange under way, for notes of its end.
     *
     * @return the last exchange
     */
    public @Nullable Object exchange() {
        lock.lock();
        try {
            return notes.last();
        } finally {
            lock.unlock();
        }
    }

    /**
     * Notes the stream of the request.
     *
     * @param id its number
     */
    public void onStream(int id) {
        lock.lock();
        try {
            ExchangeNotes last = notes.last();
            if (last != null) {
                last.onStream(id);
            }
        } finally {
            lock.unlock();
        }
    }

    /**
     * Notes the head of a response.
     *
     * @param code its status
     * @param nowNanos the time
     */
    public void answered(int code, long nowNanos) {
        lock.lock();
        try {
            ExchangeNotes last = notes.last();
            if (last != null) {
                last.answered(code, nowNanos);
            }
        } finally {
            lock.unlock();
        }
    }

    /**
     * Notes that the response is complete, or that its rest is not read.
     *
     * @param nowNanos the time
     */
    public void ended(long nowNanos) {
        lock.lock();
        try {
            if (!notes.isEnded()) {
                notes.ended(null, nowNanos);
            }
        } finally {
            lock.unlock();
        }
        tellIfOver();
    }

    /**
     * Notes the end of an exchange, unless another one has taken its place.
     *
     * @param exchange which {@link #exchange()}
     * @param cause its failure; null for none
     * @param nowNanos when
     */
    public void ended(@Nullable Object exchange, @Nullable Throwable cause, long nowNanos) {
        lock.lock();
        try {
            if (exchange != notes.last() || (cause == null && notes.isEnded())) {
                return;
            }
            note(cause, nowNanos);
        } finally {
            lock.unlock();
        }
        tellIfOver();
    }

    // Guarded by the lock.
    private void note(@Nullable Throwable cause, long nowNanos) {
        if (cause instanceof RequestCanceledException || cause instanceof CancellationException) {
            notes.givenUp(nowNanos);
        } else {
            notes.ended(cause, nowNanos);
        }
    }

    /**
     * Notes that an exchange failed, or a call that came to none.
     *
     * @param cause the failure
     * @param nowNanos the time
     */
    public void failed(Throwable cause, long nowNanos) {
        lock.lock();
        try {
            note(cause, nowNanos);
        } finally {
            lock.unlock();
        }
        tellIfOver();
    }

    /**
     * Notes that its caller gave the call up, unless it has failed. After a response, the call ends successfully.
     *
     * @param nowNanos the time
     */
    public void cancelled(long nowNanos) {
        if (failure().isPresent()) {
            ended(nowNanos);
        } else {
            givenUp(nowNanos);
        }
    }

    /**
     * Notes that its caller gave the call up, which is what made its exchange fail.
     *
     * @param nowNanos the time
     */
    public void givenUp(long nowNanos) {
        lock.lock();
        try {
            notes.givenUp(nowNanos);
        } finally {
            lock.unlock();
        }
        tellIfOver();
    }

    /**
     * Returns what is known at the moment.
     *
     * @return a copy, which no longer changes
     */
    public KnownFacts copy() {
        return new FactsCopy(now());
    }

    @Override
    KeptFacts now() {
        lock.lock();
        try {
            return notes.now();
        } finally {
            lock.unlock();
        }
    }

    /** {@inheritDoc} Each call is asked for it, where slow ones are looked for. */
    @Override
    public Duration total() {
        lock.lock();
        try {
            return Duration.ofNanos(notes.totalNanos());
        } finally {
            lock.unlock();
        }
    }

    /** Returns one line; all of its figures are of one moment. */
    @Override
    public String toString() {
        return copy().toString();
    }
}
