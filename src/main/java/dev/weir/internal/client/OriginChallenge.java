package dev.weir.internal.client;

import java.io.IOException;
import org.apache.hc.client5.http.HttpRoute;
import org.apache.hc.client5.http.classic.ExecChain;
import org.apache.hc.client5.http.config.RequestConfig;
import org.apache.hc.client5.http.protocol.HttpClientContext;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.HttpResponse;
import org.apache.hc.core5.http.HttpStatus;

/**
 * A 407 that does not come from a proxy: HttpClient would send the credentials for the proxy to the origin, or fail at the
 * next request. It is a response like any other.
 */
final class OriginChallenge {

    private OriginChallenge() {}

    /** The innermost step of every request, which hides it from HttpClient until {@link LeaseStep} is done. */
    static ClassicHttpResponse pass(ClassicHttpRequest request, ExecChain.Scope scope, ExecChain chain)
            throws IOException, HttpException {
        ClassicHttpResponse response = chain.proceed(request, scope);
        hide(response, scope.route, scope.clientContext);
        return response;
    }

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
