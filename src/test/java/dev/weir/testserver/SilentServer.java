package dev.weir.testserver;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
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
        return new SilentServer(LoopbackNames.ADDRESS, SilentServer::readUntilEnd).started();
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
        return dripping(interval, new byte[] {22, 3, 3, 0x40, 0, 2, 0, 0x3F, (byte) 0xFC, 3, 3});
    }

    /** Starts a server that answers the first bytes with these, and zeros after them, a byte at a time. */
    public static SilentServer dripping(Duration interval, byte[] beginning) {
        return new SilentServer(LoopbackNames.ADDRESS, (socket, heard) -> drip(socket, interval, beginning)).started();
    }

    public int port() {
        return loop.port();
    }

    public InetAddress address() {
        return loop.address();
    }

    public int accepted() {
        return log.accepted();
    }

    /** Returns on how many connections something was received, if it only reads. */
    public int heard() {
        return heard.get();
    }

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

    private static void drip(Socket socket, Duration interval, byte[] beginning) throws IOException {
        if (socket.getInputStream().read(new byte[16 * 1024]) < 0) {
            throw new EOFException("nothing came");
        }
        socket.setSoTimeout(Math.max(1, Math.toIntExact(interval.toMillis())));
        for (int i = 0; true; i++) {
            socket.getOutputStream().write(i < beginning.length ? beginning[i] : 0);
            try {
                socket.getInputStream().skipNBytes(Long.MAX_VALUE); // so that the client's end is noticed at once
            } catch (SocketTimeoutException e) {
                // the interval is over
            }
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
