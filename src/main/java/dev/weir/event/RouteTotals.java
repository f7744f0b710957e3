package dev.weir.event;

import java.util.Map;

/**
 * The totals of several routes. Immutable.
 *
 * <p>Weir makes it, and programs read it: do not implement it, as accessors may be added.
 */
public interface RouteTotals {

    /** {@return the number of routes} */
    long routes();

    /** {@return connections established} */
    long opened();

    /** {@return connections closed; {@code opened - closed} are open} */
    long closed();

    /** {@return the closed ones by cause} */
    Map<CloseCause, Long> closedBy();

    /** {@return the leases by outcome} */
    Map<LeaseOutcome, Long> leases();
}
