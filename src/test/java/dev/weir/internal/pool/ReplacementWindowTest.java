package dev.weir.internal.pool;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ReplacementWindowTest {

    @Test
    void beginsTwoIntervalsBeforeTheEnd() {
        ReplacementWindow window = ReplacementWindow.of(5, 300);

        assertThat(window.isNear(11)).isFalse();
        assertThat(window.isNear(10)).isTrue();
        assertThat(window.isNear(1)).isTrue();
        assertThat(window.pauseNanos()).isEqualTo(5);
    }

    @Test
    void isTooLateAtTheEnd() {
        ReplacementWindow window = ReplacementWindow.of(5, 300);

        assertThat(window.isNear(0)).isFalse();
        assertThat(window.isNear(-1)).isFalse();
    }

    @Test
    void takesAtMostAQuarterOfALifetimeAndIsLookedForInTime() {
        ReplacementWindow window = ReplacementWindow.of(Long.MAX_VALUE, 400);

        assertThat(window.leadNanos()).isEqualTo(100);
        assertThat(window.pauseNanos()).isEqualTo(50);
    }
}
