package dev.weir.internal.traffic;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.event.CloseCause;
import dev.weir.event.DialOutcome;
import dev.weir.event.LeaseOutcome;
import java.time.Duration;
import java.util.Map;
import java.util.stream.LongStream;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;

class TrafficCountersTest {

    private static final long START = Long.MAX_VALUE - 1_000; // overflows soon

    private final TrafficCounters counters = new TrafficCounters(START);

    @Test
    void countWhatHappened() {
        counters.leased(LeaseOutcome.DIALED, 0);
        counters.leased(LeaseOutcome.REUSED_AFTER_WAIT, Duration.ofMillis(30).toNanos());
        counters.released(Duration.ofMillis(100).toNanos(), 2);
        counters.released(Duration.ofMillis(300).toNanos(), 1);
        counters.dialed(DialOutcome.CONNECTED, Duration.ofMillis(5).toNanos());
        counters.closed(CloseCause.STALE, 1);
        counters.closed(CloseCause.IDLE, 9);

        Traffic traffic = counters.recent(START + Duration.ofSeconds(10).toNanos());

        assertThat(traffic.span()).isEqualTo(Duration.ofSeconds(10));
        assertThat(traffic.totalLeases()).isEqualTo(2);
        assertThat(traffic.leases(LeaseOutcome.DIALED)).isEqualTo(1);
        assertThat(traffic.totalClosed()).isEqualTo(2);
        assertThat(traffic.closed(CloseCause.STALE)).isEqualTo(1);
        assertThat(traffic.usedOnce()).isEqualTo(1);
        assertThat(traffic.usesOfClosed()).isEqualTo(10);
        assertThat(traffic.dials(DialOutcome.CONNECTED)).isEqualTo(1);
        assertThat(traffic.held().mean()).isEqualTo(Duration.ofMillis(200));
        assertThat(traffic.waited().count()).isEqualTo(1);
        assertThat(traffic.peakInUse()).isEqualTo(2);
        assertThat(traffic.ratePerSecond()).isEqualTo(0.2);
    }

    @Test
    void forgetOldResponses() {
        counters.leased(LeaseOutcome.DIALED, 0);
        counters.released(Duration.ofSeconds(1).toNanos(), 7);
        counters.mark(START + TrafficCounters.MARK_NANOS);
        counters.released(Duration.ofMillis(1).toNanos(), 3);
        counters.mark(START + 2 * TrafficCounters.MARK_NANOS);

        Traffic traffic = counters.recent(START + 2 * TrafficCounters.MARK_NANOS);

        assertThat(traffic.span().toNanos()).isEqualTo(TrafficCounters.MARK_NANOS);
        assertThat(traffic.totalLeases()).isZero();
        assertThat(traffic.held().mean()).isEqualTo(Duration.ofMillis(1));
        assertThat(traffic.peakInUse()).isEqualTo(3);
        assertThat(counters.leaseCounts()).containsEntry(LeaseOutcome.DIALED, 1L);
    }

    @Test
    void keepAllCountsAndRestAfterTwoPeriodsWithoutTraffic() {
        for (int i = 1; i <= 4; i++) {
            counters.leased(LeaseOutcome.REUSED, 0);
            counters.closed(CloseCause.IDLE, i);
            counters.mark(START + i * TrafficCounters.MARK_NANOS);
        }

        assertThat(counters.isActive()).isTrue();
        assertThat(counters.recent(START + 4 * TrafficCounters.MARK_NANOS).usesOfClosed())
                .isEqualTo(4);
        counters.mark(START + 5 * TrafficCounters.MARK_NANOS);

        assertThat(counters.isActive()).isFalse();
        assertThat(counters.leaseCounts()).containsExactly(Map.entry(LeaseOutcome.REUSED, 4L));
        assertThat(counters.closedCounts()).containsExactly(Map.entry(CloseCause.IDLE, 4L));
    }

    @Test
    void tellPercentilesWithinTheWidthOfABucket() {
        Duration[] times =
                LongStream.rangeClosed(1, 1_000).mapToObj(Duration::ofMillis).toArray(Duration[]::new);

        Times histogram = Times.of(times);

        assertThat(histogram.percentile(0.5).toMillis()).isCloseTo(500, Percentage.withPercentage(13));
        assertThat(histogram.percentile(0.99).toMillis()).isCloseTo(990, Percentage.withPercentage(13));
        assertThat(histogram.mean()).isEqualTo(Duration.ofMillis(500).plusNanos(500_000));
    }

    @Test
    void takeTimesOfAnyLength() {
        Times histogram = Times.of(Duration.ZERO, Duration.ofNanos(-5), Duration.ofDays(1_000));

        assertThat(histogram.count()).isEqualTo(3);
        assertThat(histogram.percentile(1)).isGreaterThan(Duration.ofMinutes(1));
    }
}
