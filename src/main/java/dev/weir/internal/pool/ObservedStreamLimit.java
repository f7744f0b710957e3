package dev.weir.internal.pool;

import org.apache.hc.client5.http.HttpRoute;

/**
 * What is known of how many exchanges a connection of a route carries at once, from those that were dialed before.
 * Thread-safe: the last dial wins.
 */
final class ObservedStreamLimit {

    /** All may wait for the one dial that will tell. */
    static final int UNKNOWN = Integer.MAX_VALUE;

    private volatile int learned = UNKNOWN;

    /** Returns how many callers a connection is expected to hold that is yet to be dialed. */
    int expected(HttpRoute route, StreamSettings settings, long maxRequests) {
        int known = learned;
        if (known == 1 || settings.isSingle(route)) {
            return 1;
        }
        boolean isOpen = known == UNKNOWN && !settings.isMultiplexed();
        int most = isOpen ? UNKNOWN : Math.min(known, settings.maxStreams());
        return (int) Math.max(1, Math.min(most, maxRequests));
    }

    /** Notes what a connection turned out to hold; none, if its server allows nothing at the moment. */
    void learned(int streams) {
        learned = streams;
    }

    /** Tells whether the last connection held none, so that another one would not help. */
    boolean isShut() {
        return learned == 0;
    }

    /** Returns how many the last connection held that could be shared; {@link #UNKNOWN} if there was none. */
    int known() {
        return learned;
    }
}
