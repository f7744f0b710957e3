package dev.weir.internal.ejection;

import dev.weir.event.EjectionReason;
import java.net.InetSocketAddress;

/**
 * An address that is ejected, or was. Immutable.
 *
 * @param address the address
 * @param ejections how often it was ejected so far
 * @param reason its last failure
 * @param isOut whether it is ejected
 * @param leftNanos for how long it takes no request; zero if its time is over
 * @param sinceNanos when it was last ejected
 */
public record OutlierState(
        InetSocketAddress address,
        int ejections,
        EjectionReason reason,
        boolean isOut,
        long leftNanos,
        long sinceNanos) {}
