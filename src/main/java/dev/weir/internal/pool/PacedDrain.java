package dev.weir.internal.pool;

import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Decides which connections close next when many have to: evenly over a time, a tenth at the beginning, idle ones first, so
 * that callers that need new ones do not all dial at once. A late call also returns what is overdue. Takes the time; not
 * thread-safe.
 */
final class PacedDrain {

    static final int STEPS = 10;

    private long startNanos;
    private int total;
    private int taken;

    /**
     * Returns those whose turn it is.
     *
     * @param gone all that still have to close; when there are none, the next ones start a new sequence
     * @param isIdle which of them are unused
     * @param stepNanos the time in which a tenth closes
     */
    <C> List<C> next(List<C> gone, Predicate<C> isIdle, long stepNanos, long nowNanos) {
        if (gone.isEmpty()) {
            total = 0;
            taken = 0;
            return gone;
        }
        if (total == 0) {
            startNanos = nowNanos;
        }
        total = Math.max(total, taken + gone.size());
        int due = due((nowNanos - startNanos) / Math.max(1, stepNanos)) - taken;
        List<C> next = idleFirst(gone, isIdle).limit(Math.max(0, due)).toList();
        taken += next.size();
        return next;
    }

    // Each is evaluated once: its use may change meanwhile, which a comparison must not see.
    private static <C> Stream<C> idleFirst(List<C> gone, Predicate<C> isIdle) {
        Map<Boolean, List<C>> byIdle = gone.stream().collect(Collectors.partitioningBy(isIdle));
        return Stream.concat(
                byIdle.getOrDefault(true, List.of()).stream(), byIdle.getOrDefault(false, List.of()).stream());
    }

    /** How many of all must be closed after some steps, rounded up. */
    private int due(long stepsAfterFirst) {
        long steps = Math.min(STEPS, 1 + stepsAfterFirst);
        return (int) ((total * steps + STEPS - 1) / STEPS);
    }
}
