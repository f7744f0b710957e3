package dev.weir.testserver;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;

/** A server that takes a client's bytes and leaves it waiting, for tests of timeouts. Thread-safe. */
public final class SilentServer implements AutoCloseable {

    private static final int BACKLOG = 256;

    private final Conduct conduct;
    private final ProxyLog log = new ProxyLog();
    private final AtomicInteger heard = new AtomicInteger();
    private final AcceptLoop loop;

    /** What it does with a connection, noting that something was received; returns at its end. */
    private interface Conduct {
        void act(Socket socket, Runnable heard) throws IOException;
    }

    private SilentServer(InetAddress address, Conduct conduct) {
        this.conduct = conduct;
        this.loop = new AcceptLoop("silent", AcceptLoop.bind(address, 0, BACKLOG), this::serve);
    }

    /** Starts a server that accepts, reads, and never answers. */
    public static SilentServer mute() {
        return mute(LoopbackNames.ADDRESS);
    }

    /** Starts a server on an address that accepts, reads, and never answers. */
    public static SilentServer mute(InetAddress address) {
        return new SilentServer(address, SilentServer::readUntilEnd).started();
    }

    /** Starts a server that closes connections at once as long as this says so, and never answers on the others. */
    public static SilentServer refusing(BooleanSupplier refuses) {
        return new SilentServer(LoopbackNames.ADDRESS, (socket, heard) -> {
                    if (!refuses.getAsBoolean()) {
                        readUntilEnd(socket, heard);
                    }
                })
                .started();
    }

    /** Starts a server that answers the first bytes with one TLS handshake record of which it sends a byte at a time. */
    public static SilentServer drippingTls(Duration interval) {
        return new SilentServer(LoopbackNames.ADDRESS, (socket, heard) -> TlsDrip.run(socket, interval)).started();
    }

    /** Returns the port listened on. */
    public int port() {
        return loop.port();
    }

    /** Returns the address listened on. */
    public InetAddress address() {
        return loop.address();
    }

    /** Returns how many connections were accepted. */
    public int accepted() {
        return log.accepted();
    }

    /** Returns on how many connections something was received, if it only reads. */
    public int heard() {
        return heard.get();
    }

    /** Returns how many connections are open. */
    public int open() {
        return log.open();
    }

    /** Waits until exactly this many connections are open, and fails after the limit. */
    public void awaitOpen(int count, Duration limit) {
        log.awaitOpen(count, limit);
    }

    /** Frees the port and all connections and ends all threads. */
    @Override
    public void close() {
        loop.close();
    }

    private SilentServer started() {
        loop.start();
        return this;
    }

    private void serve(Socket socket, int id) throws IOException {
        log.opened();
        try (socket) {
            conduct.act(socket, heard::incrementAndGet);
        } finally {
            log.closed();
        }
    }

    private static void readUntilEnd(Socket socket, Runnable heard) throws IOException {
        InputStream in = socket.getInputStream();
        byte[] ignored = new byte[8 * 1024];
        if (in.read(ignored) < 0) {
            return;
        }
        heard.run();
        while (in.read(ignored) >= 0) {
            // The point is to be silent, and still to notice the end.
        }
    }
}
