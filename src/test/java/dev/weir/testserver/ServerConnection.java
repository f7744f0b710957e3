package dev.weir.testserver;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.net.Socket;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicReference;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import org.jspecify.annotations.Nullable;

/** Serves the requests of one connection, one after the other, on one thread; any thread may end it. */
final class ServerConnection {

    private static final int BUFFER = 16 * 1024; // a TLS record

    private enum Phase {
        OPENING,
        BUSY,
        ANSWERED,
        IDLE,
        ENDED
    }

    /**
     * How a server speaks TLS.
     *
     * @param context its identity, and whom it trusts
     * @param needClientAuth whether clients must show a certificate
     * @param protocol the one version that it speaks; null for all that the JVM does
     * @param places how many handshakes it does at once
     * @param handshakeNanos how long each takes; 0 for as fast as it can
     */
    record Tls(
            SSLContext context,
            boolean needClientAuth,
            @Nullable String protocol,
            Semaphore places,
            long handshakeNanos) {

        Socket over(Socket raw) throws IOException {
            pace();
            // This overload is the one that puts the server's side of TLS on a connected socket.
            SSLSocket secure = (SSLSocket) context.getSocketFactory().createSocket(raw, null, true);
            secure.setNeedClientAuth(needClientAuth);
            if (protocol != null) {
                secure.setEnabledProtocols(new String[] {protocol});
            }
            return secure;
        }

        private void pace() throws InterruptedIOException {
            if (handshakeNanos == 0) {
                return;
            }
            try {
                places.acquire();
                try {
                    AcceptLoop.pause(handshakeNanos);
                } finally {
                    places.release();
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new InterruptedIOException();
            }
        }
    }

    private final LoopbackServer server;
    private final Socket raw;
    private final @Nullable Tls tls;
    private final int id;
    private final int remotePort;
    private final AtomicReference<Phase> phase = new AtomicReference<>(Phase.OPENING);
    private final AtomicReference<@Nullable ClosedBy> closing = new AtomicReference<>();

    // Written by the connection's thread only.
    private volatile Socket socket;
    private volatile int requests;
    private volatile long idleSinceNanos;

    private volatile boolean isClosed; // written once, by the thread that won closing

    ServerConnection(LoopbackServer server, Socket raw, @Nullable Tls tls, int id) {
        this.server = server;
        this.raw = raw;
        this.tls = tls;
        this.id = id;
        this.remotePort = raw.getPort();
        this.socket = raw;
    }

    void run() {
        close(handshakeAndServe());
    }

    /** Ends the connection unless that was done before. */
    void close(ClosedBy by) {
        if (closing.compareAndSet(null, by)) {
            if (by == ClosedBy.SERVER_RST) {
                AcceptLoop.reset(raw);
            } else {
                AcceptLoop.closeQuietly(socket);
            }
            AcceptLoop.closeQuietly(raw);
            ended();
        }
    }

    /** Closes without the closing handshake of TLS, as the end of a process does. */
    void abort() {
        if (closing.compareAndSet(null, ClosedBy.SERVER_FIN)) {
            AcceptLoop.closeQuietly(raw);
            ended();
        }
    }

    private void ended() {
        isClosed = true;
        server.connectionClosed();
    }

    ConnectionRecord toRecord() {
        return new ConnectionRecord(
                remotePort, requests, isClosed ? Optional.ofNullable(closing.get()) : Optional.empty());
    }

    /** Ends the connection if it waits for a request, and says whether it did. */
    boolean closeIfIdle(ClosedBy by) {
        if (!phase.compareAndSet(Phase.IDLE, Phase.ENDED)) {
            return false;
        }
        close(by);
        return true;
    }

    /** Ends the connection if it has waited for its next request too long; returns how long it still may. */
    long closeIfIdleFor(IdleTimeout timeout) {
        if (phase.get() != Phase.IDLE || requests == 0) {
            return Long.MAX_VALUE;
        }
        long draw = ((long) id << 32) + requests;
        long leftNanos = idleSinceNanos + timeout.nanosFor(draw) - System.nanoTime();
        if (leftNanos <= 0) {
            closeIfIdle(timeout.closedBy());
            return Long.MAX_VALUE;
        }
        return leftNanos;
    }

    /** True while the client may think that the connection waits for a request, and it does not wait yet. */
    boolean isBecomingIdle() {
        Phase current = phase.get();
        return current == Phase.OPENING || current == Phase.ANSWERED;
    }

    void answered() {
        phase.compareAndSet(Phase.BUSY, Phase.ANSWERED);
    }

    private ClosedBy handshakeAndServe() {
        try {
            if (tls != null) {
                socket = tls.over(raw);
                ((SSLSocket) socket).startHandshake();
            }
        } catch (IOException e) {
            return ClosedBy.TLS_FAILED;
        }
        try {
            return serve();
        } catch (IOException e) {
            return ClosedBy.reasonFor(e);
        } finally {
            phase.set(Phase.ENDED);
        }
    }

    @SuppressWarnings("NonAtomicVolatileUpdate") // one writer
    private ClosedBy serve() throws IOException {
        ByteInput input = new ByteInput(socket.getInputStream());
        OutputStream output = socket.getOutputStream();
        OutputStream buffered = new BufferedOutputStream(output, BUFFER);
        while (requestArrives(input)) {
            RequestHead head = RequestHead.read(input);
            ConnectionInfo info = new ConnectionInfo(id, ++requests, remotePort);
            server.requestArrived();
            Exchange exchange = new Exchange(this, server, info, head, input, output, buffered);
            handle(exchange);
            if (!exchange.finish()) {
                return ClosedBy.SERVER_FIN;
            }
        }
        return ClosedBy.CLIENT_FIN;
    }

    private boolean requestArrives(ByteInput input) throws IOException {
        if (input.hasBuffered()) {
            phase.set(Phase.BUSY);
            return true;
        }
        idleSinceNanos = System.nanoTime();
        phase.set(Phase.IDLE);
        if (!input.fill()) {
            return false;
        }
        if (!phase.compareAndSet(Phase.IDLE, Phase.BUSY)) {
            while (closing.get() == null) {
                Thread.onSpinWait(); // the thread that took it out of IDLE says why it ends
            }
            return false;
        }
        return true;
    }

    private void handle(Exchange exchange) throws IOException {
        try {
            server.handler.handle(exchange);
        } catch (IOException e) {
            throw e;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("the server was closed");
        } catch (Exception | AssertionError e) {
            exchange.fail(e);
        }
    }
}
