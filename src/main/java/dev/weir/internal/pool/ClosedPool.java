package dev.weir.internal.pool;

import dev.weir.failure.PoolClosedException;

/** The exceptions of a pool that takes no requests. */
public final class ClosedPool {

    private ClosedPool() {}

    /**
     * Returns the exception of a closed pool.
     *
     * @param pool the pool's name
     * @return the exception
     */
    public static PoolClosedException closed(String pool) {
        return new PoolClosedException(pool, "Pool '" + pool + "' is closed: it takes no further request.");
    }

    /**
     * Returns the exception of a draining pool.
     *
     * @param pool the pool's name
     * @return the exception
     */
    public static PoolClosedException draining(String pool) {
        return new PoolClosedException(
                pool, "Pool '" + pool + "' is draining: it finishes what it has and takes no further request.");
    }

    /**
     * Returns the exception of a call that ended because its pool was closed while its connection was being established.
     *
     * @param pool the pool's name
     * @return the exception
     */
    public static PoolClosedException beforeSending(String pool) {
        return new PoolClosedException(pool, "Pool '" + pool + "' was closed before the request was sent.");
    }

    /**
     * Returns the exception of an exchange that ended because its pool was closed.
     *
     * @param pool the pool's name
     * @return the exception
     */
    public static PoolClosedException underWay(String pool) {
        return new PoolClosedException(
                pool,
                "Pool '" + pool + "' was closed while the request was under way: the server may have executed it.");
    }
}
