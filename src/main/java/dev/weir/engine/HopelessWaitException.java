package dev.weir.engine;

import java.time.Duration;

/** Thrown when a caller is refused at once because it would wait for longer than it has time. */
public final class HopelessWaitException extends Exception {

    private static final long serialVersionUID = 1L;

    /** The place in the queue, starting at 1. */
    private final int position;

    /** Places that become free per second. */
    private final double perSecond;

    /** The longest time it was willing to wait. */
    private final Duration left;

    HopelessWaitException(int position, double perSecond, Duration left) {
        super("Position " + position + " in the queue", null, false, false);
        this.position = position;
        this.perSecond = perSecond;
        this.left = left;
    }

    /**
     * Returns the place that the caller would have had in the queue.
     *
     * @return the position, starting at 1
     */
    public int position() {
        return position;
    }

    /**
     * Returns how fast places become free.
     *
     * @return places per second
     */
    public double perSecond() {
        return perSecond;
    }

    /**
     * Returns the estimated time for which the caller would have waited.
     *
     * @return the time
     */
    public Duration expected() {
        return Duration.ofNanos((long) (position / perSecond * 1e9));
    }

    /**
     * Returns the longest time for which the caller was willing to wait.
     *
     * @return the time
     */
    public Duration left() {
        return left;
    }
}
