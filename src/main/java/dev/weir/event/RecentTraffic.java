package dev.weir.event;

import java.time.Duration;
import java.util.Map;

/**
 * The recent traffic of a route: of the last five to ten minutes, or since its first request. Immutable.
 *
 * <p>Weir makes it, and programs read it: do not implement it, as accessors may be added.
 */
public interface RecentTraffic {

    /** {@return the length of that time} */
    Duration span();

    /** {@return how many leases ended, whatever their outcome} */
    long callers();

    /** {@return the failures by kind; kinds without any are left out} */
    Map<FailureKind, RecentFailures> failures();

    /**
     * {@return the time in the queue that 99 % of the callers did not exceed, within 13 %; zero if almost none had to wait}
     */
    Duration queueP99();

    /**
     * {@return how long callers held connections on average, counting those that released theirs; zero if none did}
     */
    Duration heldMean();

    /** {@return most connections in use at once, or exchanges where these share connections} */
    int mostInUse();

    /** {@return connections that were not released, and still are not} */
    long leaked();

    /** {@return connections that were recently taken back, because their response was garbage collected} */
    long takenBack();
}
