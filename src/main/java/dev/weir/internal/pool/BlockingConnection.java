package dev.weir.internal.pool;

import dev.weir.event.CloseCause;
import dev.weir.internal.call.Call;
import dev.weir.internal.call.CallPhase;
import dev.weir.internal.http1.Sight;
import dev.weir.internal.http1.StrictConnection;
import dev.weir.internal.socket.ChannelSocket;
import java.io.IOException;
import java.net.Socket;
import java.net.SocketAddress;
import java.util.List;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLSession;
import javax.net.ssl.SSLSocket;
import org.apache.hc.client5.http.impl.io.DefaultManagedHttpClientConnection;
import org.apache.hc.client5.http.io.ManagedHttpClientConnection;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.EndpointDetails;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.ProtocolVersion;
import org.apache.hc.core5.http.io.HttpConnectionFactory;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.util.Identifiable;
import org.apache.hc.core5.util.Timeout;
import org.jspecify.annotations.Nullable;

/**
 * A connection whose exchanges, one at a time, block the thread of the caller that holds it. It passes them on to HttpClient's
 * own connection, or one from the user's factory, and looks at their socket while no request is outstanding. Thread-safe as
 * its base.
 */
public final class BlockingConnection extends PooledConnection implements ManagedHttpClientConnection {

    private static final ManagedHttpClientConnection UNDIALED = new DefaultManagedHttpClientConnection(UNCONNECTED);

    /** The shortest timeout of a read. */
    private static final Timeout SHORTEST = Timeout.ofMilliseconds(1);

    /** Below this idle time, checking whether the server has closed it is not worth a microsecond. */
    private static final long WORTH_A_LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    private final HttpConnectionFactory<ManagedHttpClientConnection> factory;

    // All written by the thread that dials, read by those that look or close later.
    private volatile ManagedHttpClientConnection own = UNDIALED;
    private volatile @Nullable Socket base;
    // The same socket, if a look at it takes no time: not through a SOCKS proxy, nor a Unix socket.
    private volatile @Nullable ChannelSocket channel;
    private volatile boolean secured;

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

    @Override
    void beginDial() throws IOException {
        own = factory.createConnection(null);
        super.beginDial();
    }

    @Override
    boolean isDialed() {
        return own != UNDIALED || isClosed();
    }

    @Override
    boolean isLookable() {
        return channel != null;
    }

    // Bytes stay where they are: under TLS they may be a message between the two ends, such as a session ticket.
    @Override
    Sight look() {
        if (hasLeftover()) {
            return buffered();
        }
        ChannelSocket ours = channel;
        try {
            int there = ours == null ? arrived() : ours.lookAhead();
            return there > 0 ? received() : there == 0 ? Sight.QUIET : Sight.ENDED;
        } catch (IOException e) {
            return Sight.ENDED; // reset, or closed by us
        }
    }

    private Sight received() throws IOException {
        if (isStale()) { // which reads what has arrived
            return Sight.ENDED;
        }
        if (own instanceof StrictConnection) {
            return hasLeftover() ? buffered() : Sight.QUIET;
        }
        return isDataAvailable(SHORTEST) ? Sight.UNSOLICITED : Sight.QUIET;
    }

    private Sight buffered() {
        byte[] first = new byte[Sight.TELLING_BYTES];
        try {
            return own instanceof StrictConnection ours ? Sight.of(first, ours.takeBuffered(first)) : Sight.UNSOLICITED;
        } catch (IOException e) {
            return Sight.ENDED;
        }
    }

    // How many bytes can be read from the socket. Does not see the end.
    private int arrived() throws IOException {
        Socket current = base;
        return current == null || !current.isConnected()
                ? 0
                : current.getInputStream().available();
    }

    private boolean hasArrived() {
        try {
            return arrived() > 0;
        } catch (IOException e) {
            return true; // the reading thread will see why
        }
    }

    // Whether there are bytes that were read and not consumed, if that takes no time.
    private boolean hasLeftover() {
        return own instanceof StrictConnection ours && ours.hasBuffered();
    }

    // The same, and waits for up to a millisecond if the connection is not ours.
    private boolean hasBuffered() {
        try {
            return own instanceof StrictConnection ours ? ours.hasBuffered() : isDataAvailable(SHORTEST);
        } catch (IOException e) {
            return true;
        }
    }

    // HttpClient's connection does not know a socket that it had no memory for, and forgets one that it failed to
    // close.
    @Override
    protected void closeOwn(CloseMode mode) {
        try {
            own.close(mode);
        } finally {
            Socket current = base;
            try {
                if (current != null) {
                    current.close();
                }
            } catch (IOException e) {
                // It is closed as far as possible.
            }
        }
    }

    @Override
    public boolean hasUnsolicited() {
        return hasBuffered() || hasArrived();
    }

    /** Tells whether it speaks TLS with its server. */
    public boolean isSecured() {
        return secured;
    }

    /** Makes it ready for the requests of a lease; false if it must not be used: then it is closed. */
    boolean prepare(Lease lease) {
        if (!claim()) {
            return false;
        }
        if (!lease.isNew(this, false)) {
            long nowNanos = route.nowNanos();
            long idleNanos = nowNanos - idleSinceNanos;
            CloseCause cause = causeIfReused(nowNanos);
            if (cause == null) {
                Sight sight = isOpen() ? lookBeforeUse(idleNanos, route.policy.validateAfterNanos) : Sight.ENDED;
                cause = sight == Sight.QUIET ? null : seen(sight, idleNanos, CloseCause.STALE);
            }
            if (cause != null) {
                // One with TLS is cut, because its closing handshake would keep the socket open while its caller looks
                // for another, or dials another in its place; dispose knows the others.
                doom(cause);
                discard(CloseMode.IMMEDIATE);
                return false;
            }
            seenOpenNanos = nowNanos;
            lessons.rested(idleNanos);
        }
        isAnswered = false;
        activate();
        setSocketTimeout(route.policy.read);
        holder = lease;
        return true;
    }

    // Always for bytes, for the end if that is worth its cost.
    private Sight lookBeforeUse(long idleNanos, long validateAfterNanos) {
        if (channel != null) {
            boolean isWorthIt = idleNanos >= Math.min(validateAfterNanos, WORTH_A_LOOK_NANOS);
            return isWorthIt || hasArrived() || hasLeftover() ? look() : Sight.QUIET;
        }
        try {
            return idleNanos >= validateAfterNanos && isStale() ? Sight.ENDED : look();
        } catch (IOException e) {
            return Sight.ENDED; // a connection that cannot be looked at cannot be used
        }
    }

    @Override
    List<HeldLease> leases() {
        HeldLease lease = holder;
        return lease == null ? List.of() : List.of(lease);
    }

    /** Takes it back after its use. One that must close is closed by the store, which knows whether a caller waits. */
    void takeBack(@Nullable Object user, long keepAliveNanos, long nowNanos) {
        boolean reusable = false;
        try {
            reusable = park(user, keepAliveNanos, nowNanos);
        } finally {
            release(reusable);
        }
    }

    private boolean park(@Nullable Object user, long keepAliveNanos, long nowNanos) {
        if (!isOpen()) {
            return false;
        }
        long allowedNanos = Math.min(keepAliveNanos, this.keepAliveNanos);
        CloseCause cause = inconsistency();
        if (cause == null) {
            cause = causeIfReleased(route.policy, allowedNanos, nowNanos);
        }
        if (cause == null && !belongsTo(user)) {
            cause = CloseCause.PRIVATE;
        }
        if (cause != null) {
            doom(cause);
            return false;
        }
        if (state() != user) {
            state(user);
        }
        passivate();
        return parked(allowedNanos, nowNanos);
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
        if (hasBuffered()) {
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
        CloseCause cause = causeOf(look(), CloseCause.STALE);
        if (cause != null) {
            end(cause);
        }
        return cause == null;
    }

    // Why it cannot carry another request after what it has carried; null if it can.
    private @Nullable CloseCause inconsistency() {
        if (isAnswered) {
            return null; // that was found out when its response was whole, and nothing was read since
        }
        if (hasLeftover()) {
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
            own.close(mode);
        } else {
            super.close(mode);
        }
    }

    @Override
    public void sendRequestEntity(ClassicHttpRequest request) throws HttpException, IOException {
        own.sendRequestEntity(request);
        if (call != null) {
            call.enter(CallPhase.RESPONSE);
        }
    }

    @Override
    public ClassicHttpResponse receiveResponseHeader() throws HttpException, IOException {
        return own.receiveResponseHeader();
    }

    /** {@inheritDoc} It can be used afterwards, whatever the response. */
    @Override
    public boolean isDataAvailable(Timeout timeout) throws IOException {
        survivesTimeouts(true);
        try {
            return own.isDataAvailable(timeout);
        } finally {
            survivesTimeouts(false);
        }
    }

    /** {@inheritDoc} It can be used afterwards, whatever the response. */
    @Override
    public boolean isStale() throws IOException {
        survivesTimeouts(true);
        try {
            return own.isStale();
        } finally {
            survivesTimeouts(false);
        }
    }

    // HttpCore checks by a read, after which the connection must work as before.
    private void survivesTimeouts(boolean does) throws IOException {
        ChannelSocket ours = channel;
        if (ours != null) {
            ours.survivesTimeouts(does);
        }
    }

    @Override
    public void bind(Socket newSocket) throws IOException {
        base = newSocket; // first: it is closed with this from now on
        own.bind(newSocket);
        channel = newSocket instanceof ChannelSocket ours && newSocket.isConnected() ? ours : null;
        if (newSocket.isConnected()) {
            timeline().connected();
        }
        refuseIfClosed(newSocket);
    }

    @Override
    public void bind(SSLSocket sslSocket, Socket baseSocket) throws IOException {
        own.bind(sslSocket, baseSocket);
        secured = true;
        isAnswered = false; // what was answered is the CONNECT: nothing is looked for before the first request
        timeline().secured();
        refuseIfClosed(baseSocket);
    }

    // A connection that is closed while it dials would otherwise be given the next address's socket, which would
    // never be closed: HttpClient's own close has run already and does nothing the second time.
    private void refuseIfClosed(Socket newSocket) throws IOException {
        if (isClosed()) {
            newSocket.close();
            throw closedDuringDial();
        }
    }

    @Override
    public Socket getSocket() {
        return own.getSocket();
    }

    @Override
    public void passivate() {
        own.passivate();
    }

    @Override
    public void activate() {
        own.activate();
    }

    @Override
    public boolean isConsistent() {
        return own.isConsistent();
    }

    @Override
    public void sendRequestHeader(ClassicHttpRequest request) throws HttpException, IOException {
        own.sendRequestHeader(request);
    }

    @Override
    public void terminateRequest(ClassicHttpRequest request) throws HttpException, IOException {
        own.terminateRequest(request);
    }

    @Override
    public void receiveResponseEntity(ClassicHttpResponse response) throws HttpException, IOException {
        own.receiveResponseEntity(response);
    }

    @Override
    public void flush() throws IOException {
        own.flush();
    }

    @Override
    public boolean isOpen() {
        return !isClosed() && own.isOpen();
    }

    @Override
    public String getId() {
        return own instanceof Identifiable known ? known.getId() : own.toString();
    }

    @Override
    public @Nullable SSLSession getSSLSession() {
        return own.getSSLSession();
    }

    @Override
    public @Nullable EndpointDetails getEndpointDetails() {
        return own.getEndpointDetails();
    }

    @Override
    public @Nullable SocketAddress getLocalAddress() {
        return own.getLocalAddress();
    }

    @Override
    public @Nullable SocketAddress getRemoteAddress() {
        return own.getRemoteAddress();
    }

    @Override
    public @Nullable ProtocolVersion getProtocolVersion() {
        return own.getProtocolVersion();
    }

    @Override
    public Timeout getSocketTimeout() {
        return own.getSocketTimeout();
    }

    @Override
    public void setSocketTimeout(Timeout timeout) {
        own.setSocketTimeout(timeout);
    }
}
