package dev.weir.internal.jfr;

import dev.weir.event.PoolEvent;
import org.jspecify.annotations.Nullable;

/**
 * Checks whether the flight recorder wants events, and passes them on. A runtime without the module {@code jdk.jfr} wants
 * none. The check takes no lock and allocates nothing, so it can run for each request. Thread-safe.
 */
public final class FlightEvents {

    private static final boolean IS_PRESENT = isPresent();

    private FlightEvents() {}

    private static boolean isPresent() {
        try {
            Class.forName("jdk.jfr.Event", false, FlightEvents.class.getClassLoader());
            return true;
        } catch (ClassNotFoundException | LinkageError e) {
            return false; // an image without the module
        }
    }

    /**
     * Notes that a call begins.
     *
     * @return takes its end; null if no recording wants it
     */
    public static @Nullable Span<PoolEvent.RequestEnded> request() {
        return IS_PRESENT ? Recorded.request() : null;
    }

    /**
     * Tells whether a recording wants calls.
     *
     * @return whether {@link #request()} returns something
     */
    public static boolean wantsRequests() {
        return IS_PRESENT && Recorded.REQUEST.isEnabled();
    }

    /**
     * Notes that a dial begins.
     *
     * @return takes its end; null if no recording wants it
     */
    public static @Nullable Span<PoolEvent.DialEnded> dial() {
        return IS_PRESENT ? Recorded.dial() : null;
    }

    /**
     * Notes that a lookup begins.
     *
     * @return takes its end; null if no recording wants it
     */
    public static @Nullable Span<PoolEvent.NameLookedUp> lookup() {
        return IS_PRESENT ? Recorded.lookup() : null;
    }

    /**
     * Tells whether a recording wants leases.
     *
     * @return whether {@link #record(LeaseEnded)} does anything
     */
    public static boolean wantsLeases() {
        return IS_PRESENT && Recorded.LEASE.isEnabled();
    }

    /**
     * Tells whether a recording wants closed connections.
     *
     * @return whether {@link #record(ConnectionClosed)} does anything
     */
    public static boolean wantsCloses() {
        return IS_PRESENT && Recorded.CLOSE.isEnabled();
    }

    /**
     * Records a lease. Call it only if leases are wanted.
     *
     * @param lease what happened
     */
    public static void record(PoolEvent.LeaseEnded lease) {
        new LeaseMoment().record(lease);
    }

    /**
     * Records a closed connection. Call it only if these are wanted.
     *
     * @param closed what happened
     */
    public static void record(PoolEvent.ConnectionClosed closed) {
        new CloseMoment().record(closed);
    }
}
