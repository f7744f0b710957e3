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

/** Collects the facts of a call while it runs; a copy shows one moment. Thread-safe. */
public final class LeaseFactsData extends KnownFacts {

    /**
     * How an exchange got its connection.
     *
     * @param outcome the outcome of its lease
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
     * The facts of a dial, apart from its times.
     *
     * @param lookup where the addresses of the host came from; null if there was no lookup
     * @param tried the addresses that it tried
     * @param handshake full or resumed; null if there was no TLS handshake, or its kind is not known
     */
    public record Way(
            @Nullable LookupOutcome lookup,
            List<ConnectAttempt> tried,
            @Nullable HandshakeKind handshake) {

        /** Nothing is known. */
        public static final Way UNKNOWN = new Way(null, List.of(), null);
    }

    /**
     * The times of a dial.
     *
     * @param nanos nanoseconds in total
     * @param lookupNanos nanoseconds of the lookup
     * @param handshakeNanos nanoseconds of the TLS handshake
     * @param agoNanos nanoseconds since its end
     * @param way its other facts
     */
    public record Dialed(long nanos, long lookupNanos, long handshakeNanos, long agoNanos, Way way) {

        /** No dial: the connection existed. */
        public static final Dialed NOTHING = new Dialed(0, 0, 0, 0, Way.UNKNOWN);

        // Of a dial that began before the call, or during its wait, only the rest counts as time of the call.
        Dialed within(long spentNanos) {
            long most = Math.max(0, spentNanos - agoNanos);
            return nanos <= most ? this : new Dialed(most, lookupNanos, handshakeNanos, agoNanos, way);
        }
    }

    /**
     * The two ends of the connection.
     *
     * @param address the remote address
     * @param local the local address
     * @param protocol as negotiated
     * @param route the target of its route, such as {@code https://recs:8443}
     * @param connectionId its id; null if it has none
     * @param closing holds the cause of its end
     */
    public record Peer(
            @Nullable SocketAddress address,
            @Nullable SocketAddress local,
            ProtocolVersion protocol,
            String route,
            @Nullable String connectionId,
            CloseNote closing) {

        /**
         * Tells whether the parts that may change while a connection is open have not changed.
         *
         * @param version its current protocol
         * @param id its current id
         * @return whether both are the same
         */
        public boolean isStill(ProtocolVersion version, @Nullable String id) {
            return protocol.equals(version) && Objects.equals(connectionId, id);
        }
    }

    private static final int MOST_EARLIER = 19;
    private static final int FIRST_KEPT = 10;

    private final PatientLock lock = new PatientLock();
    private final boolean isOfOneCall;

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

    // The facts of the hedge whose response counts; null if there is none. Guarded by the lock.
    private @Nullable LeaseFactsData hedge;

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
     * @param nowNanos the time
     */
    public void begin(long nowNanos) {
        lock.lock();
        try {
            begunNanos = nowNanos;
            isBegun = true;
            last = null;
            hedge = null;
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
     * @param dialed the times of the dial
     * @param to the ends of the connection
     * @param wire counts its bytes; null if they are not counted
     * @param nowNanos the time
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
            keepHedge();
            long freeNanos = lastNanos();
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

    // For the caller that has the lock. Of a call whose hedge counted, the end is that of the hedge.
    private long lastNanos() {
        return last != null ? last.lastNanos() : isEnded ? endedNanos : begunNanos;
    }

    // For the caller that has the lock.
    private void keepLast() {
        ExchangeNotes before = last;
        if (before != null) {
            before.ended(null, before.lastNanos());
            earlier = joined(earlier, List.of(before.picture()));
        }
    }

    // For the caller that has the lock.
    private void keepHedge() {
        LeaseFactsData counted = hedge;
        if (counted != null) {
            KeptFacts known = counted.now();
            exchanges += known.exchanges();
            earlier = joined(earlier, known.attempts());
            hedge = null;
        }
    }

    private static List<ExchangeFacts> joined(List<ExchangeFacts> before, List<? extends ExchangeFacts> after) {
        List<ExchangeFacts> all = new ArrayList<>(before);
        for (ExchangeFacts each : after) {
            if (all.size() == MOST_EARLIER) {
                all.remove(FIRST_KEPT);
            }
            all.add(each);
        }
        return List.copyOf(all);
    }

    /**
     * Identifies the exchange under way, for notes of its end.
     *
     * @return the last exchange
     */
    public @Nullable Object exchange() {
        lock.lock();
        try {
            return last;
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
            if (!isEnded) {
                end(null, nowNanos);
            }
        } finally {
            lock.unlock();
        }
        tellIfOver();
    }

    /**
     * Notes the end of an exchange, unless another one, such as its hedge, has taken its place.
     *
     * @param exchange which {@link #exchange()}
     * @param cause its failure; null for none
     * @param nowNanos when
     */
    public void ended(@Nullable Object exchange, @Nullable Throwable cause, long nowNanos) {
        lock.lock();
        try {
            if (exchange != last || (cause == null && isEnded)) {
                return;
            }
            failure = cause == null ? failure : cause;
            end(cause, nowNanos);
        } finally {
            lock.unlock();
        }
        tellIfOver();
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
            failure = cause;
            end(cause, nowNanos);
        } finally {
            lock.unlock();
        }
        tellIfOver();
    }

    // Call it with the lock held.
    private void end(@Nullable Throwable cause, long nowNanos) {
        isEnded = true;
        endedNanos = nowNanos;
        if (last != null) {
            last.ended(cause, nowNanos);
        }
    }

    /**
     * Notes that its caller gave the call up, unless it has failed. After a response, the call ends successfully.
     *
     * @param nowNanos the time
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
     * @return a copy, which no longer changes
     */
    public KnownFacts copy() {
        return new FactsCopy(now());
    }

    @Override
    KeptFacts now() {
        lock.lock();
        try {
            KeptFacts.Course course = new KeptFacts.Course(begunNanos, endedNanos, isEnded, failure);
            KeptFacts counted = hedge == null ? null : hedge.now();
            return counted == null
                    ? new KeptFacts(course, exchanges, earlier, last == null ? null : last.picture())
                    : new KeptFacts(
                            course,
                            exchanges + counted.exchanges(),
                            joined(earlier, counted.earlier()),
                            counted.last());
        } finally {
            lock.unlock();
        }
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
     * Goes on with a hedge, whose response counts. The exchange beside which it was sent ends where the hedge begins, so that
     * the times of all add up; what is noted of it later does not count.
     *
     * @param counted the facts of the hedge
     */
    public void goesOnWith(LeaseFactsData counted) {
        long begunNanos = counted.begunNanos();
        lock.lock();
        try {
            if (last != null) {
                earlier = joined(earlier, List.of(last.until(begunNanos)));
            }
            last = null;
            hedge = counted;
            isEnded = false;
            failure = null;
        } finally {
            lock.unlock();
        }
        counted.whenOver(() -> hedgeIsOver(counted));
        counted.last();
    }

    private long begunNanos() {
        lock.lock();
        try {
            return begunNanos;
        } finally {
            lock.unlock();
        }
    }

    private void hedgeIsOver(LeaseFactsData counted) {
        KeptFacts.Course course = counted.now().course();
        lock.lock();
        try {
            if (hedge != counted) {
                return; // another exchange has followed
            }
            failure = course.failure();
            end(failure, course.endedNanos());
        } finally {
            lock.unlock();
        }
        tellIfOver();
    }

    /** Returns one line; all of its figures are of one moment. */
    @Override
    public String toString() {
        return copy().toString();
    }
}
