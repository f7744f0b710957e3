package dev.weir.internal.http1;

import org.apache.hc.client5.http.HttpRoute;
import org.apache.hc.core5.http.HttpRequest;
import org.apache.hc.core5.http.HttpResponse;
import org.apache.hc.core5.http.HttpStatus;
import org.apache.hc.core5.http.Method;
import org.apache.hc.core5.http.ProtocolException;
import org.jspecify.annotations.Nullable;

/**
 * Judges the response of a proxy to CONNECT. HttpClient passes a refusal on as if the server behind the tunnel had sent it,
 * and follows its redirects: anybody between client and proxy could answer requests for https that way. Pure.
 */
public final class TunnelResponse {

    private TunnelResponse() {}

    /**
     * Checks that a request for a tunnel opened one, or that credentials are asked for, which only a proxy does.
     *
     * @param request the request; null if it is unknown
     * @param response its response
     * @param route through which proxy the tunnel leads, and where
     * @throws ProtocolException if the request is CONNECT and the status neither 200 nor 407
     */
    public static void check(@Nullable HttpRequest request, HttpResponse response, HttpRoute route)
            throws ProtocolException {
        if (request == null || !Method.CONNECT.isSame(request.getMethod())) {
            return;
        }
        int status = response.getCode();
        if (status > HttpStatus.SC_OK && status != HttpStatus.SC_PROXY_AUTHENTICATION_REQUIRED) {
            String target = route.getTargetHost().toURI();
            throw new ProtocolException("Proxy " + route.getProxyHost().toURI() + " refused a tunnel to " + target
                    + " with status " + status + "; its response was not passed on, because it would look like one of "
                    + target);
        }
    }

    /**
     * Returns what a call fails with whose proxy has sent more than its response before TLS began.
     *
     * @param route through which proxy the tunnel leads, and where
     * @return the failure
     */
    public static ProtocolException followedByPlaintext(HttpRoute route) {
        return new ProtocolException(
                "Proxy " + route.getProxyHost() + " sent bytes after its response to CONNECT, before TLS with "
                        + route.getTargetHost().toURI()
                        + "; they could be taken for a response, so that the connection was closed");
    }
}
