package dev.weir.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class ScheduleTest {

    private static final long SECOND = Duration.ofSeconds(1).toNanos();

    @Test
    void spacesRequestsEvenly() {
        Schedule schedule = Schedule.of(500, 4, SECOND);

        LongStream moments = LongStream.range(0, schedule.count()).map(schedule::momentOf);

        assertThat(moments).containsExactly(500L, 250_000_500L, 500_000_500L, 750_000_500L);
    }

    @Test
    void sendsAsManyAsTheRateSays() {
        assertThat(Schedule.of(0, 200, SECOND * 3 / 2).count()).isEqualTo(300);
        assertThat(Schedule.of(0, 0.5, SECOND * 10).count()).isEqualTo(5);
    }

    @Test
    void sendsAtLeastOne() {
        assertThat(Schedule.of(0, 1, SECOND / 10).count()).isEqualTo(1);
    }

    @Test
    void doesNotDriftWhereTheGapIsNoWholeNumberOfNanoseconds() {
        Schedule schedule = Schedule.of(0, 3, SECOND * 1_000);

        assertThat(schedule.momentOf(3_000)).isEqualTo(1_000 * SECOND);
    }

    @Test
    void goesOnWhereNanosecondsOverflow() {
        Schedule schedule = Schedule.of(Long.MAX_VALUE - 10, 1, SECOND * 2);

        assertThat(schedule.momentOf(1) - schedule.momentOf(0)).isEqualTo(SECOND);
    }
}
