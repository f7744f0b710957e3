package dev.weir.testserver;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.concurrent.atomic.AtomicReference;

/** Serves the requests of one connection, one after the other, on one thread; any thread may end it. */
final class ServerConnection {

    private enum Phase {
        OPENING,
        BUSY,
        ANSWERED,
        IDLE,
        ENDED
    }

    private final Transport transport;
    private final ServerSettings settings;
    private final ServerLog log;
    private final ConnectionEntry entry;
    private final AtomicReference<Phase> phase = new AtomicReference<>(Phase.OPENING);
    private volatile long idleSinceNanos; // written by the connection's thread before the phase becomes IDLE

    ServerConnection(Transport transport, ServerSettings settings, ServerLog log, ConnectionEntry entry) {
        this.transport = transport;
        this.settings = settings;
        this.log = log;
        this.entry = entry;
    }

    void run() {
        close(handshakeAndServe());
    }

    /** Ends the connection unless that was done before. */
    void close(ClosedBy by) {
        if (entry.beginClosing(by)) {
            transport.close(by);
            log.connectionClosed(entry, by);
        }
    }

    void abort() {
        if (entry.beginClosing(ClosedBy.SERVER_FIN)) {
            transport.abort();
            log.connectionClosed(entry, ClosedBy.SERVER_FIN);
        }
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
        if (phase.get() != Phase.IDLE || entry.requests() == 0) {
            return Long.MAX_VALUE;
        }
        long draw = ((long) entry.id() << 32) + entry.requests();
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
            transport.handshake();
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

    private ClosedBy serve() throws IOException {
        Streams streams = Streams.of(transport);
        while (requestArrives(streams.input())) {
            RequestHead head = RequestHead.read(streams.input());
            ConnectionInfo info = entry.nextRequest();
            log.requestArrived(info, head);
            Exchange exchange = new Exchange(this, settings, info, head, streams);
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
        log.signal().changed();
        if (!input.fill()) {
            return false;
        }
        if (!phase.compareAndSet(Phase.IDLE, Phase.BUSY)) {
            awaitClosing();
            return false;
        }
        return true;
    }

    /** The thread that took the connection out of IDLE is about to say why it ends; only that reason is the right one. */
    private void awaitClosing() {
        while (!entry.isClosing()) {
            Thread.onSpinWait();
        }
    }

    private void handle(Exchange exchange) throws IOException {
        try {
            settings.handler().handle(exchange);
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
