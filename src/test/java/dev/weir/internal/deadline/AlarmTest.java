package dev.weir.internal.deadline;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** When an alarm rings, however long a user's limit is. */
class AlarmTest {

    private static final class Limit extends Alarm {
        Limit(long sinceNanos, long nanos) {
            super(sinceNanos, nanos);
        }

        @Override
        protected void ring() {}
    }

    private static boolean isDue(Alarm alarm, long nowNanos) {
        return alarm.decide(nowNanos) == Alarm.Fate.RINGS;
    }

    @Test
    void neverRingsAtOnceThoughTheLimitIsAsLongAsATimeCanBe() {
        Alarm alarm = new Limit(1_000, Long.MAX_VALUE);

        assertThat(isDue(alarm, 999)).isFalse(); // looked at the clock just before it was set
        assertThat(isDue(new Limit(1_000, 50), 1_049)).isFalse();
    }

    @Test
    void ringsWhenTheLimitIsOver() {
        Alarm alarm = new Limit(1_000, 50);

        assertThat(isDue(alarm, 1_050)).isTrue();
    }
}
