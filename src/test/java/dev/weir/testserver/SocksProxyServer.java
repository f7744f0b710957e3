package dev.weir.testserver;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * A SOCKS 5 proxy on 127.0.0.1 for the CONNECT command. Every target name leads to 127.0.0.1, so that names need not
 * exist. Thread-safe.
 */
public final class SocksProxyServer implements AutoCloseable {

    private static final int BACKLOG = 256;

    private final @Nullable Credentials credentials;
    private final byte[] injected;
    private final ProxyLog log = new ProxyLog();
    private final AcceptLoop loop;

    private SocksProxyServer(@Nullable Credentials credentials, byte[] injected) {
        this.credentials = credentials;
        this.injected = injected;
        this.loop = new AcceptLoop("socks-proxy", AcceptLoop.bind(LoopbackNames.ADDRESS, 0, BACKLOG), this::serve);
    }

    /** Starts a proxy open to all. */
    public static SocksProxyServer start() {
        return new SocksProxyServer(null, new byte[0]).started();
    }

    /** Starts a proxy that demands a user name and password. */
    public static SocksProxyServer start(String user, String password) {
        return new SocksProxyServer(new Credentials(user, password), new byte[0]).started();
    }

    /** Starts a proxy that sends this as soon as it has a connection to the target, and is honest then. */
    public static SocksProxyServer injecting(String bytes) {
        return new SocksProxyServer(null, bytes.getBytes(StandardCharsets.ISO_8859_1)).started();
    }

    /** Returns the port listened on. */
    public int port() {
        return loop.port();
    }

    /** Returns the address listened on. */
    public InetAddress address() {
        return loop.address();
    }

    /** Returns this proxy as the JDK describes it. */
    public Proxy proxy() {
        return new Proxy(Proxy.Type.SOCKS, new InetSocketAddress(address(), port()));
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

    private SocksProxyServer started() {
        loop.start();
        return this;
    }

    private void serve(Socket socket, int id) throws IOException {
        log.opened();
        try (socket) {
            new SocksConnection(socket, credentials, log, injected).run();
        } finally {
            log.closed();
        }
    }
}
