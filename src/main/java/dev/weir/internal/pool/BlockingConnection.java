package dev.weir.internal.pool;

import dev.weir.event.CloseCause;
import dev.weir.internal.call.Call;
import dev.weir.internal.call.CallPhase;
import dev.weir.internal.http1.Sight;
import dev.weir.internal.http1.StrictConnection;
import java.io.IOException;
import java.net.Socket;
import java.util.List;
import org.apache.hc.core5.http.EndpointDetails;
import org.apache.hc.core5.http.config.Http1Config;
import org.apache.hc.core5.io.CloseMode;
import org.jspecify.annotations.Nullable;

/** A connection whose exchanges, one at a time, block the thread of the caller that holds it. Thread-safe as its base. */
public final class BlockingConnection extends PooledConnection implements StrictConnection.Observer {

    private static final StrictConnection UNDIALED =
            new StrictConnection(UNCONNECTED, Http1Config.DEFAULT, new StrictConnection.Observer() {});

    // Written by the thread that dials.
    private volatile StrictConnection own = UNDIALED;

    // Written and read by the thread of the exchange; the leak detection may see it late.
    private boolean exchanging;
    // The one under way, if it wants to know what happens.
    private @Nullable Call call;

    // Written and read by the thread of the exchange: its response was whole, and since then there was neither a look
    // nor another exchange.
    private boolean isAnswered;

    /**
     * Makes a connection that is not dialed yet.
     *
     * @param route its route
     */
    public BlockingConnection(RouteState route) {
        super(route);
    }

    @Override
    public void beginDial() throws IOException {
        super.beginDial();
        own = new StrictConnection(StrictConnection.nextId(), route.policy.source.http1Config(), this);
    }

    @Override
    public StrictConnection own() {
        return own;
    }

    @Override
    boolean isLookable() {
        return own.isLookable();
    }

    @Override
    public Sight look() {
        return own.look();
    }

    @Override
    protected void closeOwn(CloseMode mode) {
        own.close(mode);
    }

    @Override
    boolean admit(HeldLease lease) {
        if (!claim()) {
            return false;
        }
        if (!lease.isNew(this)) {
            long nowNanos = route.nowNanos();
            long idleNanos = lessons.idleNanos(nowNanos);
            CloseCause cause = causeAfterRest(false, nowNanos);
            if (cause == null) {
                Sight sight = isOpen() ? own.lookBeforeUse(idleNanos, route.policy.validateAfterNanos) : Sight.ENDED;
                cause = sight == Sight.QUIET ? null : seen(sight, idleNanos, CloseCause.STALE);
            }
            if (cause != null) {
                // One with TLS is cut, because its closing handshake would keep the socket open while its caller looks
                // for another; dispose knows the others.
                doom(cause);
                discard(CloseMode.IMMEDIATE);
                return false;
            }
            lessons.seenOpenNanos = nowNanos;
            lease.wakes();
            lessons.wakes(nowNanos);
        }
        isAnswered = false;
        own.setSocketTimeout(route.policy.read);
        holder = lease;
        return true;
    }

    @Override
    List<HeldLease> leases() {
        HeldLease lease = holder;
        return lease == null ? List.of() : List.of(lease);
    }

    // One that must close is closed by the store, which knows whether a caller waits.
    @Override
    boolean leave(HeldLease lease, @Nullable Object user, long allowedNanos, long nowNanos) {
        if (!isOpen()) {
            return false;
        }
        // What was answered was looked at when its response was whole, and nothing was read since.
        CloseCause cause = isAnswered ? null : inconsistency();
        if (cause != null) {
            doom(cause);
        }
        return cause == null && mayStay(user, allowedNanos, nowNanos) && parked(allowedNanos, nowNanos);
    }

    /** Notes that an exchange begins. Until it has ended, a close on the same thread does not yet say why. */
    public void beginExchange(@Nullable Call of) {
        call = of;
        exchanging = true;
        isAnswered = false;
        suspect(null);
        failed(null);
        lessons.begin();
    }

    /** Tells whether a request was sent on it, and its response has not begun. */
    boolean isExchanging() {
        return exchanging;
    }

    /** Returns how many bytes have moved on it in both directions. */
    long bytesMoved() {
        EndpointDetails details = own.getEndpointDetails();
        return details == null ? 0 : details.getReceivedBytesCount() + details.getSentBytesCount();
    }

    /** Notes that the response is whole. Whatever else has been read by then, no request asked for: it is closed. */
    public void answered() {
        isAnswered = true;
        CloseCause cause = inconsistency();
        if (cause != null) {
            end(cause);
        }
    }

    /**
     * Looks before it carries the next request of the same lease, if it has carried one: if it cannot, it is closed.
     *
     * @return whether it can carry one
     */
    public boolean lookBetweenExchanges() {
        if (!isAnswered) {
            return true;
        }
        isAnswered = false;
        CloseCause cause = causeOf(own.look(), CloseCause.STALE);
        if (cause != null) {
            end(cause);
        }
        return cause == null;
    }

    // Why it cannot carry another request after what it has carried; null if it can.
    private @Nullable CloseCause inconsistency() {
        if (own.hasBuffered()) {
            return CloseCause.UNSOLICITED_BYTES;
        }
        return own.isConsistent() ? null : CloseCause.PROTOCOL_ERROR;
    }

    /** Notes that the exchange ended, well or not. */
    public void endExchange() {
        call = null;
        exchanging = false;
    }

    /** {@inheritDoc} Within an exchange the books stay open: the connection goes when it is released, with the cause. */
    @Override
    public void close(CloseMode mode) {
        if (exchanging) {
            own.close(mode);
        } else {
            super.close(mode);
        }
    }

    @Override
    public void sent() {
        if (call != null) {
            call.enter(CallPhase.RESPONSE);
        }
    }

    @Override
    public void bound(Socket socket) throws IOException {
        if (socket.isConnected()) {
            timeline().connected();
        }
        refuseIfClosed(socket);
    }

    @Override
    public void secured(Socket base) throws IOException {
        isAnswered = false; // what was answered is the CONNECT: nothing is looked for before the first request
        timeline().secured();
        refuseIfClosed(base);
    }

    // A connection that is closed while it dials would otherwise be given the next address's socket, which would
    // never be closed: HttpClient's own close has run already and does nothing the second time.
    private void refuseIfClosed(Socket socket) throws IOException {
        if (isClosed()) {
            socket.close();
            throw closedDuringDial();
        }
    }

    @Override
    public boolean isOpen() {
        return !isClosed() && own.isOpen();
    }

    @Override
    public String getId() {
        return own.getId();
    }
}
