package dev.weir.engine;

import java.time.Duration;

/** Says that a caller was refused at once, because it would wait for longer than it has time. */
public final class HopelessWaitException extends Exception {

    private static final long serialVersionUID = 1L;

    /** Its place in the queue, beginning with 1. */
    private final int position;

    /** Places that come free per second. */
    private final double perSecond;

    /** How long it had to wait at most. */
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
     * @return the position, beginning with 1
     */
    public int position() {
        return position;
    }

    /**
     * Returns how fast places come free.
     *
     * @return places per second
     */
    public double perSecond() {
        return perSecond;
    }

    /**
     * Returns how long the caller would have waited, as far as can be told.
     *
     * @return the time
     */
    public Duration expected() {
        return Duration.ofNanos((long) (position / perSecond * 1e9));
    }

    /**
     * Returns how long the caller had to wait at most.
     *
     * @return the time
     */
    public Duration left() {
        return left;
    }
}
