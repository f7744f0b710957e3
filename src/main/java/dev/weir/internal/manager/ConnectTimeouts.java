package dev.weir.internal.manager;

import dev.weir.internal.log.PlainText;
import dev.weir.internal.pool.RouteState;
import java.net.SocketTimeoutException;
import org.apache.hc.client5.http.ConnectTimeoutException;
import org.apache.hc.core5.util.Timeout;
import org.jspecify.annotations.Nullable;

/** Makes the exceptions of connecting whose time is over: in both kinds of pool they read the same. Pure. */
public final class ConnectTimeouts {

    private ConnectTimeouts() {}

    /**
     * Makes the exception of a dial, a caller that waits for one, or a proxy that opens no tunnel.
     *
     * @param route the route
     * @param limit the time that is over
     * @param cause what it did to the connection; null if that is unknown
     * @return the exception
     */
    public static ConnectTimeoutException of(RouteState route, Timeout limit, @Nullable Exception cause) {
        ConnectTimeoutException timeout = new ConnectTimeoutException(
                "Connect to " + PlainText.of(route.route.getTargetHost().toURI()) + " timed out after "
                        + said(route, limit, "timeouts.connect"));
        timeout.initCause(cause);
        return timeout;
    }

    /**
     * Makes the exception of a TLS handshake.
     *
     * @param route the route
     * @param limit the time that is over
     * @param cause what it did to the connection; null if that is unknown
     * @return the exception, to which a dial adds its target
     */
    public static SocketTimeoutException ofHandshake(RouteState route, Timeout limit, @Nullable Exception cause) {
        SocketTimeoutException timeout =
                new SocketTimeoutException("TLS handshake took longer than " + said(route, limit, "tls.handshake"));
        timeout.initCause(cause);
        return timeout;
    }

    private static String said(RouteState route, Timeout limit, String setting) {
        return limit.toMilliseconds() + " ms (" + route.knob(setting) + ")";
    }
}
