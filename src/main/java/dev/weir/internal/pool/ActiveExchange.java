package dev.weir.internal.pool;

import org.apache.hc.core5.http.HttpRequest;
import org.jspecify.annotations.Nullable;

/** An exchange under way, as leak detection sees it. */
public interface ActiveExchange {

    /**
     * Returns the lease that it runs on.
     *
     * @return its lease, perhaps released already
     */
    StreamLease lease();

    /**
     * Tells whether the head of the response has arrived, so that the caller has something to read and to close.
     *
     * @return whether it is
     */
    boolean isAnswered();

    /**
     * Returns for how long it has neither sent nor received anything.
     *
     * @return nanoseconds
     */
    long silentNanos();

    /**
     * Returns its request.
     *
     * @return the request; null if it is not known
     */
    @Nullable
    HttpRequest request();

    /**
     * Tells whether its response was handed out, and no code is left to read or to close it.
     *
     * @return whether the caller's handle was garbage collected
     */
    boolean isLost();

    /**
     * Ends it because it is lost.
     *
     * @return false if it had ended by itself
     */
    boolean takeBack();
}
