package dev.weir.internal.http1;

import org.apache.hc.core5.http.ConnectionClosedException;

/** The end of a connection within the head of a response, which is no response (RFC 9112, section 8). */
public final class CutHead {

    private CutHead() {}

    /**
     * Creates the failure of its call.
     *
     * @return the failure
     */
    public static ConnectionClosedException failure() {
        return new ConnectionClosedException("The server closed the connection within the head of its response");
    }
}
