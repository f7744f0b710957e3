package dev.weir.internal.pool;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PacedDrainTest {

    private static final long STEP = 100;

    private final PacedDrain drain = new PacedDrain();
    private long nowNanos = Long.MAX_VALUE - 10;

    @ParameterizedTest
    @CsvSource({"1, 1", "9, 1", "10, 1", "11, 2", "100, 10", "101, 11"})
    void beginsWithATenthRoundedUp(int gone, int next) {
        assertThat(next(numbers(gone))).hasSize(next);
    }

    @ParameterizedTest
    @CsvSource({"1, 1", "7, 9", "10, 10", "95, 10", "1000, 10"})
    void isThroughAfterTenStepsAtMost(int gone, int steps) {
        List<Integer> left = new ArrayList<>(numbers(gone));
        int taken = 0;
        while (!left.isEmpty()) {
            List<Integer> next = next(left);
            assertThat(next).hasSizeLessThanOrEqualTo((gone + 9) / 10);
            left.removeAll(next);
            nowNanos += STEP;
            taken++;
        }

        assertThat(taken).isEqualTo(steps);
    }

    @Test
    void takesWhatIsOverdueWhenAskedLate() {
        next(numbers(20));
        nowNanos += 4 * STEP;
        assertThat(next(numbers(18))).hasSize(8);
        nowNanos += 100 * STEP;

        assertThat(next(numbers(10))).hasSize(10);
    }

    private List<Integer> next(List<Integer> gone) {
        return drain.next(gone, number -> false, STEP, nowNanos);
    }

    private static List<Integer> numbers(int count) {
        return IntStream.range(0, count).boxed().toList();
    }
}
