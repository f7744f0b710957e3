package dev.weir.internal.client;

import java.util.concurrent.TimeUnit;

/**
 * Decides how to continue with a request that a server has refused. Pure. While the server makes progress with others, the
 * request is repeated until its total time is over; a server that makes no progress will not execute it.
 *
 * @param count how often it was refused
 * @param inARow how often since the server last made progress
 */
record Refusals(int count, int inARow) {

    static final Refusals NONE = new Refusals(0, 0);

    /** A server that refuses this often, and does nothing else, does not want the request. */
    static final int MOST_IN_A_ROW = 20;

    /** Ends calls without a total time: at the longest pause, this is a quarter of an hour. */
    static final int MOST = 10_000;

    private static final int AT_ONCE = 20;
    private static final int LONGEST_PAUSE_MILLIS = 100;

    Refusals another(boolean amidProgress) {
        return new Refusals(count + 1, amidProgress ? 0 : inARow + 1);
    }

    boolean isHopeless() {
        return inARow > MOST_IN_A_ROW || count > MOST;
    }

    /**
     * Returns for how long to pause before it is sent again, so that a server that keeps refusing a request is not flooded.
     */
    long pauseNanos() {
        return TimeUnit.MILLISECONDS.toNanos(Math.min(LONGEST_PAUSE_MILLIS, Math.max(0, count - AT_ONCE)));
    }
}
