package dev.weir.internal.pool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.internal.diagnosis.LeakFigures;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class LeakMemoryTest {

    private final LeakMemory memory = new LeakMemory();

    @Test
    void countsWhatIsHeldUntilItComesBack() {
        memory.suspected(0);
        memory.suspected(0);
        memory.returned();

        assertThat(memory.figures(0)).isEqualTo(new LeakFigures(1, 0, "unknown"));
    }

    @Test
    void doesNotCountAsHeldWhatWasTakenBack() {
        memory.collected(0);
        memory.leasedAt("Orders.java:42");

        assertThat(memory.figures(1)).isEqualTo(new LeakFigures(0, 1, "Orders.java:42"));
    }

    @Test
    void forgetsAfterSomeMinutesWhatWasTakenBack() {
        memory.collected(0);

        assertThat(memory.figures(TimeUnit.MINUTES.toNanos(11)).areAny()).isFalse();
    }
}
