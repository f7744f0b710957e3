package dev.weir.internal.http1;

import org.apache.hc.client5.http.HttpRoute;
import org.apache.hc.core5.http.HttpRequest;
import org.apache.hc.core5.http.HttpResponse;
import org.apache.hc.core5.http.HttpStatus;
import org.apache.hc.core5.http.Method;
import org.apache.hc.core5.http.ProtocolException;
import org.jspecify.annotations.Nullable;

/**
 * Checks the response of a proxy to CONNECT. HttpClient passes a refusal on as if the server behind the tunnel had sent it,
 * and follows its redirects: any party between client and proxy could answer https requests that way. Pure.
 */
public final class TunnelResponse {

    private TunnelResponse() {}

    /**
     * Checks that a request for a tunnel opened one, or that the proxy asks for credentials.
     *
     * @param request the request; null if it is unknown
     * @param response its response
     * @param route the route of the tunnel
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
            throw new Failure("Proxy " + route.getProxyHost().toURI() + " refused a tunnel to " + target
                    + " with status " + status + "; its response was not passed on, because it would look like one of "
                    + target);
        }
    }

    /**
     * Returns the failure of a call whose proxy sent more than its response before TLS began.
     *
     * @param route the route of the tunnel
     * @return the failure
     */
    public static ProtocolException followedByPlaintext(HttpRoute route) {
        return new Failure(
                "Proxy " + route.getProxyHost() + " sent bytes after its response to CONNECT, before TLS with "
                        + route.getTargetHost().toURI()
                        + "; they could be taken for a response, so that the connection was closed");
    }

    /** Names the peers already, so that no other step adds them. */
    private static final class Failure extends ProtocolException {
        private static final long serialVersionUID = 1L;

        Failure(String message) {
            super(message);
        }
    }
}
