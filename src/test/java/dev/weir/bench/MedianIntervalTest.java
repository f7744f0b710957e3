package dev.weir.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class MedianIntervalTest {

    @Test
    void takesTheMiddleOfAnOddNumberWhateverTheirOrder() {
        MedianInterval interval = MedianInterval.of(9, 1, 3);

        assertThat(interval.median()).isEqualTo(3);
    }

    @Test
    void takesTheMeanOfTheTwoInTheMiddleOfAnEvenNumber() {
        MedianInterval interval = MedianInterval.of(4, 1, 2, 100);

        assertThat(interval.median()).isEqualTo(3);
    }

    @Test
    void claimsNoIntervalForFewerThanSixMeasurements() {
        MedianInterval interval = MedianInterval.of(1, 2, 3, 4, 5);

        assertThat(interval.low()).isNaN();
        assertThat(interval.high()).isNaN();
    }

    @Test
    void reachesFromTheLeastToTheMostOfSix() {
        MedianInterval interval = MedianInterval.of(6, 5, 4, 3, 2, 1);

        assertThat(interval).isEqualTo(new MedianInterval(3.5, 1, 6));
    }

    // Of ten independent measurements, one or none lies below the true median with a probability of 11 in 1,024.
    @Test
    void leavesOutOneAtEachEndOfTen() {
        MedianInterval interval = MedianInterval.of(1, 2, 3, 4, 5, 6, 7, 8, 9, 10);

        assertThat(interval).isEqualTo(new MedianInterval(5.5, 2, 9));
    }

    @Test
    void narrowsWithTheNumberOfMeasurements() {
        MedianInterval interval =
                MedianInterval.of(IntStream.rangeClosed(1, 101).asDoubleStream().toArray());

        assertThat(interval).isEqualTo(new MedianInterval(51, 41, 61));
    }

    @Test
    void leavesWhatIsMeasuredInItsOrder() {
        double[] measurements = {3, 1, 2};

        MedianInterval.of(measurements);

        assertThat(measurements).containsExactly(3, 1, 2);
    }

    @Test
    void hasNoMedianOfNothing() {
        assertThat(MedianInterval.of().median()).isNaN();
    }
}
