package dev.weir.internal.deadline;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MovableAlarmTest {

    private final MovableAlarm alarm = new MovableAlarm() {
        @Override
        protected void ring() {
            throw new UnsupportedOperationException();
        }
    };

    @Test
    void ringsWhenItsTimeHasCome() {
        alarm.on(100);

        assertThat(alarm.decide(99)).isEqualTo(Alarm.Fate.STAYS);
        assertThat(alarm.leftNanos(99)).isEqualTo(1);
        assertThat(alarm.decide(100)).isEqualTo(Alarm.Fate.RINGS);
        assertThat(alarm.hasRung()).isTrue();
    }

    @Test
    void doesNotRingOnceItIsOff() {
        alarm.on(100);

        assertThat(alarm.off()).isTrue();
        assertThat(alarm.isOn()).isFalse();
        assertThat(alarm.decide(200)).isNotEqualTo(Alarm.Fate.RINGS);
    }

    @Test
    void ringsByTheTimeItWasSwitchedOnForLast() {
        alarm.on(100);
        alarm.off();
        alarm.on(300);

        assertThat(alarm.decide(200)).isEqualTo(Alarm.Fate.STAYS);
        assertThat(alarm.decide(300)).isEqualTo(Alarm.Fate.RINGS);
    }

    @Test
    void keepsItsPlaceUntilALookFindsItOff() {
        MovableAlarm.Before first = alarm.on(100);
        alarm.off();
        MovableAlarm.Before second = alarm.on(200);
        alarm.off();
        Alarm.Fate fate = alarm.decide(150);
        MovableAlarm.Before third = alarm.on(300);

        assertThat(first).isEqualTo(MovableAlarm.Before.AWAY);
        assertThat(second).isEqualTo(MovableAlarm.Before.OFF);
        assertThat(fate).isEqualTo(Alarm.Fate.LEAVES);
        assertThat(third).isEqualTo(MovableAlarm.Before.AWAY);
    }

    @Test
    void cannotBeSwitchedOffOrOnOnceItHasRung() {
        alarm.on(100);
        alarm.decide(100);

        assertThat(alarm.off()).isFalse();
        assertThat(alarm.on(200)).isEqualTo(MovableAlarm.Before.RUNG);
        assertThat(alarm.decide(300)).isEqualTo(Alarm.Fate.STAYS);
    }

    @ParameterizedTest
    @ValueSource(longs = {Long.MIN_VALUE, Long.MIN_VALUE + 1, Long.MIN_VALUE + 2, -1, 0, Long.MAX_VALUE})
    void takesEveryTime(long atNanos) {
        alarm.on(atNanos);

        assertThat(alarm.isOn()).isTrue();
        assertThat(alarm.decide(atNanos - 1)).isEqualTo(Alarm.Fate.STAYS);
        assertThat(alarm.decide(atNanos + 10)).isEqualTo(Alarm.Fate.RINGS);
    }

    @Test
    void isOffAfterAFailureToPlaceIt() {
        alarm.on(100);
        alarm.failed(false);

        assertThat(alarm.isOn()).isFalse();
        assertThat(alarm.on(200)).isEqualTo(MovableAlarm.Before.AWAY);
    }
}
