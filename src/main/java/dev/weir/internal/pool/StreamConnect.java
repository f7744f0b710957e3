package dev.weir.internal.pool;

import dev.weir.engine.Entry;
import dev.weir.event.LeaseOutcome;
import dev.weir.internal.call.CallersFailure;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.hc.client5.http.HttpRoute;
import org.apache.hc.client5.http.impl.ConnectionShutdownException;
import org.apache.hc.core5.http.ConnectionClosedException;
import org.jspecify.annotations.Nullable;

/**
 * The way of a lease to a connection on which its exchange can begin: it dials its connection, waits for the dial of another
 * caller, or moves to another connection. Reports its end once. Any thread may use it, one at a time.
 */
final class StreamConnect {

    // A server that ends all connections at once must not be dialed forever.
    private static final int MOST_LOST = 5;

    private final AsyncPool pool;
    private final StreamLease lease;
    private final AtomicReference<@Nullable Wish> wish;

    // Written by the thread that goes on with it.
    private volatile int lost;
    private volatile @Nullable Search search;

    private record Wish(StreamLease.Dialer dialer, StreamLease.Ready ready) {}

    StreamConnect(AsyncPool pool, StreamLease lease, StreamLease.Dialer dialer, StreamLease.Ready ready) {
        this.pool = pool;
        this.lease = lease;
        this.wish = new AtomicReference<>(new Wish(dialer, ready));
    }

    /** Does what the state of the connection asks for. */
    void proceed() {
        SharedConnection current = lease.held();
        if (current == null) {
            end(new ConnectionShutdownException(), LeaseOutcome.CANCELLED);
            return;
        }
        SharedTransport transport = current.transport;
        switch (transport.turn(lease)) {
            case DIAL -> dial(transport);
            case GO -> go(current);
            case MOVE -> move(current);
            case FAIL -> end(failureOf(transport), LeaseOutcome.DIAL_FAILED);
            case WAIT -> {} // called when the dial ends
        }
    }

    private void go(SharedConnection current) {
        if (current.transport.isOpen()) {
            ready();
            return;
        }
        int lostNow = lost + 1;
        lost = lostNow;
        if (lostNow <= MOST_LOST) {
            move(current);
        } else {
            end(
                    new ConnectionClosedException("Each of " + lostNow + " connections to " + lease.route.target()
                            + " was closed before a request could be sent"),
                    LeaseOutcome.DIAL_FAILED);
        }
    }

    private Exception failureOf(SharedTransport transport) {
        Exception failure = transport.failure();
        return pool.endOfDial(
                failure != null
                        ? CallersFailure.ofDial(failure, lease.route.route())
                        : new ConnectionShutdownException());
    }

    private void dial(SharedTransport transport) {
        Wish mine = wish.get();
        StreamDial dial = new StreamDial(pool, lease.route, transport);
        if (mine == null) {
            dial.failed(new ConnectionShutdownException());
        } else {
            begin(mine.dialer, dial);
        }
    }

    private static void begin(StreamLease.Dialer dialer, StreamDial dial) {
        try {
            dialer.begin(dial);
        } catch (RuntimeException e) {
            dial.failed(e);
        } catch (Error e) {
            dial.failed(new IllegalStateException("The dial could not begin", e));
            throw e;
        }
    }

    private void ready() {
        lease.connected();
        Wish mine = wish.getAndSet(null);
        if (mine != null) {
            mine.ready.ready();
        }
    }

    private void end(Exception cause, LeaseOutcome how) {
        Wish mine = wish.getAndSet(null);
        if (mine != null) {
            lease.end(how);
            mine.ready.failed(cause);
        }
    }

    private void move(SharedConnection from) {
        if (lease.leaves(from)) {
            pool.takeBackUnused(lease, from);
            search();
        }
    }

    private void search() {
        Search next = new Search();
        search = next;
        next.start(lease.state, lease.terms);
        if (lease.isReleased()) {
            next.giveUp();
        }
    }

    /** Ends its search, if it is looking for another connection. */
    void cancel() {
        Search current = search;
        if (current != null) {
            current.giveUp();
        }
    }

    /** A search for another connection. */
    private final class Search extends StreamRequest {

        Search() {
            super(StreamConnect.this.pool, lease.route, 0, lease.route.policy.poolWaitNanos);
        }

        @Override
        void found(Entry<HttpRoute, PooledConnection> entry, long waitedNanos) {
            if (!pool.assign(lease, entry, waitedNanos)) {
                search();
            } else if (lease.isReleased()) {
                lease.takeBack(0, pool.nanoClock.getAsLong());
            } else {
                lease.moved();
                proceed();
            }
        }

        @Override
        void failed(Exception cause, LeaseOutcome outcome, long waitedNanos) {
            lease.waited(waitedNanos);
            StreamConnect.this.end(cause, outcome);
        }

        @Override
        void cancelled(long waitedNanos) {
            StreamConnect.this.end(new ConnectionShutdownException(), LeaseOutcome.CANCELLED);
        }
    }
}
