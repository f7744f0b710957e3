package dev.weir.internal.pool;

import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;

/**
 * Decides which connections go next when many have to: a tenth at a time, the idle ones first, so that those who need new
 * ones do not all dial at one moment. Not thread-safe.
 */
final class PacedDrain {

    static final int STEPS = 10;

    private int perStep;

    /**
     * Returns the connections of the next step.
     *
     * @param gone all that still have to go; the most there ever were decide how many go in each step
     * @param isIdle which of them nobody uses
     */
    <C> List<C> next(List<C> gone, Predicate<C> isIdle) {
        if (gone.isEmpty()) {
            perStep = 0;
            return gone;
        }
        perStep = Math.max(perStep, (gone.size() + STEPS - 1) / STEPS);
        return gone.stream()
                .sorted(Comparator.comparing(isIdle::test, Comparator.reverseOrder()))
                .limit(perStep)
                .toList();
    }
}
