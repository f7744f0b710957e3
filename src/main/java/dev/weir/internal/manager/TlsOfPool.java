package dev.weir.internal.manager;

import dev.weir.config.Tls;
import java.io.IOException;
import java.net.Socket;
import java.net.SocketAddress;
import java.security.cert.CertificateParsingException;
import java.security.cert.X509Certificate;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLSession;
import javax.net.ssl.SSLSocket;
import org.apache.hc.client5.http.psl.PublicSuffixMatcherLoader;
import org.apache.hc.client5.http.ssl.DefaultClientTlsStrategy;
import org.apache.hc.client5.http.ssl.DefaultHostnameVerifier;
import org.apache.hc.client5.http.ssl.HostnameVerificationPolicy;
import org.apache.hc.client5.http.ssl.HttpClientHostnameVerifier;
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
                tls.hostnameVerifier().orElse(new Names()));
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

    /**
     * Verifies names as HttpClient's default does, whose list of public suffixes takes longer to read than a handshake: only for
     * a host that its certificate does not spell out. A wildcard must not stand for the customers of a registry.
     */
    static final class Names implements HttpClientHostnameVerifier {

        // The types of alternative names, RFC 5280, section 4.2.1.6.
        private static final Set<Integer> OF_HOSTS = Set.of(2, 7);

        private final DefaultHostnameVerifier exact = new DefaultHostnameVerifier();

        @Override
        public void verify(String host, X509Certificate certificate) throws SSLException {
            exact.verify(host, certificate);
            if (!isSpelledOut(host, certificate)) {
                new DefaultHostnameVerifier(PublicSuffixMatcherLoader.getDefault()).verify(host, certificate);
            }
        }

        private static boolean isSpelledOut(String host, X509Certificate certificate) throws SSLException {
            try {
                Collection<List<?>> names = certificate.getSubjectAlternativeNames();
                for (List<?> name : names == null ? List.<List<?>>of() : names) {
                    if (OF_HOSTS.contains(name.get(0))
                            && host.equalsIgnoreCase(name.get(1).toString())) {
                        return true;
                    }
                }
                return false;
            } catch (CertificateParsingException e) {
                throw new SSLPeerUnverifiedException("Certificate for " + host + " cannot be read: " + e.getMessage());
            }
        }

        @Override
        public boolean verify(String host, SSLSession session) {
            try {
                verify(host, (X509Certificate) session.getPeerCertificates()[0]);
                return true;
            } catch (SSLException e) {
                return false;
            }
        }
    }
}
