package dev.weir.testserver;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** An HTTP/1.1 server on the loopback interface that can be told to behave badly. Thread-safe. */
public final class LoopbackServer implements AutoCloseable {

    private static final Duration SETTLE_LIMIT = Duration.ofSeconds(10);
    private static final long LONGEST_LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

    volatile Handler handler;
    private volatile IdleTimeout idleTimeout;
    private volatile int maxRequests;
    private final ServerConnection.@Nullable Tls tls;
    private final AtomicInteger accepted = new AtomicInteger();
    private final AtomicInteger open = new AtomicInteger();
    private final AtomicLong requests = new AtomicLong();
    private final Queue<ServerConnection> all = new ConcurrentLinkedQueue<>();
    private final Set<ServerConnection> connections = ConcurrentHashMap.newKeySet();
    private final AcceptLoop loop;
    private final Thread reaper;
    private volatile boolean closed;

    LoopbackServer(
            ServerSocket listener,
            Handler handler,
            IdleTimeout idleTimeout,
            int maxRequests,
            ServerConnection.@Nullable Tls tls) {
        this.handler = handler;
        this.idleTimeout = idleTimeout;
        this.maxRequests = maxRequests;
        this.tls = tls;
        this.loop = new AcceptLoop("loopback", listener, this::serve);
        this.reaper = AcceptLoop.daemon(this::reap, "loopback-" + listener.getLocalPort() + "-idle");
        loop.start();
        reaper.start();
    }

    public static LoopbackServerBuilder http() {
        return new LoopbackServerBuilder(null);
    }

    public static LoopbackServerBuilder https(TestCertificates certificates) {
        return new LoopbackServerBuilder(certificates);
    }

    public int port() {
        return loop.port();
    }

    public InetAddress address() {
        return loop.address();
    }

    /** Returns scheme, host and port; the host is {@code localhost} with TLS on 127.0.0.1, the address otherwise. */
    public String origin() {
        if (tls == null) {
            return "http://" + literal() + ":" + port();
        }
        return "https://" + (address().equals(LoopbackNames.ADDRESS) ? "localhost" : literal()) + ":" + port();
    }

    private String literal() {
        String text = address().getHostAddress();
        return text.indexOf(':') < 0 ? text : "[" + text + "]";
    }

    public URI uri(String path) {
        return URI.create(origin() + path);
    }

    /** Answers requests from the next one on with another handler. */
    public void handler(Handler next) {
        handler = next;
    }

    /** Changes the idle timeout, also for connections that are idle already. */
    public void idleTimeout(IdleTimeout next) {
        idleTimeout = next;
        LockSupport.unpark(reaper);
    }

    /** Changes the number of requests after which a connection is closed; 0 for no limit. */
    public void maxRequests(int max) {
        maxRequests = max;
    }

    boolean isLast(int requestNumber) {
        int max = maxRequests;
        return max > 0 && requestNumber >= max;
    }

    /** The value of the Keep-Alive header, empty if nothing is announced. */
    String keepAlive(int requestNumber) {
        int max = maxRequests;
        String left = max > 0 ? ", max=" + (max - requestNumber) : "";
        return idleTimeout
                .claimed()
                .map(time -> "timeout=" + time.toSeconds() + left)
                .orElse("");
    }

    // A connection that becomes idle during a pause is not due before the shortest timeout has passed.
    private void reap() {
        while (!closed) {
            IdleTimeout timeout = idleTimeout;
            if (timeout.isNever()) {
                LockSupport.park(this);
                continue;
            }
            long leftNanos = Math.min(LONGEST_LOOK_NANOS, timeout.shortestNanos());
            for (ServerConnection connection : connections) {
                leftNanos = Math.min(leftNanos, connection.closeIfIdleFor(timeout));
            }
            LockSupport.parkNanos(this, leftNanos);
        }
    }

    /** Closes every connection without a request in progress, also one that has had none, and returns their number. */
    public int closeIdleNow(boolean byReset) {
        AcceptLoop.holdsWithin(
                () -> connections.stream().noneMatch(ServerConnection::isBecomingIdle), SETTLE_LIMIT.toNanos());
        ClosedBy by = byReset ? ClosedBy.SERVER_RST : ClosedBy.SERVER_FIN;
        return (int) connections.stream().filter(c -> c.closeIfIdle(by)).count();
    }

    /** Refuses further connections and serves the open ones on. */
    public void stopAccepting() {
        loop.stopAccepting();
    }

    public int accepted() {
        return accepted.get();
    }

    public int open() {
        return open.get();
    }

    /** Returns how many requests arrived. */
    public long requests() {
        return requests.get();
    }

    /** Returns all connections in the order accepted. */
    public List<ConnectionRecord> connections() {
        return all.stream().map(ServerConnection::toRecord).toList();
    }

    /** Waits until exactly this many connections are open, and fails after the limit. */
    public void awaitOpen(int count, Duration limit) {
        AcceptLoop.await(() -> open() == count, limit, () -> count + " open connections, but were " + open);
    }

    /** Waits until at least this many connections were accepted, and fails after the limit. */
    public void awaitAccepted(int count, Duration limit) {
        AcceptLoop.await(() -> accepted() >= count, limit, () -> count + " connections, but were " + accepted);
    }

    /** Waits until at least this many requests arrived, and fails after the limit. */
    public void awaitRequests(long count, Duration limit) {
        AcceptLoop.await(() -> requests() >= count, limit, () -> count + " requests, but were " + requests);
    }

    /** Frees the port and all connections and ends all threads; connections end as if the process had died. */
    @Override
    public void close() {
        closed = true;
        LockSupport.unpark(reaper);
        loop.close(() -> connections.forEach(ServerConnection::abort));
    }

    void requestArrived() {
        requests.incrementAndGet();
    }

    void connectionClosed() {
        open.decrementAndGet();
    }

    private void serve(Socket socket, int id) {
        ServerConnection connection = new ServerConnection(this, socket, tls, id);
        connections.add(connection); // first, so that a thread that has waited for it can also close it
        all.add(connection);
        open.incrementAndGet();
        accepted.incrementAndGet();
        try {
            connection.run();
        } finally {
            connection.close(ClosedBy.SERVER_FIN); // after a failure that no handler may cause
            connections.remove(connection);
        }
    }
}
