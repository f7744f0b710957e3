package dev.weir.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.faults.FailingClasses;
import java.lang.reflect.Constructor;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;

/**
 * Whatever allocation of the engine fails, in whatever step, no place is lost by it, and each of its connections is closed.
 */
class FailingAllocationsTest {

    private static final int WALKS = 1_000;

    @Test
    void loseNoPlace() throws Exception {
        Constructor<?> walks =
                new FailingClasses().loadClass(FailingWalk.class.getName()).getDeclaredConstructor(Long.class);
        int failures = 0;

        for (long seed = 0; seed < WALKS; seed++) {
            Callable<?> walk = (Callable<?>) walks.newInstance(seed);
            failures += (Integer) walk.call();
        }

        assertThat(failures).isGreaterThan(WALKS);
    }
}
