package dev.weir.internal.pool;

import java.io.IOException;

/** Establishes a connection on another thread for a caller, and limits its wait. */
public interface TimedDial extends Lease.Dial {

    /**
     * Returns how long the caller waits for its own dial or for another connection.
     *
     * @return nanoseconds; zero or less forever
     */
    long limitNanos();

    /**
     * Tells whether the dial itself ends within that limit.
     *
     * @return false if it goes on for another caller
     */
    boolean endsWithin();

    /**
     * Makes the exception of a caller whose wait timed out.
     *
     * @return the exception
     */
    IOException timedOut();
}
