package dev.weir.internal.records;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class PatienceTest {

    // So that the end is beyond the overflow.
    private static final long START_NANOS = Long.MAX_VALUE - 1_000;

    @Test
    void endsAfterItsTime() {
        Patience patience = Patience.ofMillis(1_000, START_NANOS);

        assertThat(patience.isOver(after(999))).isFalse();
        assertThat(patience.remainingMillis(after(990))).isEqualTo(10);
        assertThat(patience.isOver(after(1_000))).isTrue();
        assertThat(patience.remainingMillis(after(2_000))).isEqualTo(1);
    }

    @Test
    void isShortOnceThereAreAddresses() {
        Patience patience = Patience.ofMillis(1_000, START_NANOS);
        patience.shorten(after(100));

        assertThat(patience.isOver(after(499))).isFalse();
        assertThat(patience.isOver(after(500))).isTrue();
    }

    @Test
    void neverGrows() {
        Patience patience = Patience.ofMillis(1_000, START_NANOS);
        patience.shorten(after(900));

        assertThat(patience.isOver(after(1_000))).isTrue();
    }

    private static long after(long millis) {
        return START_NANOS + TimeUnit.MILLISECONDS.toNanos(millis);
    }
}
