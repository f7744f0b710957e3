package dev.weir.internal.deadline;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import org.junit.jupiter.api.Test;

class AlarmListTest {

    private final long now = nearOverflow();

    private final AlarmList list = new AlarmList();
    private final Queue<Alarm> due = new ArrayDeque<>();

    @Test
    void takesTheAlarmsWhoseTimeHasCome() {
        Alarm past = added(now - 1);
        added(now + 20);
        Alarm present = added(now);

        list.takeDue(now, due, now + 100);

        assertThat(taken()).containsExactlyInAnyOrder(past, present);
    }

    @Test
    void returnsTheEarliestOfTheOthers() {
        added(now + 30);
        added(now + 20);
        added(now - 1);

        long nextNanos = list.takeDue(now, due, now + 100);

        assertThat(nextNanos).isEqualTo(now + 20);
    }

    @Test
    void returnsTheLatestTimeIfThereIsNothingBefore() {
        added(now + 200);

        long nextNanos = list.takeDue(now, due, now + 100);

        assertThat(nextNanos).isEqualTo(now + 100);
    }

    @Test
    void takesEachAlarmOnce() {
        added(now);
        list.takeDue(now, due, now + 100);

        list.takeDue(now, due, now + 100);

        assertThat(taken()).hasSize(1);
        assertThat(list.isEmpty()).isTrue();
    }

    @Test
    void forgetsAnAlarmWhereverItStands() {
        Alarm last = added(now);
        Alarm middle = added(now);
        Alarm first = added(now);
        Alarm kept = added(now);

        list.remove(middle);
        list.remove(first);
        list.remove(last);
        list.remove(last);
        list.takeDue(now, due, now + 100);

        assertThat(taken()).containsExactly(kept);
    }

    private List<Alarm> taken() {
        List<Alarm> taken = new ArrayList<>();
        for (Alarm alarm = due.poll(); alarm != null; alarm = due.poll()) {
            taken.add(alarm);
        }
        return taken;
    }

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
        list.add(alarm);
        return alarm;
    }
}
