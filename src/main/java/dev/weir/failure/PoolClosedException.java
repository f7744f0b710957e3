package dev.weir.failure;

/**
 * Thrown when a connection is asked of a pool that was closed or is draining, or when a pool is closed before a request is
 * sent or while it is under way. The message says which: only in the last case may the server have executed the request.
 * A call that sends its request again may have sent it before.
 */
public final class PoolClosedException extends IllegalStateException {

    private static final long serialVersionUID = 1L;

    /** The name of the pool. */
    private final String pool;

    /**
     * Creates the exception. The pool does; programs need it only to test what they do about it.
     *
     * @param pool the name of the pool
     * @param message what happened
     */
    public PoolClosedException(String pool, String message) {
        super(message);
        this.pool = pool;
    }

    /**
     * Returns the name of the pool.
     *
     * @return the name
     */
    public String pool() {
        return pool;
    }
}
