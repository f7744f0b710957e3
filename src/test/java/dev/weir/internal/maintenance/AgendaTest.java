package dev.weir.internal.maintenance;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class AgendaTest {

    /** Soon overflows. */
    private static final long START =
            Duration.ofNanos(Long.MAX_VALUE).minusNanos(10).toNanos();

    private final Agenda agenda = new Agenda();
    private final Maintained one = () -> 1;
    private final Maintained two = () -> 2;

    @Test
    void aTaskThatIsAddedIsDueAtOnce() {
        agenda.add(one, START);

        assertThat(agenda.due(START)).containsExactly(one);
        assertThat(agenda.delayNanos(START)).isZero();
    }

    @Test
    void isDueAgainAfterTheTimeThatItAskedFor() {
        agenda.add(one, START);

        agenda.done(one, 100, START);

        assertThat(agenda.due(START + 99)).isEmpty();
        assertThat(agenda.delayNanos(START + 30)).isEqualTo(70);
        assertThat(agenda.due(START + 100)).containsExactly(one);
    }

    @Test
    void tasksWithLongPausesAreDueTogether() {
        long start = Duration.ofSeconds(70).toNanos();
        agenda.add(one, start);
        agenda.add(two, start);

        agenda.done(one, Duration.ofMillis(250).toNanos(), start + 3);
        agenda.done(two, Duration.ofMillis(250).toNanos(), start + 45_000_000);

        assertThat(agenda.delayNanos(start)).isEqualTo(200_000_000);
        assertThat(agenda.due(start + 200_000_000)).containsExactly(one, two);
    }

    @Test
    void tasksWithPausesBelowATenthOfASecondAreDueTogetherToo() {
        long start = Duration.ofSeconds(70).toNanos();
        agenda.add(one, start);
        agenda.add(two, start);

        agenda.done(one, Duration.ofMillis(20).toNanos(), start + 3);
        agenda.done(two, Duration.ofMillis(30).toNanos(), start + 7_000_000);

        assertThat(agenda.delayNanos(start)).isEqualTo(20_000_000);
        assertThat(agenda.due(start + 20_000_000)).containsExactly(one, two);
    }

    @Test
    void isNeverDueLaterThanItAskedForNorSoonerThanAStep() {
        for (long millis = 0; millis < 1_000; millis += 7) {
            Agenda fresh = new Agenda();
            long nowNanos = START - 500_000_000 + millis * 1_000_000;
            fresh.add(one, nowNanos);

            fresh.done(one, millis * 1_000_000, nowNanos);

            long earlyNanos = millis * 1_000_000 - fresh.delayNanos(nowNanos);
            assertThat(earlyNanos).isBetween(0L, millis < 20 ? 0L : millis < 100 ? 20_000_000L : 100_000_000L);
        }
    }

    @Test
    void isDueAtOnceIfItIsHurried() {
        agenda.add(one, START);
        agenda.done(one, 100, START);

        agenda.hurry(one, START + 10);
        agenda.hurry(two, START + 10);

        assertThat(agenda.due(START + 10)).containsExactly(one);
    }

    @Test
    void isDueOnceMoreIfItIsHurriedDuringItsVisit() {
        agenda.add(one, START);
        agenda.due(START);

        agenda.hurry(one, START);
        agenda.done(one, 100, START + 10);

        assertThat(agenda.due(START + 10)).containsExactly(one);
        agenda.done(one, 100, START + 10);
        assertThat(agenda.due(START + 10)).isEmpty();
    }

    @Test
    void tellsWhetherATaskIsThere() {
        agenda.add(one, START);

        assertThat(agenda.has(task -> task == one)).isTrue();
        assertThat(agenda.has(task -> task == two)).isFalse();
        agenda.remove(one);
        assertThat(agenda.has(task -> task == one)).isFalse();
    }

    @Test
    void waitsForTheFirstTaskThatIsDue() {
        agenda.add(one, START);
        agenda.add(two, START);

        agenda.done(one, 100, START);
        agenda.done(two, 50, START);

        assertThat(agenda.delayNanos(START)).isEqualTo(50);
        assertThat(agenda.due(START + 50)).containsExactly(two);
    }

    @Test
    void aTaskThatFailsIsTriedAgainSoon() {
        agenda.add(one, START);

        agenda.failed(one, new AssertionError("on purpose"), START);

        assertThat(agenda.due(START + Agenda.RETRY_NANOS - 1)).isEmpty();
        assertThat(agenda.due(START + Agenda.RETRY_NANOS)).containsExactly(one);
    }

    @Test
    void aTaskThatIsRemovedIsNeverDue() {
        agenda.add(one, START);
        agenda.add(two, START);

        agenda.remove(one);
        agenda.done(one, 0, START);

        assertThat(agenda.due(START)).containsExactly(two);
        assertThat(agenda.isEmpty()).isFalse();
        agenda.remove(two);
        assertThat(agenda.isEmpty()).isTrue();
    }
}
