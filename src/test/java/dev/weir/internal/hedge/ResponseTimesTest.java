package dev.weir.internal.hedge;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;

class ResponseTimesTest {

    private static final double P95 = 0.95;
    private static final long FAST = TimeUnit.MILLISECONDS.toNanos(2);
    private static final long SLOW = TimeUnit.MILLISECONDS.toNanos(500);

    private final ResponseTimes times = new ResponseTimes();

    private void add(int number, long nanos) {
        for (int i = 0; i < number; i++) {
            times.add(nanos, P95);
        }
    }

    @Test
    void areUnknownWhileTheyAreFew() {
        add(ResponseTimes.FEWEST - 1, FAST);
        assertThat(times.estimateNanos()).isEqualTo(ResponseTimes.UNKNOWN);

        add(1, FAST);
        assertThat(times.estimateNanos()).isBetween(FAST, FAST * 9 / 8);
    }

    @Test
    void areEstimatedWithinAnEighthFromAbove() {
        for (int i = 0; i < 1_000; i++) {
            times.add(TimeUnit.MICROSECONDS.toNanos(10L * (i + 1)), P95);
        }

        assertThat(times.estimateNanos()).isBetween(9_500_000L, 9_500_000L * 9 / 8);
    }

    @Test
    void areThoseOfTheMostAndNotOfTheFewThatStall() {
        for (int i = 0; i < 25; i++) {
            add(24, FAST);
            add(1, SLOW);
        }

        assertThat(times.estimateNanos()).isLessThan(FAST * 2);
    }

    @Test
    void includeThoseThatStallWhereTheyAreMoreThanTheRest() {
        for (int i = 0; i < 50; i++) {
            add(9, FAST);
            add(1, SLOW);
        }

        assertThat(times.estimateNanos()).isGreaterThanOrEqualTo(SLOW);
    }

    @Test
    void forgetOldResponses() {
        add(2 * ResponseTimes.GENERATION, FAST);
        add(2 * ResponseTimes.GENERATION, SLOW);
        assertThat(times.estimateNanos()).isGreaterThanOrEqualTo(SLOW);

        add(2 * ResponseTimes.GENERATION, FAST);
        assertThat(times.estimateNanos()).isLessThan(FAST * 2);
    }

    @Test
    void mayBeAnyTimes() {
        add(ResponseTimes.FEWEST, -1);
        assertThat(times.estimateNanos()).isBetween(0L, 2_000L);

        add(2 * ResponseTimes.GENERATION, Long.MAX_VALUE);
        assertThat(times.estimateNanos())
                .isGreaterThan(TimeUnit.MINUTES.toNanos(30))
                .isNotEqualTo(ResponseTimes.UNKNOWN);
    }

    @Test
    void areEstimatedWhateverTheirDistribution() {
        for (int i = 0; i < 3_000; i++) {
            times.add((long) (FAST * -Math.log(1 - ThreadLocalRandom.current().nextDouble())), P95);
        }

        assertThat(times.estimateNanos()).isCloseTo((long) (FAST * -Math.log(0.05)), Percentage.withPercentage(40));
    }
}
