package dev.weir.internal.diagnosis;

import java.util.concurrent.TimeUnit;

/**
 * Decides whether the server of a route counts as slow, with hysteresis: the last verdict holds until the opposite was seen
 * for a while without a break. Takes the time. Thread-safe: of concurrent callers the last one wins.
 */
public final class Tendency {

    /** For how long the opposite must be seen before the verdict changes. */
    static final long LASTING_NANOS = TimeUnit.SECONDS.toNanos(5);

    /** After such a pause the verdict is void. */
    static final long FORGOTTEN_NANOS = TimeUnit.SECONDS.toNanos(30);

    private static final long NEVER = Long.MIN_VALUE;

    // Replaced as a whole.
    private volatile Seen last = new Seen(false, 0, NEVER, true);

    private record Seen(boolean isSlow, long atNanos, long oppositeSinceNanos, boolean isFirst) {}

    /**
     * Notes what a caller sees, and returns the verdict.
     *
     * @param isSlow whether the server looks slow at this moment
     * @param nowNanos the time
     * @return whether it counts as slow
     */
    public boolean note(boolean isSlow, long nowNanos) {
        Seen next = next(last, isSlow, nowNanos);
        last = next;
        return next.isSlow;
    }

    private static Seen next(Seen before, boolean isSlow, long nowNanos) {
        boolean isForgotten = before.isFirst || nowNanos - before.atNanos > FORGOTTEN_NANOS;
        if (isForgotten || before.isSlow == isSlow) {
            return new Seen(isSlow, nowNanos, NEVER, false);
        }
        long sinceNanos = before.oppositeSinceNanos == NEVER ? nowNanos : before.oppositeSinceNanos;
        return nowNanos - sinceNanos >= LASTING_NANOS
                ? new Seen(isSlow, nowNanos, NEVER, false)
                : new Seen(before.isSlow, nowNanos, sinceNanos, false);
    }
}
