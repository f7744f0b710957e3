package dev.weir.testserver;

import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** What is remembered of a connection: written by its thread, and at its end by the thread that ends it. */
final class ConnectionEntry {

    private final int id;
    private final int remotePort;
    private final long openedNanos = System.nanoTime();
    private final AtomicReference<@Nullable ClosedBy> closing = new AtomicReference<>();
    private volatile int requests; // written by the connection's thread only
    private volatile @Nullable End end; // written once, by the thread that won closing

    private record End(ClosedBy by, long nanos) {}

    ConnectionEntry(int id, int remotePort) {
        this.id = id;
        this.remotePort = remotePort;
    }

    @SuppressWarnings("NonAtomicVolatileUpdate") // one writer
    ConnectionInfo nextRequest() {
        int number = ++requests;
        return new ConnectionInfo(id, number, remotePort);
    }

    int id() {
        return id;
    }

    int requests() {
        return requests;
    }

    /** True for the first caller only, who then has to close the socket. */
    boolean beginClosing(ClosedBy by) {
        return closing.compareAndSet(null, by);
    }

    boolean isClosing() {
        return closing.get() != null;
    }

    void closed(ClosedBy by) {
        end = new End(by, System.nanoTime());
    }

    ConnectionRecord toRecord() {
        End last = end;
        OptionalLong closedNanos = last == null ? OptionalLong.empty() : OptionalLong.of(last.nanos());
        Optional<ClosedBy> closedBy = last == null ? Optional.empty() : Optional.of(last.by());
        return new ConnectionRecord(id, remotePort, requests, openedNanos, closedNanos, closedBy);
    }
}
