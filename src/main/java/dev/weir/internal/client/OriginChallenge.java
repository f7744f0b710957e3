package dev.weir.internal.client;

import org.apache.hc.client5.http.HttpRoute;
import org.apache.hc.client5.http.config.RequestConfig;
import org.apache.hc.client5.http.protocol.HttpClientContext;
import org.apache.hc.core5.http.HttpResponse;
import org.apache.hc.core5.http.HttpStatus;

/**
 * A 407 that does not come from a proxy: HttpClient would send the credentials for the proxy to the origin, or fail at the
 * next request. It is a response like any other.
 */
final class OriginChallenge {

    private OriginChallenge() {}

    /** Keeps HttpClient from answering the response, if it is one, until the configuration of the context is restored. */
    static void hide(HttpResponse response, HttpRoute route, HttpClientContext context) {
        boolean isOfProxy = route.getProxyHost() != null && !route.isTunnelled();
        if (response.getCode() == HttpStatus.SC_PROXY_AUTHENTICATION_REQUIRED && !isOfProxy) {
            RequestConfig config = context.getRequestConfigOrDefault();
            context.setRequestConfig(
                    RequestConfig.copy(config).setAuthenticationEnabled(false).build());
        }
    }
}
