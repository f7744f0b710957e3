package dev.weir.internal.pool;

import java.util.Comparator;
import java.util.List;

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
     * @param gone all that still have to go; how many there are at first decides how many go in each step
     */
    List<PooledConnection> next(List<PooledConnection> gone) {
        if (gone.isEmpty()) {
            perStep = 0;
            return gone;
        }
        perStep = Math.max(perStep, (gone.size() + STEPS - 1) / STEPS);
        return gone.stream()
                .sorted(Comparator.comparing(PooledConnection::isIdle).reversed())
                .limit(perStep)
                .toList();
    }
}
