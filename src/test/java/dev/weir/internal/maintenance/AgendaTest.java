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
    void aTaskThatFailsIsTriedAgainSoon() {
        agenda.add(one, START);

        agenda.failed(one, new AssertionError("on purpose"), START);

        assertThat(agenda.due(START + Agenda.RETRY_NANOS - 1)).isEmpty();
        assertThat(agenda.due(START + Agenda.RETRY_NANOS)).containsExactly(one);
    }
}
