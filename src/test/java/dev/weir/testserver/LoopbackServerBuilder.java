package dev.weir.testserver;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Builds a {@link LoopbackServer}. Not thread-safe. */
public final class LoopbackServerBuilder {

    private final @Nullable TestCertificates certificates;
    private Handler handler = Handler.ok("ok");
    private IdleTimeout idleTimeout = IdleTimeout.never();
    private InetAddress address = LoopbackNames.ADDRESS;
    private int maxRequests;
    private int port;
    private int backlog = 1_024; // a benchmark dials hundreds at once
    private long recordedRequests = 10_000;
    private boolean needClientAuth;
    private @Nullable String protocol;
    private HandshakePace pace = HandshakePace.unlimited();

    LoopbackServerBuilder(@Nullable TestCertificates certificates) {
        this.certificates = certificates;
    }

    /** Answers with this handler; default: 200 "ok". */
    public LoopbackServerBuilder handler(Handler value) {
        handler = value;
        return this;
    }

    /** Listens on this loopback address; default: 127.0.0.1. */
    public LoopbackServerBuilder address(InetAddress value) {
        address = value;
        return this;
    }

    /** Listens on this port; default: 0, any free port. */
    public LoopbackServerBuilder port(int value) {
        port = value;
        return this;
    }

    /** Lets the kernel hold this many connections before they are accepted; default: 1,024. */
    public LoopbackServerBuilder backlog(int value) {
        backlog = value;
        return this;
    }

    /** Closes idle connections like this; default: never. */
    public LoopbackServerBuilder idleTimeout(IdleTimeout value) {
        idleTimeout = value;
        return this;
    }

    /** Closes a connection with its n-th response; default: 0, no limit. */
    public LoopbackServerBuilder maxRequests(int value) {
        maxRequests = value;
        return this;
    }

    /** Keeps a record of the first n requests; default: 10,000; 0 in benchmarks. */
    public LoopbackServerBuilder recordedRequests(long value) {
        recordedRequests = value;
        return this;
    }

    /** Demands the client's certificate ({@link TestCertificates#clientContextWithCertificate()}). */
    public LoopbackServerBuilder needClientAuth() {
        needClientAuth = true;
        return this;
    }

    /** Speaks this version of TLS alone, such as {@code TLSv1.2}; default: all that the JVM does. */
    public LoopbackServerBuilder onlyProtocol(String value) {
        protocol = value;
        return this;
    }

    /** Takes this time for each TLS handshake and does so many at once; default: as fast as it can. */
    public LoopbackServerBuilder handshakes(int atOnce, Duration time) {
        pace = HandshakePace.of(atOnce, time);
        return this;
    }

    /** Starts the server, which listens when this returns. */
    public LoopbackServer start() {
        ServerSettings settings = new ServerSettings(handler, idleTimeout, maxRequests);
        ServerTls tls = certificates == null
                ? null
                : new ServerTls(certificates.serverContext(needClientAuth), needClientAuth, protocol, pace);
        ServerSocket listener = AcceptLoop.bind(address, port, backlog);
        LoopbackServer server = new LoopbackServer(listener, settings, new ServerLog(recordedRequests), tls);
        server.start();
        return server;
    }
}
