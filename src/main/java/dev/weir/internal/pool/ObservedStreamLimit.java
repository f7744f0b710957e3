package dev.weir.internal.pool;

import org.apache.hc.client5.http.HttpRoute;

/**
 * How many exchanges a connection of a route carries at once, as seen on earlier ones. Thread-safe: the last dial wins.
 */
final class ObservedStreamLimit {

    /** All may wait for the first dial, which will show it. */
    static final int UNKNOWN = Integer.MAX_VALUE;

    private volatile int learned = UNKNOWN;
    private volatile int carried = 1;

    /** Returns how many callers a future connection is expected to hold. */
    int expected(HttpRoute route, StreamSettings settings, long maxRequests) {
        int known = learned;
        if (known == 1 || settings.isSingle(route)) {
            return 1;
        }
        boolean isOpen = known == UNKNOWN && !settings.isMultiplexed();
        int most = isOpen ? UNKNOWN : Math.min(known, settings.maxStreams());
        return (int) Math.max(1, Math.min(most, maxRequests));
    }

    /** Notes how many callers a connection holds; none, if its server allows nothing at the moment. */
    void learned(int streams) {
        learned = streams;
    }

    /** Notes for how many exchanges a connection has room, the limits of the configuration included. */
    void carries(int exchanges) {
        carried = exchanges;
    }

    /** Returns for how many exchanges the last connection had room that admitted any; 1 before the first. */
    int carried() {
        return carried;
    }

    /** Tells whether the last connection held none, so that another one would not help. */
    boolean isShut() {
        return learned == 0;
    }
}
