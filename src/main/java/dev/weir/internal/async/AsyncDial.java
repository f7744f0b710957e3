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
import dev.weir.internal.pool.FirstHop;
import dev.weir.internal.pool.PooledConnection;
import dev.weir.internal.pool.StreamDial;
import dev.weir.internal.thread.NoThreadException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.SocketTimeoutException;
import java.net.UnixDomainSocketAddress;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
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
final class AsyncDial extends Alarm {

    private final AsyncPoolManager manager;
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
    private volatile @Nullable Race race;

    AsyncDial(AsyncPoolManager manager, StreamDial dial, Timeout limit) {
        super(System.nanoTime(), limit.toNanoseconds() > 0 ? limit.toNanoseconds() : Long.MAX_VALUE);
        this.manager = manager;
        this.dial = dial;
        this.limit = limit;
        this.connection = (AsyncConnection) dial.transport();
        this.route = dial.route();
        this.firstHop = FirstHop.host(route);
        this.how = manager.transportTo(route, connection.books());
        this.protocol = manager.protocol(connection.books());
        this.opening = opening();
    }

    private Opening opening() {
        if (FirstHop.isSecure(route)) {
            return Opening.AGREED;
        }
        return protocol == Protocol.HTTP_2 && !route.isTunnelled() ? Opening.HTTP_2 : Opening.HTTP_1_1;
    }

    void begin() {
        connection.dialing(dial, () -> manager.connections.remove(connection));
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
        int port = DefaultSchemePortResolver.INSTANCE.resolve(firstHop.getSchemeName(), firstHop);
        if (route.getUnixDomainSocket() != null) {
            connect(List.of(UnixDomainSocketAddress.of(route.getUnixDomainSocket())));
        } else if (firstHop.getAddress() != null) {
            connect(List.of(new InetSocketAddress(firstHop.getAddress(), port)));
        } else {
            manager.names.resolve(firstHop.getHostName(), port, this::resolved);
        }
    }

    private long leftNanos() {
        return atNanos() - System.nanoTime();
    }

    private void resolved(Resolution end) {
        PooledConnection books = connection.books();
        books.timeline().lookedUp(end.outcome());
        if (end.failure() != null) {
            failed(CallerErrors.asException(end.failure()));
        } else {
            step(() -> connect(manager.addresses.begin(books, end.addresses(), System.nanoTime())));
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
        PooledConnection books = connection.books();
        Race begun = new Race(new AddressRace(books, order, atNanos()));
        race = begun;
        dial.onClose(this::over);
        if (!dial.isOver()) {
            begun.goOn();
        }
        if (manager.isShutDown) {
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

    /** The sockets of a race without a thread of its own: they belong to several I/O threads. Thread-safe. */
    private final class Race {
        private final ReentrantLock lock = new ReentrantLock();
        // Guarded by the lock.
        private final AddressRace race;
        private final Map<SocketAddress, Socket> sockets = new ConcurrentHashMap<>();
        private final AtomicReference<@Nullable Next> next = new AtomicReference<>();

        // Set before its sockets are canceled: one that begins to connect at that moment sees it and cancels itself.
        private volatile boolean isOver;

        Race(AddressRace race) {
            this.race = race;
        }

        private <R extends @Nullable Object> R locked(Supplier<R> step) {
            lock.lock();
            try {
                return step.get();
            } finally {
                lock.unlock();
            }
        }

        /** Tries the addresses whose time has come, or ends. */
        void goOn() {
            SocketAddress due = locked(() -> race.begin(System.nanoTime()));
            while (due != null) {
                new Socket(due).connect();
                due = locked(() -> race.begin(System.nanoTime()));
            }
            Exception failure = locked(() -> race.isLost() ? race.failure() : null);
            if (failure != null) {
                AsyncDial.this.failed(failure);
            } else {
                goOnLater();
            }
        }

        private void goOnLater() {
            long nowNanos = System.nanoTime();
            long waitNanos = locked(() -> race.nextNanos(nowNanos));
            if (waitNanos == Long.MAX_VALUE) {
                return;
            }
            Next alarm = new Next(nowNanos + waitNanos);
            if (next.compareAndSet(null, alarm)) {
                try {
                    Alarms.shared().set(alarm);
                } catch (NoThreadException e) {
                    // The next address has its turn when one has failed.
                }
            }
        }

        /** Closes the sockets that are being connected, because the dial has ended. */
        void stop(Exception cause) {
            locked(() -> {
                race.abandon(cause, System.nanoTime());
                return true;
            });
            cancelAll();
        }

        private void cancelAll() {
            isOver = true;
            Next alarm = next.get();
            if (alarm != null) {
                Alarms.shared().off(alarm);
            }
            sockets.values().forEach(Socket::cancel);
            sockets.clear();
        }

        private final class Next extends Alarm {

            Next(long atNanos) {
                super(atNanos);
            }

            @Override
            protected void ring() {
                CallbackExecutor.run(() -> {
                    next.set(null);
                    step(Race.this::goOn);
                });
            }
        }

        /** One socket that is being connected. */
        private final class Socket implements FutureCallback<IOSession> {
            private final SocketAddress address;

            // Written by the thread that begins it; read by the one that cancels it.
            private volatile @Nullable Future<IOSession> future;

            Socket(SocketAddress address) {
                this.address = address;
            }

            void connect() {
                sockets.put(address, this);
                Timeout left = Timeout.ofMilliseconds(Math.max(1, TimeUnit.NANOSECONDS.toMillis(leftNanos())));
                future = manager.reactor.connect(firstHop, address, local(), left, this);
                if (isOver) {
                    cancel();
                }
            }

            void cancel() {
                Future<IOSession> connecting = future;
                if (connecting != null) {
                    connecting.cancel(true);
                }
            }

            @Override
            public void completed(IOSession session) {
                try {
                    if (!locked(() -> race.won(address, System.nanoTime()))) {
                        session.close(CloseMode.IMMEDIATE);
                        return;
                    }
                    sockets.remove(address);
                    cancelAll();
                    Protocols.begin((ProtocolIOSession) session, new Beginning(connection, opening, how));
                    open((ProtocolIOSession) session);
                } catch (Throwable e) {
                    session.close(CloseMode.IMMEDIATE); // perhaps the dial does not know it yet
                    AsyncDial.this.failed(CallerErrors.asException(e));
                }
            }

            @Override
            public void failed(Exception cause) {
                sockets.remove(address);
                if (locked(() -> race.failed(address, explained(cause, address), System.nanoTime()))) {
                    step(Race.this::goOn);
                }
            }

            @Override
            public void cancelled() {
                failed(new ConnectionClosedException("The I/O thread that connects has ended"));
            }
        }
    }

    // Adds the host and the address to the failure of an address, as HttpClient says it.
    private Exception explained(Exception failure, SocketAddress address) {
        if (failure instanceof SocketTimeoutException) {
            return timeout(failure);
        }
        return failure instanceof ConnectException refused && address instanceof InetSocketAddress internet
                ? ConnectExceptionSupport.enhance(refused, firstHop, internet.getAddress())
                : failure;
    }

    private void open(ProtocolIOSession session) {
        isConnected = true;
        session.setSocketTimeout(Timeout.DISABLED);
        connection.session = session;
        connection.books().timeline().connected();
        manager.connections.add(connection);
        if (manager.isShutDown || dial.isOver()) {
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
                AsyncDial.this.failed(
                        cause instanceof SocketTimeoutException ? handshakeTimeout(cause, session) : cause);
            }

            @Override
            public void cancelled() {
                AsyncDial.this.failed(new ConnectionClosedException("The TLS handshake was canceled"));
            }
        });
    }

    private void secured(ProtocolIOSession session) {
        session.setSocketTimeout(Timeout.DISABLED);
        connection.books().timeline().secured();
        if (connection.hasAgreedOnHttp2()) {
            multiplex(session);
        } else if (protocol == Protocol.HTTP_2) {
            failed(withoutHttp2(route));
        } else {
            done();
        }
    }

    // HttpCore says no more than the number. It may notice the end of the time to connect before the alarm rings.
    private Exception handshakeTimeout(Exception cause, ProtocolIOSession session) {
        if (leftNanos() <= 0) {
            return timeout(cause);
        }
        SocketTimeoutException timeout = new SocketTimeoutException("TLS handshake took longer than "
                + session.getSocketTimeout().toMilliseconds() + " ms (tls.handshake)");
        timeout.initCause(cause);
        return timeout;
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
            dial.failed(cause); // in any case: the callers wait for it
        }
    }

    private void noteFailure() {
        if (isConnected && !dial.isOver() && !manager.isShutDown) {
            connection.books().lessons().failed();
        }
    }

    private void over() {
        over(new ConnectionClosedException("Connection was closed while it was being established"));
    }

    private void over(Exception cause) {
        manager.dials.remove(this);
        Alarms.shared().off(this);
        Race begun = race;
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
