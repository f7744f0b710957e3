package dev.weir.internal.manager;

import dev.weir.config.Tls;
import java.util.Collection;
import javax.net.ssl.SSLContext;
import org.apache.hc.client5.http.ssl.DefaultClientTlsStrategy;
import org.apache.hc.client5.http.ssl.HostnameVerificationPolicy;
import org.apache.hc.client5.http.ssl.HttpsSupport;
import org.apache.hc.core5.reactor.ssl.SSLBufferMode;
import org.apache.hc.core5.ssl.SSLContexts;
import org.jspecify.annotations.Nullable;

/** How a pool secures its connections, unless a strategy was given. */
public final class TlsOfPool {

    private TlsOfPool() {}

    /**
     * Returns HttpClient's own way, for connections of blocking callers and of others. The name of the host is verified by the
     * JDK and once more by the verifier, so that the check does not depend on one of them alone.
     *
     * @param tls what is configured of TLS
     * @param sslContext keys and trust; null for the JDK's own
     * @return the strategy
     */
    public static DefaultClientTlsStrategy strategy(Tls tls, @Nullable SSLContext sslContext) {
        return new DefaultClientTlsStrategy(
                sslContext != null ? sslContext : SSLContexts.createDefault(),
                array(tls.protocols()),
                array(tls.cipherSuites()),
                SSLBufferMode.STATIC,
                HostnameVerificationPolicy.BOTH,
                tls.hostnameVerifier().orElseGet(HttpsSupport::getDefaultHostnameVerifier));
    }

    // To HttpClient, null means "the JDK's own".
    private static String @Nullable [] array(Collection<String> names) {
        return names.isEmpty() ? null : names.toArray(new String[0]);
    }
}
