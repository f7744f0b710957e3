package dev.weir.testserver;

import java.net.InetAddress;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;

/** Builds a {@link LoopbackServer}. Not thread-safe. */
public final class LoopbackServerBuilder {

    private final @Nullable TestCertificates certificates;
    private Handler handler = Handler.ok("ok");
    private IdleTimeout idleTimeout = IdleTimeout.never();
    private InetAddress address = LoopbackNames.ADDRESS;
    private int maxRequests;
    private int port;
    private boolean needClientAuth;
    private @Nullable String protocol;
    private int handshakesAtOnce = Integer.MAX_VALUE;
    private Duration handshakeTime = Duration.ZERO;

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
        handshakesAtOnce = atOnce;
        handshakeTime = time;
        return this;
    }

    /** Starts the server, which listens when this returns. */
    public LoopbackServer start() {
        ServerConnection.Tls tls = certificates == null
                ? null
                : new ServerConnection.Tls(
                        certificates.serverContext(needClientAuth),
                        needClientAuth,
                        protocol,
                        new Semaphore(handshakesAtOnce, true),
                        handshakeTime.toNanos());
        return new LoopbackServer(
                AcceptLoop.bind(address, port, 1_024),
                handler,
                idleTimeout,
                maxRequests,
                tls); // benchmarks dial hundreds
    }
}
