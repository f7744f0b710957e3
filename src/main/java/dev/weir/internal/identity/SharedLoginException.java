package dev.weir.internal.identity;

import dev.weir.internal.log.PlainText;
import java.net.ProtocolException;
import org.apache.hc.core5.http.HttpHost;

/** Thrown for a login on a connection that also carries requests of others. Nothing was sent. */
public final class SharedLoginException extends ProtocolException {

    private static final long serialVersionUID = 1L;

    /**
     * Creates the exception.
     *
     * @param target where the request goes
     */
    public SharedLoginException(HttpHost target) {
        super(PlainText.of(target.toURI())
                + " was not logged in to: connection-bound authentication (NTLM, Negotiate) does not work over HTTP/2,"
                + " where the requests of all users share a connection; use a pool with protocol(HTTP_1_1), or a"
                + " scheme that authenticates each request");
    }
}
