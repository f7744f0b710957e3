package dev.weir.internal.manager;

import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLException;
import javax.net.ssl.TrustManager;
import org.apache.hc.client5.http.HttpRoute;
import org.apache.hc.client5.http.ssl.DefaultClientTlsStrategy;

/**
 * The beginning of a TLS handshake without a peer, once per JVM. It loads and initializes most of the classes that the first
 * https connection needs (some 420 of 750 in JDK 17), so that loading them does not use up {@code timeouts.connect}.
 * Thread-safe.
 */
public final class FirstHandshake {

    private FirstHandshake() {}

    /**
     * Loads and makes what the first handshake needs, unless that was done; a caller waits while another one does it. Call
     * it before the time of a dial begins.
     *
     * @param route the route of the connection
     * @param strategy how its pool secures connections
     */
    public static void rehearse(HttpRoute route, Object strategy) {
        if (!route.isSecure()) {
            return;
        }
        Rehearsal.once();
        if (strategy instanceof TlsOfPool ofPool) {
            DefaultClientTlsStrategy unused = ofPool.made();
        }
    }

    private static final class Rehearsal {
        static {
            try {
                SSLContext context = SSLContext.getInstance("TLS");
                context.init(null, new TrustManager[0], null); // without the JVM's authorities, which take time to read
                SSLEngine engine = context.createSSLEngine();
                engine.setUseClientMode(true);
                engine.beginHandshake();
                engine.wrap(
                        ByteBuffer.allocate(0),
                        ByteBuffer.allocate(engine.getSession().getPacketBufferSize()));
            } catch (GeneralSecurityException | SSLException | RuntimeException e) {
                // The first connection meets the same problem, and reports it to its caller.
            }
        }

        static void once() {}
    }
}
