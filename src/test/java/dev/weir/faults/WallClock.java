package dev.weir.faults;

import java.time.Duration;

/** The time of day for classes that {@link MovedClockClasses} has loaded: that of the machine, set forward or back. */
public final class WallClock {

    private static volatile long offsetMillis;

    private WallClock() {}

    /**
     * Returns the time; called by rewritten code.
     *
     * @return milliseconds since 1970
     */
    public static long currentTimeMillis() {
        return System.currentTimeMillis() + offsetMillis;
    }

    /**
     * Sets the clock.
     *
     * @param offset how far it is ahead of the machine's; negative if it is behind
     */
    public static void set(Duration offset) {
        offsetMillis = offset.toMillis();
    }
}
