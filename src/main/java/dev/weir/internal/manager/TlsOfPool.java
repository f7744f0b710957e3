package dev.weir.internal.manager;

import dev.weir.config.Tls;
import java.io.IOException;
import java.net.Socket;
import java.net.SocketAddress;
import java.util.Collection;
import java.util.concurrent.locks.ReentrantLock;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import org.apache.hc.client5.http.ssl.DefaultClientTlsStrategy;
import org.apache.hc.client5.http.ssl.DefaultHostnameVerifier;
import org.apache.hc.client5.http.ssl.HostnameVerificationPolicy;
import org.apache.hc.client5.http.ssl.TlsSocketStrategy;
import org.apache.hc.core5.concurrent.FutureCallback;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.http.nio.ssl.TlsStrategy;
import org.apache.hc.core5.http.protocol.HttpContext;
import org.apache.hc.core5.net.NamedEndpoint;
import org.apache.hc.core5.reactor.ssl.SSLBufferMode;
import org.apache.hc.core5.reactor.ssl.TransportSecurityLayer;
import org.apache.hc.core5.ssl.SSLContexts;
import org.apache.hc.core5.util.Timeout;
import org.jspecify.annotations.Nullable;

/**
 * How a pool secures its connections, unless a strategy was given: HttpClient's own way, for connections of blocking callers
 * and of others. It is made for the first https connection, because the JVM's authorities take longer to read than all else
 * at the start of a JVM. Thread-safe.
 */
public final class TlsOfPool implements TlsSocketStrategy, TlsStrategy {

    // Without the list of public suffixes, which takes long to read: it would refuse a certificate for a suffix as a
    // whole
    // (*.ck, not *.co.uk), as the JDK does by a list of its own for public authorities.
    private static final DefaultHostnameVerifier NAMES = new DefaultHostnameVerifier();

    private final Tls tls;
    private final @Nullable SSLContext sslContext;
    private final ReentrantLock lock = new ReentrantLock();

    // Written under the lock.
    private volatile @Nullable DefaultClientTlsStrategy made;

    /**
     * Creates it.
     *
     * @param tls what is configured of TLS
     * @param sslContext keys and trust; null for the JDK's own
     */
    public TlsOfPool(Tls tls, @Nullable SSLContext sslContext) {
        this.tls = tls;
        this.sslContext = sslContext;
    }

    DefaultClientTlsStrategy made() {
        DefaultClientTlsStrategy present = made;
        if (present != null) {
            return present;
        }
        lock.lock();
        try {
            present = made;
            if (present == null) {
                present = make();
                made = present;
            }
            return present;
        } finally {
            lock.unlock();
        }
    }

    // The name of the host is verified by the JDK and once more by the verifier, so that the check does not depend on
    // one of them alone.
    private DefaultClientTlsStrategy make() {
        return new DefaultClientTlsStrategy(
                sslContext != null ? sslContext : SSLContexts.createDefault(),
                array(tls.protocols()),
                array(tls.cipherSuites()),
                SSLBufferMode.STATIC,
                HostnameVerificationPolicy.BOTH,
                tls.hostnameVerifier().orElse(NAMES));
    }

    // To HttpClient, null means "the JDK's own".
    private static String @Nullable [] array(Collection<String> names) {
        return names.isEmpty() ? null : names.toArray(new String[0]);
    }

    @Override
    public SSLSocket upgrade(Socket socket, String target, int port, Object attachment, HttpContext context)
            throws IOException {
        return made().upgrade(socket, target, port, attachment, context);
    }

    @Override
    public void upgrade(
            TransportSecurityLayer session,
            NamedEndpoint name,
            Object attachment,
            Timeout limit,
            FutureCallback<TransportSecurityLayer> callback) {
        made().upgrade(session, name, attachment, limit, callback);
    }

    @Override
    @Deprecated
    public boolean upgrade(
            TransportSecurityLayer session,
            HttpHost host,
            SocketAddress local,
            SocketAddress remote,
            Object attachment,
            Timeout limit) {
        return made().upgrade(session, host, local, remote, attachment, limit);
    }
}
