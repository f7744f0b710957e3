package dev.weir.internal.pool;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SuccessionTest {

    @Test
    void beginsTwoIntervalsBeforeTheEnd() {
        Succession succession = Succession.of(5, 300);

        assertThat(succession.isNear(11)).isFalse();
        assertThat(succession.isNear(10)).isTrue();
        assertThat(succession.isNear(1)).isTrue();
        assertThat(succession.pauseNanos()).isEqualTo(5);
    }

    @Test
    void isTooLateAtTheEnd() {
        Succession succession = Succession.of(5, 300);

        assertThat(succession.isNear(0)).isFalse();
        assertThat(succession.isNear(-1)).isFalse();
    }

    @Test
    void takesAtMostAQuarterOfALifetimeAndIsLookedForInTime() {
        Succession succession = Succession.of(Long.MAX_VALUE, 400);

        assertThat(succession.leadNanos()).isEqualTo(100);
        assertThat(succession.pauseNanos()).isEqualTo(50);
    }
}
