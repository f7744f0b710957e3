package dev.weir.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Percentage.withPercentage;

import org.junit.jupiter.api.Test;

class LatenciesTest {

    private final Latencies latencies = new Latencies();

    @Test
    void findsQuantilesToWithinThreePercent() {
        for (long micros = 1; micros <= 10_000; micros++) {
            latencies.add(micros * 1_000);
        }

        assertThat(latencies.count()).isEqualTo(10_000);
        assertThat(latencies.quantileNanos(0.5)).isCloseTo(5_000_000, withPercentage(3));
        assertThat(latencies.quantileNanos(0.99)).isCloseTo(9_900_000, withPercentage(3));
        assertThat(latencies.quantileNanos(0.999)).isCloseTo(9_990_000, withPercentage(3));
        assertThat(latencies.quantileNanos(1)).isCloseTo(10_000_000, withPercentage(3));
    }

    @Test
    void countsShortTimesExactly() {
        latencies.add(0);
        latencies.add(7);
        latencies.add(31);

        assertThat(latencies.quantileNanos(0.3)).isZero();
        assertThat(latencies.quantileNanos(0.5)).isEqualTo(7);
        assertThat(latencies.quantileNanos(1)).isEqualTo(31);
    }

    @Test
    void takesTheWholeRangeOfTimes() {
        latencies.add(Long.MAX_VALUE);

        assertThat(latencies.quantileNanos(0.5)).isCloseTo(Long.MAX_VALUE, withPercentage(3));
    }

    @Test
    void takesATimeThatAClockTurnedBackForNone() {
        latencies.add(-5);

        assertThat(latencies.quantileNanos(1)).isZero();
    }

    @Test
    void seesTheOneSlowRequestOfAHundredOnlyAboveItsShare() {
        for (int i = 0; i < 99; i++) {
            latencies.add(1_000);
        }
        latencies.add(1_000_000);

        assertThat(latencies.quantileNanos(0.99)).isCloseTo(1_000, withPercentage(3));
        assertThat(latencies.quantileNanos(0.999)).isCloseTo(1_000_000, withPercentage(3));
    }

    @Test
    void addsThoseOfOthers() {
        latencies.add(10);
        Latencies others = new Latencies();
        others.add(20);
        others.add(30);

        latencies.add(others);

        assertThat(latencies.count()).isEqualTo(3);
        assertThat(latencies.quantileNanos(1)).isEqualTo(30);
    }

    @Test
    void knowsNothingOfNoTimes() {
        assertThat(latencies.quantileNanos(0.5)).isNaN();
    }
}
