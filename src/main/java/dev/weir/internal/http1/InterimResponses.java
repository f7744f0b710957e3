package dev.weir.internal.http1;

import org.apache.hc.core5.http.HttpStatus;
import org.apache.hc.core5.http.ProtocolException;

/**
 * Counts the interim responses (1xx) to a request. Each of them is a sign of life, so no read timeout stops a server that
 * sends them forever. For one thread at a time.
 */
public final class InterimResponses {

    /** The most that a request may get: more than any use of 100, 102 and 103 needs. */
    public static final int MOST = 32;

    private int count;

    /** Creates a counter at zero. */
    public InterimResponses() {}

    /**
     * Counts a response. A final one ends the count, so that the next request begins at zero.
     *
     * @param status its status
     * @throws ProtocolException if there are too many
     */
    public void received(int status) throws ProtocolException {
        count = status < HttpStatus.SC_SUCCESS ? count + 1 : 0;
        if (count > MOST) {
            throw new ProtocolException(
                    "The server sent more than " + MOST + " interim responses (1xx) to one request");
        }
    }
}
