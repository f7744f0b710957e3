package dev.weir.internal.diagnosis;

import dev.weir.event.EjectionReason;
import java.time.Duration;
import java.util.List;

/**
 * Which addresses of a route were ejected recently. Immutable.
 *
 * @param addresses those that are, or were not long ago
 */
public record EjectionFigures(List<Ejected> addresses) {

    /** None was ejected. */
    public static final EjectionFigures NONE = new EjectionFigures(List.of());

    /**
     * One of them.
     *
     * @param address the address
     * @param times how often it was ejected so far
     * @param reason its last failure
     * @param isOut whether it is ejected
     * @param left for how long it takes no request; zero if one is to try it
     */
    public record Ejected(String address, int times, EjectionReason reason, boolean isOut, Duration left) {}
}
