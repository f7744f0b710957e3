package dev.weir.testserver;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** An HTTP/1.1 server on the loopback interface that can be told to behave badly. Thread-safe. */
public final class LoopbackServer implements AutoCloseable {

    private static final Duration SETTLE_LIMIT = Duration.ofSeconds(10);

    private final ServerSettings settings;
    private final ServerLog log;
    private final @Nullable ServerTls tls;
    private final Set<ServerConnection> connections = ConcurrentHashMap.newKeySet();
    private final IdleReaper reaper;
    private final AcceptLoop loop;

    LoopbackServer(ServerSocket listener, ServerSettings settings, ServerLog log, @Nullable ServerTls tls) {
        this.settings = settings;
        this.log = log;
        this.tls = tls;
        this.loop = new AcceptLoop("loopback", listener, this::serve);
        this.reaper = new IdleReaper("loopback-" + listener.getLocalPort() + "-idle", settings, connections);
    }

    /** Returns a builder of a server without TLS. */
    public static LoopbackServerBuilder http() {
        return new LoopbackServerBuilder(null);
    }

    /** Returns a builder of a server with TLS. */
    public static LoopbackServerBuilder https(TestCertificates certificates) {
        return new LoopbackServerBuilder(certificates);
    }

    void start() {
        reaper.start();
        loop.start();
    }

    /** Returns the port listened on. */
    public int port() {
        return loop.port();
    }

    /** Returns the address listened on. */
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

    /** Returns the origin followed by a path. */
    public URI uri(String path) {
        return URI.create(origin() + path);
    }

    /** Answers requests from the next one on with another handler. */
    public void handler(Handler handler) {
        settings.handler(handler);
    }

    /** Changes the idle timeout, also for connections that are idle already. */
    public void idleTimeout(IdleTimeout timeout) {
        settings.idleTimeout(timeout);
        reaper.settingsChanged();
    }

    /** Changes the number of requests after which a connection is closed; 0 for no limit. */
    public void maxRequests(int max) {
        settings.maxRequests(max);
    }

    /** Closes every connection without a request in progress, also one that has had none, and returns their number. */
    public int closeIdleNow(boolean byReset) {
        log.signal().holdsWithin(() -> connections.stream().noneMatch(ServerConnection::isBecomingIdle), SETTLE_LIMIT);
        ClosedBy by = byReset ? ClosedBy.SERVER_RST : ClosedBy.SERVER_FIN;
        return (int) connections.stream().filter(c -> c.closeIfIdle(by)).count();
    }

    /** Refuses further connections and serves the open ones on. */
    public void stopAccepting() {
        loop.stopAccepting();
    }

    /** Returns how many connections were accepted. */
    public int accepted() {
        return log.accepted();
    }

    /** Returns how many connections are open. */
    public int open() {
        return log.open();
    }

    /** Returns how many requests arrived. */
    public long requests() {
        return log.requests();
    }

    /** Returns how many requests match; fails if more requests came than are recorded. */
    public long requests(Predicate<RequestRecord> filter) {
        return log.requests(filter);
    }

    /** Returns all connections in the order accepted. */
    public List<ConnectionRecord> connections() {
        return log.connections();
    }

    /** Waits until exactly this many connections are open, and fails after the limit. */
    public void awaitOpen(int count, Duration limit) {
        log.awaitOpen(count, limit);
    }

    /** Waits until at least this many connections were accepted, and fails after the limit. */
    public void awaitAccepted(int count, Duration limit) {
        log.awaitAccepted(count, limit);
    }

    /** Waits until at least this many requests arrived, and fails after the limit. */
    public void awaitRequests(long count, Duration limit) {
        log.awaitRequests(count, limit);
    }

    /** Waits until at least this many matching requests arrived, and fails after the limit. */
    public void awaitRequests(Predicate<RequestRecord> filter, long count, Duration limit) {
        log.awaitRequests(filter, count, limit);
    }

    /** Frees the port and all connections and ends all threads; connections end as if the process had died. */
    @Override
    public void close() {
        reaper.close();
        loop.close(() -> connections.forEach(ServerConnection::abort));
    }

    private void serve(Socket socket, int id) {
        Transport transport = new Transport(socket, tls);
        ConnectionEntry entry = new ConnectionEntry(id, socket.getPort());
        ServerConnection connection = new ServerConnection(transport, settings, log, entry);
        connections.add(connection); // first, so that a thread that has waited for it can also close it
        log.connectionOpened(entry);
        try {
            connection.run();
        } finally {
            connection.close(ClosedBy.SERVER_FIN); // after a failure that no handler may cause
            connections.remove(connection);
        }
    }

    private String literal() {
        String text = address().getHostAddress();
        return text.indexOf(':') < 0 ? text : "[" + text + "]";
    }
}
