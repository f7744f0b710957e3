package dev.weir.internal.async;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.apache.hc.core5.reactor.IOWorkerStats;
import org.apache.hc.core5.util.TimeValue;
import org.junit.jupiter.api.Test;

class WorkerChoiceTest {

    private static final long NOW = 1_000_000;
    private static final long INTERVAL = 50;
    private static final long LATE = NOW - INTERVAL - WorkerChoice.GRACE_MILLIS - 1;

    private final WorkerChoice choice = new WorkerChoice(TimeValue.ofMilliseconds(INTERVAL));

    private record Seen(long lastSelectMilli) implements IOWorkerStats {
        @Override
        public int totalChannelCount() {
            return 0;
        }

        @Override
        public int pendingChannelCount() {
            return 0;
        }
    }

    private int choose(int first, long... seen) {
        return choice.choose(Arrays.stream(seen).mapToObj(Seen::new).toArray(IOWorkerStats[]::new), first, NOW);
    }

    @Test
    void takesThoseThatAreAtTheirSelectorInTurn() {
        assertThat(choose(0, NOW, NOW - INTERVAL)).isZero();
        assertThat(choose(1, NOW, NOW - INTERVAL)).isOne();
        assertThat(choose(2, NOW, NOW - INTERVAL)).isZero();
    }

    @Test
    void passesOverOneThatIsHeldUp() {
        assertThat(choose(0, LATE, NOW)).isOne();
        assertThat(choose(0, LATE + 1, NOW)).isZero();
    }

    @Test
    void takesOneThatHasJustBeenStarted() {
        assertThat(choose(0, 0, NOW)).isZero();
    }

    @Test
    void takesTheOneThatWasSeenLastIfAllAreHeldUp() {
        assertThat(choose(0, LATE - 2, LATE, LATE - 1)).isOne();
    }

    @Test
    void goesOnWhenTheCountOfConnectionsOverflows() {
        assertThat(choose(Integer.MAX_VALUE, NOW, NOW, NOW)).isBetween(0, 2);
    }
}
