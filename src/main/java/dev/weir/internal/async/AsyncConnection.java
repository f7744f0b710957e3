package dev.weir.internal.async;

import dev.weir.event.CloseCause;
import dev.weir.internal.call.BrokenConnection;
import dev.weir.internal.call.Call;
import dev.weir.internal.callback.CallbackExecutor;
import dev.weir.internal.callback.EndOfEvent;
import dev.weir.internal.deadline.Alarm;
import dev.weir.internal.deadline.Alarms;
import dev.weir.internal.http1.StrictHeads;
import dev.weir.internal.keepalive.KeepAliveHint;
import dev.weir.internal.manager.ConnectTimeouts;
import dev.weir.internal.pool.PooledConnection;
import dev.weir.internal.pool.RouteState;
import dev.weir.internal.pool.SharedConnection;
import dev.weir.internal.thread.NoThreadException;
import java.io.IOException;
import java.net.SocketAddress;
import java.nio.channels.CancelledKeyException;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import javax.net.ssl.SSLSession;
import org.apache.hc.client5.http.impl.ConnectionShutdownException;
import org.apache.hc.core5.concurrent.CallbackContribution;
import org.apache.hc.core5.concurrent.FutureCallback;
import org.apache.hc.core5.http.EndpointDetails;
import org.apache.hc.core5.http.HttpConnection;
import org.apache.hc.core5.http.HttpResponse;
import org.apache.hc.core5.http.HttpVersion;
import org.apache.hc.core5.http.ProtocolVersion;
import org.apache.hc.core5.http.nio.command.ShutdownCommand;
import org.apache.hc.core5.http2.ssl.ApplicationProtocol;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.io.Closer;
import org.apache.hc.core5.net.NamedEndpoint;
import org.apache.hc.core5.reactor.Command;
import org.apache.hc.core5.reactor.EventMask;
import org.apache.hc.core5.reactor.IOEventHandler;
import org.apache.hc.core5.reactor.IOSession;
import org.apache.hc.core5.reactor.ProtocolIOSession;
import org.apache.hc.core5.reactor.ssl.TlsDetails;
import org.apache.hc.core5.reactor.ssl.TransportSecurityLayer;
import org.apache.hc.core5.util.Timeout;
import org.jspecify.annotations.Nullable;

/** A connection of the reactor, and the exchanges on it. Thread-safe. */
final class AsyncConnection extends SharedConnection {

    // HttpCore (5.4.4) keeps a stream that this side has reset for a second, and after GOAWAY the socket until an event
    // after that. On a connection that is idle no such event comes but its timeout.
    private static final Timeout LINGER = Timeout.ofMilliseconds(1_100);

    private final Set<StreamExchange> exchanges = ConcurrentHashMap.newKeySet();

    /** The exchanges whose streams are to be reset. */
    final Resets resets = new Resets();

    /** What is read from its frames. */
    final Frames frames = new Frames(this);

    /** Tell whether its exchanges are silent for too long. */
    final Alarms alarms;

    /** The end of each event. */
    final EndOfEvent endOfEvent = new EndOfEvent();

    /**
     * How many responses have begun, or were promised by GOAWAY: the server makes progress while that number grows. Written
     * by the thread of the connection.
     */
    volatile int answers;

    /** What may arrive on it while it speaks HTTP/1.1. */
    final Http1Answers http1 = new Http1Answers(this);

    /** Whether its peer is there. */
    final PeerCheck peer;

    // Written when the socket is connected.
    volatile @Nullable ProtocolIOSession session;
    // Written before the dial begins.
    private volatile Runnable onDisconnected = () -> {};
    // Written by the thread that begins or ends a handshake through a tunnel.
    private volatile Runnable onEnd = () -> {};
    // The end of the time for a handshake. Written by the thread that begins it.
    private volatile @Nullable Alarm late;
    // Written by the thread of the connection, once, before it looks at the action above.
    private volatile boolean hasEnded;
    // Written by the thread of the connection.
    private volatile int allowedStreams = Integer.MAX_VALUE;
    volatile boolean multiplexed;

    /** The exchange that is sending its request, so that its stream can be identified. For the thread of the connection. */
    @Nullable
    StreamExchange sending;

    AsyncConnection(RouteState route, Alarms alarms) {
        super(route);
        this.peer = new PeerCheck(this, alarms);
        this.alarms = alarms;
    }

    /** Notes that its dial begins. */
    void dialing(Runnable whenDisconnected) {
        onDisconnected = whenDisconnected;
    }

    /** Notes that its session has ended. */
    void disconnected() {
        hasEnded = true;
        onDisconnected.run();
        onEnd.run();
    }

    /**
     * Sets the action to run when it is closed, or its session ends, by any thread; runs it at once if that has happened.
     * Both may happen. Must not block.
     */
    void onEnd(Runnable action) {
        onEnd = action;
        if (hasEnded || isClosed()) {
            action.run();
        }
    }

    /** Closes the socket because its pool was closed; with the closing handshake of TLS if that does not block. */
    void cut() {
        ProtocolIOSession open = session;
        if (open != null) {
            open.close(CloseMode.GRACEFUL);
            Closer.closeQuietly(open.channel()); // which ends the connection in order; the next call would reset it
            open.close(CloseMode.IMMEDIATE);
        }
    }

    /** Notes that a user logs in on it. Over HTTP/2 others use it at the same time, so it must close. */
    @Override
    public void loggedIn() {
        boolean isShared = multiplexed && !isPrivate();
        super.loggedIn();
        if (isShared) {
            retire(CloseCause.PRIVATE);
        }
    }

    @Override
    public boolean isMultiplexed() {
        return multiplexed;
    }

    /** Completes the dial; closes the connection if no caller wants it any longer. */
    void established(int streams) {
        if (!dialed(streams)) {
            closeOwn(CloseMode.IMMEDIATE);
        }
    }

    /** Notes how many streams the server allows. Its first settings complete the dial. */
    void allowed(int streams) {
        allowedStreams = streams;
        if (isDialOver()) {
            changeRoom();
        } else {
            established(streams);
        }
    }

    @Override
    protected void settingsChanged() {
        if (multiplexed && isDialOver()) {
            changeRoom();
        }
    }

    /** Asks its peer whether it is there, unless an exchange uses it, and then goes on. */
    void verify(Runnable next) {
        ProtocolIOSession open = session;
        if (open == null || !multiplexed || isInUse()) {
            next.run();
            return;
        }
        peer.beforeUse(open, next);
    }

    /** Tells whether a part of the body of a request was sent, and a part of its response is to come. */
    boolean isUploading() {
        return exchanges.stream().anyMatch(exchange -> exchange.isUnderWay() && exchange.upload.isBegun());
    }

    // Those with a complete response may still be leaving.
    private boolean isInUse() {
        return exchanges.stream().anyMatch(StreamExchange::isUnderWay);
    }

    /** Notes that an exchange heard nothing for this long. */
    void silent(long nanos) {
        ProtocolIOSession open = session;
        if (open != null && multiplexed) {
            peer.silent(open, nanos);
        }
    }

    @Override
    protected int streams() {
        return peer.isAwaited() ? 0 : mostStreams() - resets.forsaken();
    }

    // A proxy may have logged a user in before HTTP/2 began behind it: then no callers may share the connection.
    private int mostStreams() {
        return isPrivate() ? Math.min(1, allowedStreams) : Math.min(allowedStreams, route.maxStreams());
    }

    /** Notes the head of a response, and how long it says that the server keeps the connection. */
    @SuppressWarnings("NonAtomicVolatileUpdate") // only the thread of the connection writes
    void answered(HttpResponse response) {
        answers++;
        hinted(KeepAliveHint.of(response));
        lessons.answered();
        if (multiplexed) {
            return;
        }
        if (KeepAliveHint.isLast(response)) {
            doom(CloseCause.SERVER_CLOSE_HEADER);
        }
        if (StrictHeads.isAmbiguous(response) || http1.heads.hasBareLf()) {
            doom(CloseCause.PROTOCOL_ERROR);
        }
    }

    /** Notes that a proxy has made the connection a tunnel, which only its two ends may close. */
    @SuppressWarnings("NonAtomicVolatileUpdate") // only the thread of the connection writes
    void tunnelBegun() {
        answers++;
        lessons.answered();
    }

    /** Notes the last stream that the server will answer: it promises not to have processed any later one. */
    @SuppressWarnings("NonAtomicVolatileUpdate") // only the thread of the connection writes
    void goneAway(int lastStreamId) {
        answers += lastStreamId > 0 ? 1 : 0;
        lessons.ended();
        retire(CloseCause.SERVER_CLOSE_HEADER);
        for (StreamExchange exchange : exchanges) {
            if (exchange.end.streamId > lastStreamId) {
                exchange.end.notExecuted();
            }
        }
    }

    /** Notes the end of the connection, which is still closing. */
    void broke(Exception cause) {
        if (session != null) {
            boolean isBehind = BrokenConnection.isBehind(cause);
            if (isBehind && lessons.ended() && isWaitedFor()) {
                lessons.failed(); // once: the code below tells it to close
            }
            failed(cause);
            // As in a blocking pool.
            boolean isLost = isBehind && isWaitedFor() && !multiplexed && uses() > 1 && !http1.hasBegun();
            retire(isLost ? CloseCause.SERVER_CLOSED_IDLE : BrokenConnection.closeCause(cause, false));
        }
    }

    private boolean isWaitedFor() {
        return !isClosed() && exchanges.stream().anyMatch(StreamExchange::isUnanswered);
    }

    /** Notes that an exchange is given up: over HTTP/1.1 that ends the connection, over HTTP/2 the others go on. */
    void cancelled(@Nullable Call call) {
        CloseCause cause = call == null ? null : call.endedBy();
        if (!multiplexed) {
            suspect(cause == null ? CloseCause.CANCELLED : cause);
        }
    }

    /** Notes that data arrived that no request asked for; it is closing. */
    void unasked(CloseCause cause) {
        lessons.ended();
        retire(cause);
    }

    void became(int streamId) {
        if (frames.filter != null) {
            frames.filter.begun(streamId);
        }
        if (sending != null) {
            sending.end.became(streamId);
        }
    }

    void submit(StreamExchange exchange) {
        exchanges.add(exchange);
        exchange.lease.carries(exchange);
        ProtocolIOSession open = session;
        if (open == null || !isOpen()) {
            exchange.end.withdraw();
            return;
        }
        used();
        open.enqueue(exchange.command, Command.Priority.NORMAL);
        if (!open.isOpen()) {
            exchange.end.withdraw(); // there may be no thread left to run the command
        }
    }

    // Makes the thread of the connection check for work.
    private void askForEvent() {
        try {
            openSession().setEvent(EventMask.WRITE);
        } catch (CancelledKeyException e) {
            // It is closed, which is an event, too.
        }
    }

    /** Notes an interim response. */
    void interim(int streamId) {
        for (StreamExchange exchange : exchanges) {
            if (exchange.end.streamId == streamId) {
                exchange.interim();
            }
        }
    }

    /** Notes that this side gave up an exchange; its stream goes on until it is reset. */
    void forsake() {
        resets.forsake();
        changeRoom();
    }

    /** Resets the stream of a canceled exchange. */
    void reset(StreamExchange exchange) {
        resets.add(exchange);
        askForEvent();
    }

    /** Sends the body of an exchange without a 100 from the server. */
    void proceed(StreamExchange exchange) {
        resets.proceed(exchange);
        askForEvent();
    }

    /** Resets the streams of the exchanges that were given up. */
    void resetGivenUp(Http2Events http2, IOSession open) throws IOException {
        boolean isDone = resets.run(http2, open);
        if (!isDone && resets.forsaken() >= mostStreams()) {
            retire(CloseCause.CANCELLED); // no stream has a caller, and half a frame blocks their reset
        }
    }

    /** Notes that the stream of an exchange is closed. */
    void ended(StreamExchange exchange, int streamId, boolean wasForsaken) {
        exchanges.remove(exchange);
        if (frames.filter != null) {
            frames.filter.reset(streamId, System.nanoTime());
        }
        if (wasForsaken) {
            resets.ended();
            changeRoom();
        }
    }

    @Override
    protected void closeOwn(CloseMode mode) {
        ProtocolIOSession open = session;
        if (open == null) {
            return;
        }
        boolean isClosing = false;
        try {
            Alarm handshake = late;
            if (handshake != null) {
                alarms.off(handshake);
            }
            onEnd.run();
            close(open, mode);
            isClosing = true;
        } finally {
            if (!isClosing) {
                open.close(CloseMode.IMMEDIATE); // nothing closes it later, and its end fails its exchanges
            }
        }
    }

    private void close(ProtocolIOSession open, CloseMode mode) {
        List<StreamExchange> unanswered = exchanges.stream()
                .filter(exchange -> !exchange.hasHeardAll()) // which complete by themselves
                .toList();
        boolean saysGoodbye = mode == CloseMode.GRACEFUL && resets.forsaken() == 0 && unanswered.isEmpty();
        if (saysGoodbye && open.isOpen()) {
            if (multiplexed) {
                open.setSocketTimeout(LINGER);
            }
            open.enqueue(new ShutdownCommand(CloseMode.GRACEFUL), Command.Priority.IMMEDIATE);
        } else {
            Exception end = endOfExchange(unanswered.stream().anyMatch(exchange -> exchange.opensTunnel));
            unanswered.forEach(exchange -> exchange.failed(end));
            open.close(mode);
        }
    }

    @Override
    public ProtocolVersion getProtocolVersion() {
        return multiplexed ? HttpVersion.HTTP_2 : HttpVersion.HTTP_1_1;
    }

    /** Tells whether a session is its own; the session of a canceled dial is not. */
    boolean isOn(IOSession other) {
        ProtocolIOSession own = session;
        return own != null && own.getId().equals(other.getId());
    }

    ProtocolIOSession openSession() {
        ProtocolIOSession open = session;
        if (open == null) {
            throw new ConnectionShutdownException();
        }
        return open;
    }

    /** Starts TLS on its session by the strategy of the pool. The callback ignores what follows its first call. */
    void startTls(AsyncTransport how, NamedEndpoint name, FutureCallback<TransportSecurityLayer> callback) {
        Timeout limit = how.tls().getHandshakeTimeout();
        // HttpCore would limit each read, so that a peer that sends single bytes could prolong it at will.
        Alarm next = new Alarm(System.nanoTime(), limit.toNanoseconds()) {
            @Override
            protected void ring() {
                CallbackExecutor.run(() -> callback.failed(ConnectTimeouts.ofHandshake(route, limit, null)));
            }
        };
        late = next;
        try {
            alarms.set(next);
        } catch (NoThreadException e) {
            callback.failed(e);
            return;
        }
        how.tlsStrategy()
                .upgrade(openSession(), name, how.tls(), Timeout.DISABLED, new CallbackContribution<>(callback) {
                    @Override
                    public void completed(TransportSecurityLayer result) {
                        alarms.off(next);
                        callback.completed(result);
                    }
                });
    }

    @Nullable
    TlsDetails tls() {
        ProtocolIOSession open = session;
        return open == null ? null : open.getTlsDetails();
    }

    boolean hasAgreedOnHttp2() {
        TlsDetails details = tls();
        return details != null && ApplicationProtocol.HTTP_2.id.equals(details.getApplicationProtocol());
    }

    @Override
    public String getId() {
        ProtocolIOSession open = session;
        return open == null ? PooledConnection.UNCONNECTED : open.getId();
    }

    @Override
    public boolean isOpen() {
        ProtocolIOSession open = session;
        if (open == null || !open.isOpen()) {
            return false;
        }
        IOEventHandler handler = open.getHandler();
        return !(handler instanceof HttpConnection connection) || connection.isOpen();
    }

    @Override
    public @Nullable SSLSession getSSLSession() {
        TlsDetails details = tls();
        return details == null ? null : details.getSSLSession();
    }

    @Override
    public @Nullable EndpointDetails getEndpointDetails() {
        ProtocolIOSession open = session;
        return open != null && open.getHandler() instanceof HttpConnection connection
                ? connection.getEndpointDetails()
                : null;
    }

    @Override
    public @Nullable SocketAddress getLocalAddress() {
        ProtocolIOSession open = session;
        return open == null ? null : open.getLocalAddress();
    }

    @Override
    public @Nullable SocketAddress getRemoteAddress() {
        ProtocolIOSession open = session;
        return open == null ? null : open.getRemoteAddress();
    }

    @Override
    public Timeout getSocketTimeout() {
        ProtocolIOSession open = session;
        return open == null ? Timeout.DISABLED : open.getSocketTimeout();
    }

    @Override
    public void setSocketTimeout(Timeout timeout) {
        ProtocolIOSession open = session;
        if (open != null) {
            open.setSocketTimeout(timeout);
        }
    }
}
