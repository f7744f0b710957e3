package dev.weir.internal.pool;

import dev.weir.failure.Holder;
import dev.weir.internal.event.HolderData;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** A lease in the hands of a caller, as those see it who explain a full pool: of a whole connection, or of one exchange. */
interface HeldLease {

    RouteState routeState();

    String threadName();

    long leasedNanos();

    /** Tells whether it stays with the calling thread until that gives it back; never so of an exchange. */
    boolean isHeldByThisThread();

    boolean isReleased();

    boolean isSuspected();

    /** Returns method and path, without the query; empty if nothing was sent. */
    String requestLine();

    /** Returns where it was leased; null if that was not recorded. */
    @Nullable
    Throwable acquired();

    /**
     * Returns how it is told to users.
     *
     * @param connection the connection's name in HttpClient's own debug log
     */
    default Holder told(String connection, long nowNanos) {
        return new HolderData(
                routeState().target(),
                threadName(),
                Duration.ofNanos(Math.max(0, nowNanos - leasedNanos())),
                requestLine(),
                CallSite.frames(acquired()),
                connection,
                isSuspected());
    }

    /** Of a connection that no other caller uses meanwhile. */
    interface OfConnection extends HeldLease {

        /** Returns what is known of its holder; null if the holder has not told. */
        @Nullable
        LeaseHolder leaseHolder();

        /** Takes the lease back from a holder that is no more; returns false if it came back by itself. */
        boolean takeBack();

        /** Closes the connection and gives the lease back. */
        void abandon();
    }
}
