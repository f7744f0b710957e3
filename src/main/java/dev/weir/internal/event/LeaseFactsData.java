package dev.weir.internal.event;

import dev.weir.event.HandshakeKind;
import dev.weir.event.LeaseFacts;
import dev.weir.event.LeaseOutcome;
import dev.weir.internal.thread.PatientLock;
import java.net.SocketAddress;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CancellationException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The facts of a call, as it leaves them on its way. Thread-safe. */
public final class LeaseFactsData implements LeaseFacts {

    /**
     * How an exchange got its connection.
     *
     * @param outcome how
     * @param waitNanos nanoseconds in the queue
     * @param idleNanos nanoseconds for which the connection was idle before
     * @param uses requests that the connection has carried, this one included
     */
    public record Got(LeaseOutcome outcome, long waitNanos, long idleNanos, long uses) {

        Got within(long nanos) {
            return waitNanos <= nanos ? this : new Got(outcome, Math.max(0, nanos), idleNanos, uses);
        }
    }

    /**
     * What it took to establish the connection.
     *
     * @param nanos nanoseconds in all
     * @param lookupNanos those of the lookup
     * @param handshakeNanos those of the TLS handshake
     * @param agoNanos nanoseconds since its end
     * @param kind how much of the handshake took place; null if there was none, or it is not known
     */
    public record Dialed(
            long nanos,
            long lookupNanos,
            long handshakeNanos,
            long agoNanos,
            @Nullable HandshakeKind kind) {

        /** Nothing: the connection was there. */
        public static final Dialed NOTHING = new Dialed(0, 0, 0, 0, null);

        // A dial that began before the call, or beside its wait, has cost it the rest only.
        Dialed within(long spentNanos) {
            long most = Math.max(0, spentNanos - agoNanos);
            return nanos <= most ? this : new Dialed(most, lookupNanos, handshakeNanos, agoNanos, kind);
        }
    }

    /**
     * Whom the connection leads to.
     *
     * @param address where
     * @param protocol as negotiated
     * @param route the target of its route, such as {@code https://recs:8443}
     */
    public record Peer(@Nullable SocketAddress address, String protocol, String route) {}

    private final PatientLock lock = new PatientLock();

    // All guarded by the lock.
    private long begunNanos;
    private boolean isBegun;
    private long sentNanos;
    private long answeredNanos;
    private long endedNanos;
    private boolean isEnded;
    private @Nullable Got got;
    private Dialed dial = Dialed.NOTHING;
    private @Nullable Peer peer;
    private int status;
    private @Nullable Throwable failure;
    private int exchanges;
    private boolean isLast;
    private @Nullable Runnable whenOver;

    /**
     * Has the end of the next call told of, once.
     *
     * @param action what to do then
     */
    public void whenOver(Runnable action) {
        lock.lock();
        try {
            whenOver = action;
        } finally {
            lock.unlock();
        }
    }

    /** Notes that no exchange follows: the end of this one is the end of the call. */
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
            if (!isLast || !isEnded) {
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
     * @param nowNanos when
     */
    public void begin(long nowNanos) {
        lock.lock();
        try {
            begunNanos = nowNanos;
            isBegun = true;
            got = null;
            peer = null;
            exchanges = 0;
            isLast = false;
            exchangeBegins();
        } finally {
            lock.unlock();
        }
    }

    // A request that is sent once more by the same lease has waited and dialed before it was sent for the first time.
    private long freeSinceNanos() {
        if (exchanges == 0) {
            return begunNanos;
        }
        return isEnded ? endedNanos : status == 0 ? sentNanos : answeredNanos;
    }

    private void exchangeBegins() {
        isEnded = false;
        status = 0;
        failure = null;
    }

    /**
     * Notes that a request is about to be sent.
     *
     * @param how how it got its connection
     * @param dialed what it took to establish that
     * @param to whom it leads to
     * @param nowNanos when
     */
    public void sending(Got how, Dialed dialed, Peer to, long nowNanos) {
        lock.lock();
        try {
            if (!isBegun) {
                begunNanos = nowNanos - how.waitNanos() - dialed.nanos() - dialed.agoNanos();
                isBegun = true;
            }
            long spentNanos = nowNanos - freeSinceNanos();
            exchangeBegins();
            got = how.within(spentNanos);
            dial = dialed.within(spentNanos - got.waitNanos());
            peer = to;
            sentNanos = nowNanos;
            exchanges++;
        } finally {
            lock.unlock();
        }
    }

    /**
     * Notes that the head of a response is there.
     *
     * @param code its status
     * @param nowNanos when
     */
    public void answered(int code, long nowNanos) {
        lock.lock();
        try {
            status = code;
            answeredNanos = nowNanos;
        } finally {
            lock.unlock();
        }
    }

    /**
     * Notes that the response is whole, or that the rest of it is not wanted.
     *
     * @param nowNanos when
     */
    public void ended(long nowNanos) {
        lock.lock();
        try {
            if (!isEnded) {
                isEnded = true;
                endedNanos = nowNanos;
            }
        } finally {
            lock.unlock();
        }
        tellIfOver();
    }

    /**
     * Notes that an exchange failed, or a call that came to none.
     *
     * @param cause what with
     * @param nowNanos when
     */
    public void failed(Throwable cause, long nowNanos) {
        lock.lock();
        try {
            failure = cause;
            isEnded = true;
            endedNanos = nowNanos;
        } finally {
            lock.unlock();
        }
        tellIfOver();
    }

    /**
     * Notes that its caller gave the call up, unless it has failed: with a response, that is its end.
     *
     * @param nowNanos when
     */
    public void cancelled(long nowNanos) {
        if (status().isPresent() || failure().isPresent()) {
            ended(nowNanos);
        } else {
            failed(new CancellationException("The request was canceled"), nowNanos);
        }
    }

    /**
     * Returns what is known at the moment.
     *
     * @return facts of their own, which change no more
     */
    public LeaseFactsData copy() {
        LeaseFactsData copy = new LeaseFactsData();
        lock.lock();
        try {
            copy.begunNanos = begunNanos;
            copy.isBegun = isBegun;
            copy.sentNanos = sentNanos;
            copy.answeredNanos = answeredNanos;
            copy.endedNanos = endedNanos;
            copy.isEnded = isEnded;
            copy.got = got;
            copy.dial = dial;
            copy.peer = peer;
            copy.status = status;
            copy.failure = failure;
            copy.exchanges = exchanges;
            return copy;
        } finally {
            lock.unlock();
        }
    }

    private <T> T read(Supplier<T> fact) {
        lock.lock();
        try {
            return fact.get();
        } finally {
            lock.unlock();
        }
    }

    @Override
    public Optional<LeaseOutcome> outcome() {
        return read(() -> Optional.ofNullable(got).map(Got::outcome));
    }

    @Override
    public OptionalInt status() {
        return read(() -> status == 0 ? OptionalInt.empty() : OptionalInt.of(status));
    }

    @Override
    public Optional<Throwable> failure() {
        return read(() -> Optional.ofNullable(failure));
    }

    @Override
    public Duration total() {
        return read(() -> Duration.ofNanos(isEnded ? endedNanos - begunNanos : 0));
    }

    @Override
    public Duration waited() {
        return read(() -> Duration.ofNanos(got == null ? 0 : got.waitNanos()));
    }

    @Override
    public Duration dialed() {
        return read(() -> Duration.ofNanos(got == null ? 0 : dial.nanos()));
    }

    @Override
    public Duration lookup() {
        return read(() -> Duration.ofNanos(got == null ? 0 : dial.lookupNanos()));
    }

    @Override
    public Duration handshake() {
        return read(() -> Duration.ofNanos(got == null ? 0 : dial.handshakeNanos()));
    }

    @Override
    public Optional<HandshakeKind> handshakeKind() {
        return read(() -> got == null ? Optional.empty() : Optional.ofNullable(dial.kind()));
    }

    @Override
    public Duration firstByte() {
        return read(() -> Duration.ofNanos(status == 0 ? 0 : answeredNanos - sentNanos));
    }

    @Override
    public Duration body() {
        return read(() -> Duration.ofNanos(status == 0 || !isEnded ? 0 : endedNanos - answeredNanos));
    }

    @Override
    public long uses() {
        return read(() -> got == null ? 0 : got.uses());
    }

    @Override
    public Duration idleFor() {
        return read(() -> Duration.ofNanos(got == null ? 0 : got.idleNanos()));
    }

    @Override
    public @Nullable SocketAddress remoteAddress() {
        lock.lock();
        try {
            return peer == null ? null : peer.address();
        } finally {
            lock.unlock();
        }
    }

    @Override
    public Optional<String> protocol() {
        return read(() -> Optional.ofNullable(peer).map(Peer::protocol));
    }

    @Override
    public int exchanges() {
        return read(() -> exchanges);
    }

    /**
     * Returns where the last exchange went to.
     *
     * @return the target of its route; null if there was none
     */
    public @Nullable String route() {
        lock.lock();
        try {
            return peer == null ? null : peer.route();
        } finally {
            lock.unlock();
        }
    }

    @Override
    public Duration before() {
        return read(() -> got == null
                ? Duration.ZERO
                : Duration.ofNanos(Math.max(0, sentNanos - begunNanos - got.waitNanos() - dial.nanos())));
    }

    /** Returns one line, such as {@code 200 in 812 ms: reused 10.0.0.1:443 (HTTP/1.1, request 17, idle for 3.1 s), queue 0 ms, …}. */
    @Override
    public String toString() {
        return read(() -> FactsText.of(this));
    }
}
