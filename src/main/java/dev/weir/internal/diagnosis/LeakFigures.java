package dev.weir.internal.diagnosis;

/**
 * What is known of leaks on a route.
 *
 * @param held connections that were not given back for too long, and still are not
 * @param takenBack connections that were recently taken back, because their response was garbage collected
 * @param callSite where the latest of them was leased, such as {@code shop.Orders.load(Orders.java:42)}
 */
public record LeakFigures(long held, long takenBack, String callSite) {

    /** No leaks. */
    public static final LeakFigures NONE = new LeakFigures(0, 0, "unknown");

    /** {@return whether there are any} */
    public boolean areAny() {
        return held > 0 || takenBack > 0;
    }
}
