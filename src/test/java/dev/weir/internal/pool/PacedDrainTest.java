package dev.weir.internal.pool;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PacedDrainTest {

    private final PacedDrain drain = new PacedDrain();

    @ParameterizedTest
    @CsvSource({"1, 1", "9, 1", "10, 1", "11, 2", "100, 10", "101, 11"})
    void takesATenthRoundedUp(int gone, int next) {
        assertThat(drain.next(numbers(gone), number -> false)).hasSize(next);
    }

    @ParameterizedTest
    @CsvSource({"1, 1", "7, 7", "10, 10", "11, 6", "95, 10", "1000, 10"})
    void isThroughAfterTenStepsAtMost(int gone, int steps) {
        List<Integer> left = new ArrayList<>(numbers(gone));
        int taken = 0;
        while (!left.isEmpty()) {
            left.removeAll(drain.next(left, number -> false));
            taken++;
        }

        assertThat(taken).isEqualTo(steps);
    }

    @Test
    void takesTheIdleFirst() {
        assertThat(drain.next(numbers(20), number -> number == 7 || number == 15))
                .containsExactly(7, 15);
    }

    @Test
    void beginsAnewWhenAllAreGone() {
        drain.next(numbers(100), number -> false);
        drain.next(List.of(), number -> false);

        assertThat(drain.next(numbers(10), number -> false)).hasSize(1);
    }

    private static List<Integer> numbers(int count) {
        return IntStream.range(0, count).boxed().toList();
    }
}
