package dev.weir.failure;

import org.apache.hc.core5.http.ContentTooLongException;

/**
 * Thrown when the body of a response is larger than {@code maxDecodedSize} allows. The server has executed the request.
 * If the rest of the body has not arrived, the connection is closed; over HTTP/2 the stream is reset instead, and the
 * connection stays open.
 */
public final class BodyTooLargeException extends ContentTooLongException {

    private static final long serialVersionUID = 1L;

    /** The name of the pool. */
    private final String pool;

    /** The limit in bytes. */
    private final long limit;

    private BodyTooLargeException(String pool, long limit, String message) {
        super(message);
        this.pool = pool;
        this.limit = limit;
    }

    /**
     * Creates the exception.
     *
     * @param pool the pool's name
     * @param limit the limit in bytes
     * @param knob the setting of the limit, such as {@code maxDecodedSize}
     * @return the exception
     */
    public static BodyTooLargeException of(String pool, long limit, String knob) {
        return new BodyTooLargeException(
                pool,
                limit,
                "Pool '" + pool + "': the decoded body of the response is larger than " + limit + " bytes (" + knob
                        + "). Raise the limit if such bodies are expected, or ask the server for less.");
    }

    /**
     * Returns the name of the pool.
     *
     * @return the name
     */
    public String pool() {
        return pool;
    }

    /**
     * Returns the limit.
     *
     * @return in bytes
     */
    public long limit() {
        return limit;
    }
}
