package dev.weir.internal.pool;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;

class IdleGaugeTest {

    private static final long INTERVAL = 5;

    // So that it soon overflows.
    private long now = Long.MAX_VALUE - 7;
    private final IdleGauge level = new IdleGauge(now);

    private void rise(int times) {
        for (int i = 0; i < times; i++) {
            level.riseWithin(Integer.MAX_VALUE);
        }
    }

    private int unneededAfter(long time) {
        now += time;
        return level.unneededFor(INTERVAL, now);
    }

    @Test
    void nothingIsKnownBeforeTheIntervalHasPassed() {
        rise(4);
        unneededAfter(INTERVAL);

        assertThat(unneededAfter(INTERVAL - 1)).isZero();
        assertThat(unneededAfter(1)).isEqualTo(4);
    }

    @Test
    void agreesWithABookOfEveryChange() {
        Random random = new Random(7);
        int book = 0;
        int lowest = 0;
        for (int i = 0; i < 20_000; i++) {
            if (random.nextBoolean()) {
                level.riseWithin(Integer.MAX_VALUE);
                book++;
            } else if (book > 0) {
                level.fall();
                lowest = Math.min(lowest, --book);
            }
            if (random.nextInt(10) == 0) {
                assertThat(unneededAfter(INTERVAL)).isEqualTo(lowest);
                lowest = book;
            }
        }
    }
}
