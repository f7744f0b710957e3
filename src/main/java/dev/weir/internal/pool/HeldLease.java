package dev.weir.internal.pool;

import dev.weir.failure.Holder;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** A lease that a caller holds, as needed to explain a full pool: of a whole connection, or of one exchange. */
interface HeldLease {

    RouteState routeState();

    String threadName();

    long leasedNanos();

    /** Tells whether the calling thread holds it until the release; never for an exchange. */
    boolean isHeldByThisThread();

    boolean isReleased();

    boolean isSuspected();

    /** Returns method and path, without the query; empty if nothing was sent. */
    String requestLine();

    /** Returns where it was leased; null if that was not recorded. */
    @Nullable
    Throwable acquired();

    /**
     * Returns how to describe it to users.
     *
     * @param connection the connection's name in HttpClient's own debug log
     */
    default Holder told(String connection, long nowNanos) {
        return new Holder(
                routeState().target(),
                threadName(),
                Duration.ofNanos(Math.max(0, nowNanos - leasedNanos())),
                requestLine(),
                CallSite.frames(acquired()),
                connection,
                isSuspected());
    }

    /** For a connection that no other caller uses meanwhile. */
    interface OfConnection extends HeldLease {

        /** Returns what is known of its holder; null if nothing is. */
        @Nullable
        LeaseHolder leaseHolder();

        /** Takes the lease back after its holder was garbage collected; returns false if it came back by itself. */
        boolean takeBack();

        /** Closes the connection and releases the lease. */
        void abandon();
    }
}
