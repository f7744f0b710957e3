package dev.weir.internal.event;

import dev.weir.event.ConnectAttempt;
import dev.weir.event.ExchangeFacts;
import dev.weir.event.HandshakeKind;
import dev.weir.event.LeaseOutcome;
import dev.weir.event.LookupOutcome;
import dev.weir.internal.thread.PatientLock;
import java.net.SocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CancellationException;
import org.apache.hc.core5.http.ProtocolVersion;
import org.jspecify.annotations.Nullable;

/** The facts of a call, as it leaves them on its way: notes that go on, of which pictures are taken. Thread-safe. */
public final class LeaseFactsData extends KnownFacts {

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
     * What a dial went through, beside its times.
     *
     * @param lookup where the addresses of the host came from; null if there was no lookup
     * @param tried the addresses that it tried
     * @param handshake how much of the TLS handshake took place; null if there was none, or it is not known
     */
    public record Way(
            @Nullable LookupOutcome lookup,
            List<ConnectAttempt> tried,
            @Nullable HandshakeKind handshake) {

        /** Nothing is known. */
        public static final Way UNKNOWN = new Way(null, List.of(), null);
    }

    /**
     * What it took to establish the connection.
     *
     * @param nanos nanoseconds in all
     * @param lookupNanos those of the lookup
     * @param handshakeNanos those of the TLS handshake
     * @param agoNanos nanoseconds since its end
     * @param way what else is known of it
     */
    public record Dialed(long nanos, long lookupNanos, long handshakeNanos, long agoNanos, Way way) {

        /** Nothing: the connection was there. */
        public static final Dialed NOTHING = new Dialed(0, 0, 0, 0, Way.UNKNOWN);

        // A dial that began before the call, or beside its wait, has cost it the rest only.
        Dialed within(long spentNanos) {
            long most = Math.max(0, spentNanos - agoNanos);
            return nanos <= most ? this : new Dialed(most, lookupNanos, handshakeNanos, agoNanos, way);
        }
    }

    /**
     * Whom the connection leads to.
     *
     * @param address where
     * @param local from where
     * @param protocol as negotiated
     * @param route the target of its route, such as {@code https://recs:8443}
     * @param connectionId its id; null if it has none
     * @param closing where its end is noted
     */
    public record Peer(
            @Nullable SocketAddress address,
            @Nullable SocketAddress local,
            ProtocolVersion protocol,
            String route,
            @Nullable String connectionId,
            CloseNote closing) {

        /**
         * Tells whether it still holds what may change while a connection is open.
         *
         * @param version its protocol by now
         * @param id its id by now
         * @return whether both are the same
         */
        public boolean isStill(ProtocolVersion version, @Nullable String id) {
            return protocol.equals(version) && Objects.equals(connectionId, id);
        }
    }

    private static final int MOST_EARLIER = 19;
    private static final int FIRST_KEPT = 10;

    private final PatientLock lock = new PatientLock();

    // All guarded by the lock.
    private long begunNanos;
    private boolean isBegun;
    private long endedNanos;
    private boolean isEnded;
    private @Nullable Throwable failure;
    private int exchanges;
    private @Nullable ExchangeNotes last;
    private List<ExchangeFacts> earlier = List.of();
    private boolean isLast;
    private @Nullable Runnable whenOver;

    // The last exchange of another call that was adopted: it changes no more. Guarded by the lock.
    private @Nullable ExchangeData kept;

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
            last = null;
            kept = null;
            earlier = List.of();
            exchanges = 0;
            isLast = false;
            isEnded = false;
            failure = null;
        } finally {
            lock.unlock();
        }
    }

    /**
     * Notes that a request is about to be sent.
     *
     * @param how how it got its connection
     * @param dialed what it took to establish that
     * @param to whom it leads to
     * @param wire counts its bytes; null if they are not counted
     * @param nowNanos when
     */
    public void sending(Got how, Dialed dialed, Peer to, @Nullable Wire wire, long nowNanos) {
        lock.lock();
        try {
            if (!isBegun) {
                begunNanos = nowNanos - how.waitNanos() - dialed.nanos() - dialed.agoNanos();
                isBegun = true;
            }
            // A request that is sent once more by the same lease has waited and dialed before it was sent for the first
            // time.
            long freeNanos = last == null ? begunNanos : last.lastNanos();
            keepLast();
            isEnded = false;
            failure = null;
            Got got = how.within(nowNanos - freeNanos);
            Dialed dial = dialed.within(nowNanos - freeNanos - got.waitNanos());
            last = new ExchangeNotes(got, dial, to, wire, freeNanos, nowNanos);
            exchanges++;
        } finally {
            lock.unlock();
        }
    }

    // For the caller that has the lock.
    private void keepLast() {
        ExchangeNotes before = last;
        if (before != null) {
            before.ended(null, before.lastNanos());
        }
        ExchangeData picture = exchange();
        if (picture == null) {
            return;
        }
        kept = null;
        List<ExchangeFacts> more = new ArrayList<>(earlier);
        if (more.size() == MOST_EARLIER) {
            more.remove(FIRST_KEPT);
        }
        more.add(picture);
        earlier = List.copyOf(more);
    }

    /**
     * Notes on which stream the request goes out.
     *
     * @param id its number
     */
    public void onStream(int id) {
        lock.lock();
        try {
            if (last != null) {
                last.onStream(id);
            }
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
            if (last != null) {
                last.answered(code, nowNanos);
            }
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
                end(null, nowNanos);
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
            end(cause, nowNanos);
        } finally {
            lock.unlock();
        }
        tellIfOver();
    }

    // For the caller that has the lock.
    private void end(@Nullable Throwable cause, long nowNanos) {
        isEnded = true;
        endedNanos = nowNanos;
        if (last != null) {
            last.ended(cause, nowNanos);
        }
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
    public KnownFacts copy() {
        return new FactsCopy(now());
    }

    @Override
    KeptFacts now() {
        lock.lock();
        try {
            return new KeptFacts(
                    new KeptFacts.Course(begunNanos, endedNanos, isEnded, failure), exchanges, earlier, exchange());
        } finally {
            lock.unlock();
        }
    }

    // For the caller that has the lock.
    private @Nullable ExchangeData exchange() {
        ExchangeNotes notes = last;
        return notes == null ? kept : notes.picture();
    }

    /** {@inheritDoc} Each call is asked for it, where slow ones are looked for. */
    @Override
    public Duration total() {
        lock.lock();
        try {
            return Duration.ofNanos(isEnded ? endedNanos - begunNanos : 0);
        } finally {
            lock.unlock();
        }
    }

    /**
     * Takes over what another exchange of the same call has left, as the last one.
     *
     * @param other the facts of that exchange
     */
    public void adopt(LeaseFactsData other) {
        KeptFacts known = other.now();
        lock.lock();
        try {
            endedNanos = known.course().endedNanos();
            isEnded = known.course().isEnded();
            failure = known.course().failure();
            exchanges = known.exchanges();
            earlier = known.earlier();
            last = null;
            kept = known.last();
        } finally {
            lock.unlock();
        }
        tellIfOver();
    }

    /** Returns one line, of one moment. */
    @Override
    public String toString() {
        return copy().toString();
    }
}
