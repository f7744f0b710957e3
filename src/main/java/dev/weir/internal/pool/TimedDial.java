package dev.weir.internal.pool;

import java.io.IOException;

/** How a caller has a connection established on another thread, and for how long it waits for one. */
public interface TimedDial extends Lease.Dial {

    /**
     * Returns how long the caller waits for its own dial or for another connection.
     *
     * @return nanoseconds; zero or less forever
     */
    long limitNanos();

    /**
     * Makes the exception of a caller that has waited for so long.
     *
     * @return the exception
     */
    IOException timedOut();
}
