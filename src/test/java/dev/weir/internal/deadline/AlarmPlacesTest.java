package dev.weir.internal.deadline;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import org.junit.jupiter.api.Test;

class AlarmPlacesTest {

    private final long now = nearOverflow();

    private final AlarmPlaces places = new AlarmPlaces(16);
    private final Queue<Alarm> due = new ArrayDeque<>();

    // Nano times may overflow, so that those of the tests do.
    private static long nearOverflow() {
        return Long.MAX_VALUE - 10;
    }

    private Alarm added(long atNanos) {
        Alarm alarm = new Alarm(atNanos) {
            @Override
            protected void ring() {
                throw new UnsupportedOperationException();
            }
        };
        assertThat(places.add(alarm, 1)).isTrue();
        return alarm;
    }

    private List<Alarm> taken() {
        List<Alarm> taken = new ArrayList<>();
        for (Alarm alarm = due.poll(); alarm != null; alarm = due.poll()) {
            taken.add(alarm);
        }
        return taken;
    }

    @Test
    void giveUpTheAlarmsWhoseTimeHasCome() {
        Alarm past = added(now - 1);
        added(now + 20);
        Alarm present = added(now);

        long nextNanos = places.takeDue(now, due, now + 100);

        assertThat(taken()).containsExactlyInAnyOrder(past, present);
        assertThat(nextNanos).isEqualTo(now + 20);
        assertThat(places.count()).isEqualTo(1);
    }

    @Test
    void tellTheLatestTimeIfThereIsNothingBefore() {
        added(now + 200);

        long nextNanos = places.takeDue(now, due, now + 100);

        assertThat(nextNanos).isEqualTo(now + 100);
    }

    @Test
    void forgetAnAlarmThatIsSwitchedOff() {
        Alarm kept = added(now);
        Alarm removed = added(now);

        places.remove(removed);
        places.remove(removed);
        places.takeDue(now, due, now + 100);

        assertThat(taken()).containsExactly(kept);
    }

    @Test
    void refuseAnAlarmIfAllThatItLooksAtAreTaken() {
        for (int i = 0; i < 8; i++) {
            added(now);
        }
        MovableAlarm late = movable();

        assertThat(places.add(late, 1)).isFalse();
        assertThat(places.add(late, 1 << 20)).isTrue();
    }

    @Test
    void areFreeAgainAfterALookThatFindsAnAlarmOff() {
        MovableAlarm alarm = movable();
        alarm.on(now + 10);
        places.add(alarm, 1);
        alarm.off();

        long nextNanos = places.takeDue(now + 20, due, now + 100);

        assertThat(taken()).isEmpty();
        assertThat(nextNanos).isEqualTo(now + 100);
        assertThat(alarm.on(now + 30)).isEqualTo(MovableAlarm.Before.AWAY);
    }

    private static MovableAlarm movable() {
        return new MovableAlarm() {
            @Override
            protected void ring() {
                throw new UnsupportedOperationException();
            }
        };
    }
}
