package dev.weir.internal.pool;

/**
 * The surplus idle connections of one route at one moment; counted down as they close, least recently used first. Used by
 * one thread.
 *
 * <p>Those above {@code maxIdle} close at once. Of those that were idle throughout the last interval, half close; a single
 * remaining one stays until it was idle for {@code eviction.idle}, so a service that sends a request now and then finds its
 * connection. A connection that no request has used yet was opened for a future one, and does not count.
 */
final class IdleSurplus {

    private int aboveLimit;
    private int unneeded;

    /**
     * Computes the surplus.
     *
     * @param idle idle connections
     * @param maxIdle how many there may be
     * @param minIdle how many must stay
     * @param idleThroughout how many were idle throughout the last interval; 0 within an interval
     */
    IdleSurplus(int idle, int maxIdle, int minIdle, int idleThroughout) {
        this.aboveLimit = Math.max(0, idle - maxIdle);
        this.unneeded = Math.min(idleThroughout / 2, idle - minIdle);
    }

    boolean isNone() {
        return aboveLimit <= 0 && unneeded <= 0;
    }

    /** Tells whether the next connection is surplus. */
    boolean takes(long uses) {
        return aboveLimit > 0 || (unneeded > 0 && uses > 0);
    }

    /** Notes that a connection closes, for this or another reason. */
    void gone() {
        aboveLimit--;
        unneeded--;
    }
}
