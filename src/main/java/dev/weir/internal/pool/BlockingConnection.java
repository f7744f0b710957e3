package dev.weir.internal.pool;

import dev.weir.event.CloseCause;
import dev.weir.internal.call.Call;
import dev.weir.internal.call.CallPhase;
import dev.weir.internal.http1.Sight;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.Socket;
import java.util.List;
import javax.net.ssl.SSLSocket;
import org.apache.hc.client5.http.io.ManagedHttpClientConnection;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.io.HttpConnectionFactory;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.util.Timeout;
import org.jspecify.annotations.Nullable;

/**
 * A connection whose exchanges, one at a time, block the thread of the caller that holds it. It passes them on to HttpClient's
 * own connection, or one from the user's factory. Thread-safe as its base.
 */
public final class BlockingConnection extends PooledConnection implements ManagedHttpClientConnection {

    private final HttpConnectionFactory<ManagedHttpClientConnection> factory;

    // Written by the thread that dials.
    private volatile IdleSocket socket = IdleSocket.NONE;

    // Written and read by the thread of the exchange; the leak detection may see it late.
    private boolean exchanging;
    // The one under way, if it wants to know what happens.
    private @Nullable Call call;

    // Written and read by the thread of the exchange: its response was whole, and since then there was neither a look
    // nor another exchange.
    private boolean isAnswered;

    BlockingConnection(RouteState route, HttpConnectionFactory<ManagedHttpClientConnection> factory) {
        super(route);
        this.factory = factory;
    }

    /** Makes what it runs on, before its dial. */
    void beginDial() throws IOException {
        socket = new IdleSocket(factory.createConnection(null));
    }

    @Override
    boolean isDialed() {
        return socket != IdleSocket.NONE || isClosed();
    }

    @Override
    ManagedHttpClientConnection own() {
        return socket.connection;
    }

    @Override
    Sight look() {
        return socket.look();
    }

    @Override
    boolean isLookable() {
        return socket.isLookable();
    }

    @Override
    void closeDelegate(CloseMode mode) {
        try {
            super.closeDelegate(mode);
        } finally {
            socket.close();
        }
    }

    @Override
    public boolean hasUnsolicited() {
        return socket.hasBuffered() || socket.hasArrived();
    }

    /** Tells whether it speaks TLS with its server. */
    public boolean isSecured() {
        return socket.isSecured();
    }

    /** Checks it before a request is sent; returns why it cannot carry it, or null if it can. */
    @Nullable
    CloseCause unfit(long idleNanos, long validateAfterNanos) {
        Sight sight = isOpen() ? socket.beforeUse(idleNanos, validateAfterNanos) : Sight.ENDED;
        return sight == Sight.QUIET ? null : seen(sight, idleNanos, CloseCause.STALE);
    }

    @Override
    List<HeldLease> leases() {
        HeldLease lease = holder;
        return lease == null ? List.of() : List.of(lease);
    }

    /** Makes it ready for the requests of a lease. */
    void activateFor(Lease newHolder, Timeout read) {
        isAnswered = false;
        activate();
        setSocketTimeout(read);
        holder = newHolder;
    }

    /**
     * Notes that it is connected without a caller: it is idle until a lease takes it.
     *
     * @return false if it was closed meanwhile
     */
    boolean dialed(long nowNanos) {
        opened(nowNanos);
        passivate();
        return parked(route.policy.keepAliveNanos, nowNanos);
    }

    /** Notes that an exchange begins. Until it has ended, a close on the same thread does not yet say why. */
    public void beginExchange(@Nullable Call of) {
        call = of;
        exchanging = true;
        isAnswered = false;
        beginsAnew();
        lessons.begin();
    }

    @Override
    boolean isExchanging() {
        return exchanging;
    }

    /** Notes that the response is whole. Whatever else has been read by then, no request asked for: it is closed. */
    public void answered() {
        isAnswered = true;
        if (socket.hasBuffered()) {
            end(CloseCause.UNSOLICITED_BYTES);
        } else if (!isConsistent()) {
            end(CloseCause.PROTOCOL_ERROR);
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
        CloseCause cause = causeOf(socket.look(), CloseCause.STALE);
        if (cause != null) {
            end(cause);
        }
        return cause == null;
    }

    /** Returns why it cannot carry another request after what it has carried, or null if it can. */
    @Nullable
    CloseCause inconsistency() {
        if (isAnswered) {
            return null; // that was found out when its response was whole, and nothing was read since
        }
        if (socket.hasLeftover()) {
            return CloseCause.UNSOLICITED_BYTES;
        }
        return isConsistent() ? null : CloseCause.PROTOCOL_ERROR;
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
            own().close(mode);
        } else {
            super.close(mode);
        }
    }

    @Override
    public void sendRequestEntity(ClassicHttpRequest request) throws HttpException, IOException {
        own().sendRequestEntity(request);
        if (call != null) {
            call.enter(CallPhase.RESPONSE);
        }
    }

    @Override
    public ClassicHttpResponse receiveResponseHeader() throws HttpException, IOException {
        return own().receiveResponseHeader();
    }

    /** {@inheritDoc} It can be used afterwards, whatever the response. */
    @Override
    public boolean isDataAvailable(Timeout timeout) throws IOException {
        return socket.isDataAvailable(timeout);
    }

    /** {@inheritDoc} It can be used afterwards, whatever the response. */
    @Override
    public boolean isStale() throws IOException {
        return socket.isStale();
    }

    @Override
    public void bind(Socket newSocket) throws IOException {
        socket.holds(newSocket);
        own().bind(newSocket);
        socket.bound(newSocket);
        if (newSocket.isConnected()) {
            timeline().connected();
        }
        refuseIfClosed(newSocket);
    }

    @Override
    public void bind(SSLSocket sslSocket, Socket baseSocket) throws IOException {
        own().bind(sslSocket, baseSocket);
        socket.secured();
        isAnswered = false; // what was answered is the CONNECT: nothing is looked for before the first request
        timeline().secured();
        refuseIfClosed(baseSocket);
    }

    // A connection that is closed while it dials would otherwise be given the next address's socket, which would
    // never be closed: HttpClient's own close has run already and does nothing the second time.
    private void refuseIfClosed(Socket newSocket) throws IOException {
        if (isClosed()) {
            newSocket.close();
            throw new InterruptedIOException("Connection was closed while it was being established");
        }
    }

    @Override
    public Socket getSocket() {
        return own().getSocket();
    }

    @Override
    public void passivate() {
        own().passivate();
    }

    @Override
    public void activate() {
        own().activate();
    }

    @Override
    public boolean isConsistent() {
        return own().isConsistent();
    }

    @Override
    public void sendRequestHeader(ClassicHttpRequest request) throws HttpException, IOException {
        own().sendRequestHeader(request);
    }

    @Override
    public void terminateRequest(ClassicHttpRequest request) throws HttpException, IOException {
        own().terminateRequest(request);
    }

    @Override
    public void receiveResponseEntity(ClassicHttpResponse response) throws HttpException, IOException {
        own().receiveResponseEntity(response);
    }

    @Override
    public void flush() throws IOException {
        own().flush();
    }
}
