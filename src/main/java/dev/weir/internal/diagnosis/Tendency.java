package dev.weir.internal.diagnosis;

import java.util.concurrent.TimeUnit;

/**
 * Whether the server of a route counts as slow, without wavering: what was said last holds until the opposite has been seen
 * for a while without a break. Takes the time. Thread-safe: of callers at one moment the last one wins.
 */
public final class Tendency {

    /** For how long the opposite must be seen before it is said. */
    static final long LASTING_NANOS = TimeUnit.SECONDS.toNanos(5);

    /** After such a pause nothing holds any more. */
    static final long FORGOTTEN_NANOS = TimeUnit.SECONDS.toNanos(30);

    private static final long NEVER = Long.MIN_VALUE;

    // Replaced as a whole.
    private volatile Seen last = new Seen(false, 0, NEVER, true);

    private record Seen(boolean isSlow, long atNanos, long oppositeSinceNanos, boolean isFirst) {}

    /**
     * Notes what a caller sees, and tells what to say.
     *
     * @param isSlow whether the server looks slow at this moment
     * @param nowNanos the time
     * @return whether it counts as slow
     */
    public boolean isSlow(boolean isSlow, long nowNanos) {
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
