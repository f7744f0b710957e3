package dev.weir.internal.pool;

/**
 * The idle connections of one route that are too many, at one moment; counted down as they go, the least recently used
 * first. Used by one thread.
 *
 * <p>Those above {@code maxIdle} go at once. Of those that were idle through the whole last interval half go, and one that
 * remains stays until it was idle for {@code eviction.idle}: a service that sends a request now and then finds its
 * connection. A connection that no request has used yet was opened for one to come, and is none of these.
 */
final class IdleSurplus {

    private int aboveLimit;
    private int unneeded;

    /**
     * Counts.
     *
     * @param idle idle connections
     * @param maxIdle how many there may be
     * @param minIdle how many are to stay
     * @param idleThroughout how many were idle through the whole last interval; 0 within an interval
     */
    IdleSurplus(int idle, int maxIdle, int minIdle, int idleThroughout) {
        this.aboveLimit = Math.max(0, idle - maxIdle);
        this.unneeded = Math.min(idleThroughout / 2, idle - minIdle);
    }

    boolean isNone() {
        return aboveLimit <= 0 && unneeded <= 0;
    }

    /** Tells whether the next connection is one too many. */
    boolean takes(long uses) {
        return aboveLimit > 0 || (unneeded > 0 && uses > 0);
    }

    /** Notes that a connection goes, for this reason or another. */
    void gone() {
        aboveLimit--;
        unneeded--;
    }
}
