package dev.weir.internal.async;

import dev.weir.config.PlainText;
import dev.weir.config.Protocol;
import dev.weir.event.LookupOutcome;
import dev.weir.internal.async.Protocols.Beginning;
import dev.weir.internal.async.Protocols.Opening;
import dev.weir.internal.callback.CallerErrors;
import dev.weir.internal.deadline.Alarm;
import dev.weir.internal.deadline.Alarms;
import dev.weir.internal.dns.CachingDnsResolver;
import dev.weir.internal.manager.AddressRace;
import dev.weir.internal.manager.PortFailures;
import dev.weir.internal.pool.FirstHop;
import dev.weir.internal.pool.PooledConnection;
import dev.weir.internal.pool.StreamDial;
import dev.weir.internal.thread.NoThreadException;
import java.io.IOException;
import java.net.BindException;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.SocketTimeoutException;
import java.net.UnixDomainSocketAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.hc.client5.http.ConnectExceptionSupport;
import org.apache.hc.client5.http.ConnectTimeoutException;
import org.apache.hc.client5.http.HttpRoute;
import org.apache.hc.client5.http.impl.DefaultSchemePortResolver;
import org.apache.hc.core5.concurrent.FutureCallback;
import org.apache.hc.core5.http.ConnectionClosedException;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.http.nio.command.StaleCheckCommand;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.net.NamedEndpoint;
import org.apache.hc.core5.reactor.Command;
import org.apache.hc.core5.reactor.IOSession;
import org.apache.hc.core5.reactor.ProtocolIOSession;
import org.apache.hc.core5.reactor.ssl.TransportSecurityLayer;
import org.apache.hc.core5.util.Timeout;
import org.jspecify.annotations.Nullable;

/**
 * Establishes one connection without a thread of its own: name, addresses, TLS, and for HTTP/2 the settings of the server,
 * all within one time limit.
 */
final class AsyncDial extends Alarm implements CachingDnsResolver.Answer {

    private static final long NO_LIMIT_NANOS = TimeUnit.DAYS.toNanos(365);

    private final AsyncDialer dialer;
    private final AsyncTransport how;
    private final StreamDial dial;
    private final AsyncConnection connection;
    private final Timeout limit;
    private final HttpRoute route;
    private final HttpHost firstHop;
    private final Protocol protocol;
    private final Opening opening;
    private final long startNanos = System.nanoTime();

    // Written by the thread that connects; read by the one that ends the dial.
    private volatile boolean isConnected;

    // Written by the thread that has the addresses; stopped by the one that ends the dial.
    private volatile @Nullable AsyncRace race;

    AsyncDial(AsyncDialer dialer, StreamDial dial, Timeout limit) {
        super(System.nanoTime() + limitNanos(limit));
        this.dialer = dialer;
        this.dial = dial;
        this.limit = limit;
        this.connection = (AsyncConnection) dial.transport();
        this.route = dial.route();
        this.firstHop = FirstHop.host(route);
        this.how = dialer.transportTo(route, connection.books());
        this.protocol = dialer.protocol(connection.books());
        this.opening = opening();
    }

    /** Returns how long a dial may take; no limit, or a very long one, becomes one that does not overflow in a sum. */
    static long limitNanos(Timeout limit) {
        return limit.toNanoseconds() > 0 ? Math.min(limit.toNanoseconds(), NO_LIMIT_NANOS) : NO_LIMIT_NANOS;
    }

    private Opening opening() {
        if (FirstHop.isSecure(route)) {
            return Opening.AGREED;
        }
        return protocol == Protocol.HTTP_2 && !route.isTunnelled() ? Opening.HTTP_2 : Opening.HTTP_1_1;
    }

    void begin() {
        connection.dialing(dial, () -> dialer.disconnected(connection));
        if (!dialer.begun(this)) {
            poolClosed();
            return;
        }
        try {
            Alarms.shared().set(this);
        } catch (NoThreadException e) {
            failed(e);
            return;
        }
        step(this::lookUp);
    }

    private void lookUp() {
        int port = DefaultSchemePortResolver.INSTANCE.resolve(firstHop.getSchemeName(), firstHop);
        if (route.getUnixDomainSocket() != null) {
            connect(List.of(UnixDomainSocketAddress.of(route.getUnixDomainSocket())));
        } else if (firstHop.getAddress() != null) {
            resolved(List.of(new InetSocketAddress(firstHop.getAddress(), port)));
        } else {
            dialer.names().resolve(firstHop.getHostName(), port, this);
        }
    }

    private long leftNanos() {
        return atNanos() - System.nanoTime();
    }

    @Override
    public void ended(LookupOutcome outcome) {
        connection.books().timeline().lookedUp(outcome);
    }

    @Override
    public void resolved(List<InetSocketAddress> answer) {
        long nowNanos = System.nanoTime();
        dial.lookedUp(Duration.ofNanos(nowNanos - startNanos));
        step(() -> connect(dialer.addresses().begin(connection.books(), answer, nowNanos)));
    }

    // Any failure ends this dial, not the thread, which others need.
    private void step(Runnable step) {
        try {
            step.run();
        } catch (Throwable e) {
            failed(CallerErrors.asException(e));
        }
    }

    private void connect(List<? extends SocketAddress> order) {
        if (order.isEmpty()) {
            failed(new UnknownHostException(PlainText.of(firstHop.getHostName()) + ": no address"));
            return;
        }
        PooledConnection books = connection.books();
        AsyncRace begun = new AsyncRace(new AddressRace(dialer.addresses(), books, order, atNanos()), this);
        race = begun;
        dial.onClose(this::over);
        if (!dial.isOver()) {
            begun.goOn();
        }
        if (dialer.isClosed()) {
            poolClosed();
        }
    }

    private @Nullable SocketAddress local() {
        return route.getLocalSocketAddress();
    }

    /** Ends the dial with its pool. */
    void poolClosed() {
        failed(new ConnectionClosedException("The pool was closed"));
    }

    /** Begins to connect a socket. */
    Future<IOSession> connect(SocketAddress address, FutureCallback<IOSession> callback) {
        Timeout left = Timeout.ofMilliseconds(Math.max(1, TimeUnit.NANOSECONDS.toMillis(leftNanos())));
        return dialer.reactor().connect(firstHop, address, local(), left, callback);
    }

    /** Adds the host and the address to the failure of an address, as HttpClient says it. */
    Exception explained(Exception failure, SocketAddress address) {
        if (failure instanceof SocketTimeoutException) {
            return timeout(failure);
        }
        if (failure instanceof BindException bind) {
            return PortFailures.explained(bind, address, local());
        }
        return failure instanceof ConnectException refused && address instanceof InetSocketAddress internet
                ? ConnectExceptionSupport.enhance(refused, firstHop, internet.getAddress())
                : failure;
    }

    /** Goes on with the session that is connected, on its I/O thread. */
    void connected(ProtocolIOSession session) {
        try {
            Protocols.begin(session, new Beginning(connection, opening, how));
        } catch (RuntimeException | Error e) {
            session.close(CloseMode.IMMEDIATE); // the dial does not know the future yet
            throw e;
        }
        step(() -> open(session));
    }

    private void open(ProtocolIOSession session) {
        isConnected = true;
        session.setSocketTimeout(Timeout.DISABLED);
        connection.connected(session);
        dial.connected();
        if (!dialer.opened(connection) || dial.isOver()) {
            session.close(CloseMode.IMMEDIATE);
        } else if (opening == Opening.HTTP_2) {
            multiplex(session);
        } else if (opening == Opening.HTTP_1_1) {
            done();
        } else {
            secure(session);
        }
    }

    private void secure(ProtocolIOSession session) {
        NamedEndpoint name = route.getTargetName() != null ? route.getTargetName() : firstHop;
        connection.startTls(how, name, new Secured(session));
    }

    private final class Secured implements FutureCallback<TransportSecurityLayer> {
        private final ProtocolIOSession session;

        Secured(ProtocolIOSession session) {
            this.session = session;
        }

        @Override
        public void completed(TransportSecurityLayer ignored) {
            step(this::secured);
        }

        private void secured() {
            session.setSocketTimeout(Timeout.DISABLED);
            dial.secured();
            if (connection.hasAgreedOnHttp2()) {
                multiplex(session);
            } else if (protocol == Protocol.HTTP_2) {
                AsyncDial.this.failed(withoutHttp2(route));
            } else {
                done();
            }
        }

        @Override
        public void failed(Exception cause) {
            AsyncDial.this.failed(cause instanceof SocketTimeoutException ? handshakeTimeout(cause) : cause);
        }

        // HttpCore says no more than the number. It may notice the end of the time to connect before the alarm rings.
        private Exception handshakeTimeout(Exception cause) {
            if (System.nanoTime() - startNanos >= limitNanos(limit)) {
                return timeout(cause);
            }
            SocketTimeoutException timeout = new SocketTimeoutException("TLS handshake took longer than "
                    + session.getSocketTimeout().toMilliseconds() + " ms (tls.handshake)");
            timeout.initCause(cause);
            return timeout;
        }

        @Override
        public void cancelled() {
            AsyncDial.this.failed(new ConnectionClosedException("The TLS handshake was canceled"));
        }
    }

    // The first settings of the server complete the dial; if it closes the connection before, the command fails.
    private void multiplex(ProtocolIOSession session) {
        connection.multiplex();
        session.enqueue(
                new StaleCheckCommand(isOpen -> {
                    over();
                    if (!isOpen) {
                        failed(new ConnectionClosedException("Connection was closed before HTTP/2 began"));
                    }
                }),
                Command.Priority.NORMAL);
    }

    private void done() {
        over();
        connection.established(1);
    }

    /** Fails the dial. */
    @Override
    public void failed(Exception cause) {
        try {
            noteFailure();
            over(cause);
        } finally {
            dial.failed(cause); // in any case: the callers wait for it
        }
    }

    private void noteFailure() {
        if (isConnected && !dial.isOver() && !dialer.isClosed()) {
            connection.books().peer().failed();
        }
    }

    private void over() {
        over(new ConnectionClosedException("Connection was closed while it was being established"));
    }

    private void over(Exception cause) {
        dialer.over(this);
        Alarms.shared().off(this);
        AsyncRace begun = race;
        if (begun != null) {
            begun.stop(cause);
        }
    }

    @Override
    protected void ring() {
        if (dial.isOver()) {
            over();
        } else {
            failed(timeout(null)); // the waiting caller is told on another thread
        }
    }

    static IOException withoutHttp2(HttpRoute route) {
        return new IOException(PlainText.of(route.getTargetHost().toURI()) + " does not speak HTTP/2 (protocol is "
                + Protocol.HTTP_2 + ")");
    }

    private ConnectTimeoutException timeout(@Nullable Exception cause) {
        ConnectTimeoutException timeout = new ConnectTimeoutException(
                "Connect to " + PlainText.of(route.getTargetHost().toURI()) + " timed out after "
                        + TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - startNanos) + " of "
                        + limit.toMilliseconds() + " ms (timeouts.connect)");
        if (cause != null) {
            timeout.initCause(cause);
        }
        return timeout;
    }
}
