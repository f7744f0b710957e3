package dev.weir.attack;

import dev.weir.testserver.LoginScheme;
import dev.weir.testserver.TestCertificates;
import javax.net.ssl.SSLContext;
import org.apache.hc.client5.http.impl.async.HttpAsyncClientBuilder;
import org.apache.hc.client5.http.impl.classic.HttpClientBuilder;
import org.jspecify.annotations.Nullable;

/**
 * How a client under attack is configured, beside its defaults.
 *
 * @param isHttp2 whether it speaks HTTP/2, at once also without TLS
 * @param proxy the proxy in front of all servers; null for none
 * @param isNameless whether the scheme by which users log in does not tell who they are, as HttpClient's Negotiate
 */
record Setup(boolean isHttp2, @Nullable String proxy, boolean isNameless) {

    static final Setup HTTP_1 = new Setup(false, null, false);
    static final Setup HTTP_1_NAMELESS = new Setup(false, null, true);
    static final Setup HTTP_2 = new Setup(true, null, false);

    static Setup through(String proxy) {
        return new Setup(false, proxy, false);
    }

    SSLContext sslContext() {
        return TestCertificates.trusted().clientContext();
    }

    void allowLogins(HttpClientBuilder client) {
        if (isNameless) {
            LoginScheme.allowNameless(client);
        } else {
            LoginScheme.allow(client);
        }
    }

    void allowLogins(HttpAsyncClientBuilder client) {
        if (isNameless) {
            LoginScheme.allowNameless(client);
        } else {
            LoginScheme.allow(client);
        }
    }
}
