package dev.weir.testserver;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An HTTP proxy on 127.0.0.1: forwards requests in absolute form and opens tunnels for CONNECT. Every target name
 * leads to 127.0.0.1, so that names need not exist. Thread-safe.
 */
public final class HttpProxyServer implements AutoCloseable {

    private static final int BACKLOG = 256;

    private static final byte[] CONNECTED = new ResponseHead(200).bytes();

    private final @Nullable Credentials credentials;
    private final @Nullable Map<String, String> logins;
    private final byte[] connected;
    private final ProxyLog log = new ProxyLog();
    private final AcceptLoop loop;

    private HttpProxyServer(@Nullable Credentials credentials, @Nullable Map<String, String> logins, byte[] connected) {
        this.credentials = credentials;
        this.logins = logins;
        this.connected = connected;
        this.loop = new AcceptLoop("http-proxy", AcceptLoop.bind(LoopbackNames.ADDRESS, 0, BACKLOG), this::serve);
    }

    /** Starts a proxy open to all. */
    public static HttpProxyServer start() {
        return new HttpProxyServer(null, null, CONNECTED).started();
    }

    /** Starts a proxy that demands Basic authentication. */
    public static HttpProxyServer start(String user, String password) {
        return new HttpProxyServer(new Credentials(user, password), null, CONNECTED).started();
    }

    /** Starts a proxy that says this, at once, when a tunnel is open. */
    public static HttpProxyServer connectingWith(String answer) {
        return new HttpProxyServer(null, null, ResponseHead.latin1(answer)).started();
    }

    /** Starts a proxy that demands a {@link Login} of each connection. */
    public static HttpProxyServer startWithLogins(Map<String, String> passwords) {
        return new HttpProxyServer(null, passwords, CONNECTED).started();
    }

    /** Returns the port listened on. */
    public int port() {
        return loop.port();
    }

    /** Returns the address listened on. */
    public InetAddress address() {
        return loop.address();
    }

    /** Returns scheme, address and port. */
    public String origin() {
        return "http://127.0.0.1:" + port();
    }

    /** Returns what this proxy has seen. */
    public ProxyLog log() {
        return log;
    }

    /** Frees the port, all connections and tunnels, and ends all threads. */
    @Override
    public void close() {
        loop.close();
    }

    private HttpProxyServer started() {
        loop.start();
        return this;
    }

    private void serve(Socket socket, int id) throws IOException {
        log.opened();
        try (socket) {
            Login login = logins == null ? null : new Login(logins, id);
            new HttpProxyConnection(socket, credentials, login, connected, log).run();
        } finally {
            log.closed();
        }
    }
}
