package dev.weir.internal.pool;

import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;

/**
 * Decides which connections go next when many have to: evenly over a time, a tenth at the beginning, the idle ones first,
 * so that those who need new ones do not all dial at one moment. Whoever asks late is given what is overdue. Decides by
 * the time it is given; not thread-safe.
 */
final class PacedDrain {

    static final int STEPS = 10;

    private long startNanos;
    private int total;
    private int taken;

    /**
     * Returns those whose turn it is.
     *
     * @param gone all that still have to go; when there are none, the next ones begin anew
     * @param isIdle which of them nobody uses
     * @param stepNanos the time in which a tenth goes
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
        List<C> next = gone.stream()
                .sorted(Comparator.comparing(isIdle::test, Comparator.reverseOrder()))
                .limit(Math.max(0, due((nowNanos - startNanos) / Math.max(1, stepNanos)) - taken))
                .toList();
        taken += next.size();
        return next;
    }

    /** How many of all must be gone after some steps, rounded up. */
    private int due(long stepsAfterFirst) {
        long steps = Math.min(STEPS, 1 + stepsAfterFirst);
        return (int) ((total * steps + STEPS - 1) / STEPS);
    }
}
