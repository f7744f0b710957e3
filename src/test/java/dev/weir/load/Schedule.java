package dev.weir.load;

/**
 * When the requests of an open loop are to be sent: at a rate, from a moment on.
 *
 * @param beginNanos the moment of the first
 * @param perSecond the rate
 * @param count how many there are
 */
record Schedule(long beginNanos, double perSecond, long count) {

    private static final double SECOND = 1e9;

    /** Returns the requests of a while: at least one. */
    static Schedule of(long beginNanos, double perSecond, long nanos) {
        return new Schedule(beginNanos, perSecond, Math.max(1, (long) (nanos * perSecond / SECOND)));
    }

    /** Returns when a request is to be sent; the first is number 0. */
    long momentOf(long request) {
        return beginNanos + (long) (request * SECOND / perSecond);
    }
}
