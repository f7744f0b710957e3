package dev.weir.failure;

/**
 * Thrown when a connection is asked of a pool that was closed or is draining. The request was not sent.
 */
public final class PoolClosedException extends IllegalStateException {

    private static final long serialVersionUID = 1L;

    /** The name of the pool. */
    private final String pool;

    private PoolClosedException(String pool, String message) {
        super(message);
        this.pool = pool;
    }

    /**
     * Creates the exception of a closed pool.
     *
     * @param pool the pool's name
     * @return the exception
     */
    public static PoolClosedException closed(String pool) {
        return new PoolClosedException(pool, "Pool '" + pool + "' is closed: it takes no further request.");
    }

    /**
     * Creates the exception of a draining pool.
     *
     * @param pool the pool's name
     * @return the exception
     */
    public static PoolClosedException draining(String pool) {
        return new PoolClosedException(
                pool, "Pool '" + pool + "' is draining: it finishes what it has and takes no further request.");
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
