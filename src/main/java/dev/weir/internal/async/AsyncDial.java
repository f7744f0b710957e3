package dev.weir.internal.async;

import dev.weir.config.Protocol;
import dev.weir.internal.async.Protocols.Beginning;
import dev.weir.internal.async.Protocols.Opening;
import dev.weir.internal.callback.CallbackExecutor;
import dev.weir.internal.callback.CallerErrors;
import dev.weir.internal.deadline.Alarm;
import dev.weir.internal.deadline.Alarms;
import dev.weir.internal.dns.Resolution;
import dev.weir.internal.log.PlainText;
import dev.weir.internal.manager.AddressRace;
import dev.weir.internal.manager.ConnectTimeouts;
import dev.weir.internal.pool.FirstHop;
import dev.weir.internal.thread.NoThreadException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.SocketTimeoutException;
import java.net.UnixDomainSocketAddress;
import java.util.List;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.hc.client5.http.ConnectExceptionSupport;
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
final class AsyncDial extends Alarm {

    private final AsyncPoolManager manager;
    private final AsyncTransport how;
    private final AsyncConnection connection;
    private final Timeout limit;
    private final HttpRoute route;
    private final HttpHost firstHop;
    private final Protocol protocol;
    private final Opening opening;

    // Written by the thread that connects; read by the one that ends the dial.
    private volatile boolean isConnected;

    // Written by the thread that has the addresses; stopped by the one that ends the dial.
    private volatile @Nullable AddressRace race;
    private final AtomicReference<@Nullable Next> next = new AtomicReference<>();

    AsyncDial(AsyncPoolManager manager, AsyncConnection connection, Timeout limit) {
        super(System.nanoTime(), limit.toNanoseconds() > 0 ? limit.toNanoseconds() : Long.MAX_VALUE);
        this.manager = manager;
        this.limit = limit;
        this.connection = connection;
        this.route = connection.route.route;
        this.firstHop = FirstHop.host(route);
        this.how = manager.transportTo(route, connection);
        this.protocol = connection.route.policy().protocol;
        this.opening = opening();
    }

    private Opening opening() {
        if (FirstHop.isSecure(route)) {
            return Opening.AGREED;
        }
        return protocol == Protocol.HTTP_2 && !route.isTunnelled() ? Opening.HTTP_2 : Opening.HTTP_1_1;
    }

    void begin() {
        connection.dialing(() -> manager.connections.remove(connection));
        connection.onClose(this::closed);
        manager.dials.add(this);
        if (manager.isShutDown) {
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
        InetSocketAddress name = FirstHop.name(route);
        if (name != null) {
            manager.names.resolve(name, this::resolved);
        } else if (route.getUnixDomainSocket() != null) {
            connect(List.of(UnixDomainSocketAddress.of(route.getUnixDomainSocket())));
        } else {
            int port = DefaultSchemePortResolver.INSTANCE.resolve(firstHop.getSchemeName(), firstHop);
            connect(List.of(new InetSocketAddress(firstHop.getAddress(), port)));
        }
    }

    private long leftNanos() {
        return atNanos() - System.nanoTime();
    }

    private void resolved(Resolution end) {
        connection.timeline().lookedUp(end.outcome());
        if (end.failure() != null) {
            failed(CallerErrors.asException(end.failure()));
        } else {
            step(() -> connect(manager.addresses.begin(connection, end.addresses(), System.nanoTime())));
        }
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
        AddressRace begun = new AddressRace(connection, order, atNanos());
        race = begun;
        if (!connection.isDialOver()) {
            race(begun);
        }
        if (manager.isShutDown) {
            poolClosed();
        }
    }

    /** Ends the dial with its pool. */
    void poolClosed() {
        failed(new ConnectionClosedException("The pool was closed"));
    }

    /** Tries the addresses whose time has come, or ends. The sockets belong to several I/O threads. */
    private void race(AddressRace race) {
        for (AddressRace.Try due = race.begin(System.nanoTime()); due != null; due = race.begin(System.nanoTime())) {
            connect(race, due);
        }
        Exception failure = race.isLost() ? race.failure() : null;
        if (failure != null) {
            failed(failure);
            return;
        }
        long nowNanos = System.nanoTime();
        long waitNanos = race.nextNanos(nowNanos);
        if (waitNanos < Long.MAX_VALUE) {
            Next alarm = new Next(race, nowNanos + waitNanos);
            if (next.compareAndSet(null, alarm)) {
                try {
                    Alarms.shared().set(alarm);
                } catch (NoThreadException e) {
                    // The next address has its turn when one has failed.
                }
            }
        }
    }

    private final class Next extends Alarm {
        private final AddressRace race;

        Next(AddressRace race, long atNanos) {
            super(atNanos);
            this.race = race;
        }

        @Override
        protected void ring() {
            CallbackExecutor.run(() -> {
                next.set(null);
                step(() -> race(race));
            });
        }
    }

    private void connect(AddressRace race, AddressRace.Try due) {
        Timeout left = Timeout.ofMilliseconds(Math.max(1, TimeUnit.NANOSECONDS.toMillis(leftNanos())));
        Future<IOSession> connecting = manager.reactor.connect(
                firstHop, due.address, route.getLocalSocketAddress(), left, new FutureCallback<>() {
                    @Override
                    public void completed(IOSession session) {
                        connected(due, (ProtocolIOSession) session);
                    }

                    @Override
                    public void failed(Exception cause) {
                        if (due.failed(explained(cause, due.address), System.nanoTime())) {
                            step(() -> race(race));
                        }
                    }

                    @Override
                    public void cancelled() {
                        failed(new ConnectionClosedException("The I/O thread that connects has ended"));
                    }
                });
        due.cancelBy(() -> connecting.cancel(true));
    }

    private void connected(AddressRace.Try winner, ProtocolIOSession session) {
        try {
            if (!winner.won(System.nanoTime())) {
                session.close(CloseMode.IMMEDIATE);
                return;
            }
            offNext();
            Protocols.begin(session, new Beginning(connection, opening, how));
            open(session);
        } catch (Throwable e) {
            session.close(CloseMode.IMMEDIATE); // perhaps the dial does not know it yet
            failed(CallerErrors.asException(e));
        }
    }

    private void offNext() {
        Next alarm = next.get();
        if (alarm != null) {
            Alarms.shared().off(alarm);
        }
    }

    // Adds the host and the address to the failure of an address, as HttpClient says it.
    private Exception explained(Exception failure, SocketAddress address) {
        if (failure instanceof SocketTimeoutException) {
            return ConnectTimeouts.of(connection.route, limit, failure);
        }
        return failure instanceof ConnectException refused && address instanceof InetSocketAddress internet
                ? ConnectExceptionSupport.enhance(refused, firstHop, internet.getAddress())
                : failure;
    }

    private void open(ProtocolIOSession session) {
        isConnected = true;
        session.setSocketTimeout(Timeout.DISABLED);
        connection.session = session;
        connection.timeline().connected();
        manager.connections.add(connection);
        if (manager.isShutDown || connection.isDialOver()) {
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
        connection.startTls(how, name, new FutureCallback<>() {
            @Override
            public void completed(TransportSecurityLayer ignored) {
                step(() -> secured(session));
            }

            @Override
            public void failed(Exception cause) {
                AsyncDial.this.failed(cause);
            }

            @Override
            public void cancelled() {
                AsyncDial.this.failed(new ConnectionClosedException("The TLS handshake was canceled"));
            }
        });
    }

    private void secured(ProtocolIOSession session) {
        connection.timeline().secured();
        if (connection.hasAgreedOnHttp2()) {
            multiplex(session);
        } else if (protocol == Protocol.HTTP_2) {
            failed(withoutHttp2(route));
        } else {
            done();
        }
    }

    // The first settings of the server complete the dial; if it closes the connection before, the command fails.
    private void multiplex(ProtocolIOSession session) {
        connection.multiplexed = true;
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
    private void failed(Exception cause) {
        try {
            noteFailure();
            over(cause);
        } finally {
            connection.failDial(cause); // in any case: the callers wait for it
        }
    }

    private void noteFailure() {
        if (isConnected && !connection.isDialOver() && !manager.isShutDown) {
            connection.lessons.failed();
        }
    }

    private void closed() {
        connection.closeDial();
        over();
    }

    private void over() {
        over(new ConnectionClosedException("Connection was closed while it was being established"));
    }

    private void over(Exception cause) {
        manager.dials.remove(this);
        Alarms.shared().off(this);
        AddressRace begun = race;
        if (begun != null) {
            begun.abandon(cause, System.nanoTime());
            offNext();
        }
    }

    @Override
    protected void ring() {
        if (connection.isDialOver()) {
            over();
        } else {
            failed(ConnectTimeouts.of(connection.route, limit, null)); // the waiting caller is told on another thread
        }
    }

    static IOException withoutHttp2(HttpRoute route) {
        return new IOException(PlainText.of(route.getTargetHost().toURI()) + " does not speak HTTP/2 (protocol is "
                + Protocol.HTTP_2 + ")");
    }
}
