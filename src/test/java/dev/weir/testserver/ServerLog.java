package dev.weir.testserver;

import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;

/** Counts connections and requests, keeps records of them, and lets tests wait for them. Thread-safe. */
final class ServerLog {

    private final long recordedRequests;
    private final Signal signal = new Signal();
    private final AtomicInteger accepted = new AtomicInteger();
    private final AtomicInteger open = new AtomicInteger();
    private final AtomicLong requests = new AtomicLong();
    private final Queue<ConnectionEntry> connections = new ConcurrentLinkedQueue<>();
    private final Queue<RequestRecord> records = new ConcurrentLinkedQueue<>();

    ServerLog(long recordedRequests) {
        this.recordedRequests = recordedRequests;
    }

    void connectionOpened(ConnectionEntry entry) {
        connections.add(entry);
        open.incrementAndGet();
        accepted.incrementAndGet();
        signal.changed();
    }

    void connectionClosed(ConnectionEntry entry, ClosedBy by) {
        entry.closed(by);
        open.decrementAndGet();
        signal.changed();
    }

    void requestArrived(ConnectionInfo connection, RequestHead head) {
        if (requests.get() < recordedRequests) {
            records.add(new RequestRecord(connection, head.method(), head.target(), head.headers(), System.nanoTime()));
        }
        requests.incrementAndGet();
        signal.changed();
    }

    Signal signal() {
        return signal;
    }

    int accepted() {
        return accepted.get();
    }

    int open() {
        return open.get();
    }

    long requests() {
        return requests.get();
    }

    long requests(Predicate<RequestRecord> filter) {
        if (requests.get() > recordedRequests) {
            throw new IllegalStateException("only " + recordedRequests + " requests are recorded, but " + requests
                    + " came; raise recordedRequests");
        }
        return records.stream().filter(filter).count();
    }

    List<ConnectionRecord> connections() {
        return connections.stream().map(ConnectionEntry::toRecord).toList();
    }

    void awaitOpen(int count, Duration limit) {
        signal.await(() -> open() == count, limit, () -> "expected " + count + " open connections, but were " + open);
    }

    void awaitAccepted(int count, Duration limit) {
        signal.await(
                () -> accepted() >= count,
                limit,
                () -> "expected " + count + " accepted connections, but were " + accepted);
    }

    void awaitRequests(long count, Duration limit) {
        signal.await(() -> requests() >= count, limit, () -> "expected " + count + " requests, but were " + requests);
    }

    void awaitRequests(Predicate<RequestRecord> filter, long count, Duration limit) {
        signal.await(
                () -> requests(filter) >= count,
                limit,
                () -> "expected " + count + " matching requests, but were " + requests(filter));
    }
}
