package dev.weir.attack;

import dev.weir.testserver.TestCertificates;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/**
 * How a client under attack is configured, beside its defaults.
 *
 * @param isHttp2 whether it speaks HTTP/2, at once also without TLS
 * @param proxy the proxy in front of all servers; null for none
 */
record Setup(boolean isHttp2, @Nullable String proxy) {

    static final Setup HTTP_1 = new Setup(false, null);
    static final Setup HTTP_2 = new Setup(true, null);

    static Setup through(String proxy) {
        return new Setup(false, proxy);
    }

    SSLContext sslContext() {
        return TestCertificates.trusted().clientContext();
    }
}
