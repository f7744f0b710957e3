package dev.weir.engine;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class CountsTest {

    private final Counts counts = new Counts();

    @Test
    void keepsLeasedAndIdleApart() {
        counts.leased(3);
        counts.idle(2);
        counts.pending(4);

        assertThat(counts.leased()).isEqualTo(3);
        assertThat(counts.idle()).isEqualTo(2);
        assertThat(counts.pending()).isEqualTo(4);
    }

    @Test
    void shiftsConnectionsFromIdleToLeased() {
        counts.idle(2);

        counts.idle(-1);
        counts.leased(1);

        assertThat(counts.leased()).isEqualTo(1);
        assertThat(counts.idle()).isEqualTo(1);
    }

    @Test
    void keepsIdleAsItIsWhileLeasedIsBelowZero() {
        counts.idle(5);

        counts.leased(-1);

        assertThat(counts.leased()).isZero();
        assertThat(counts.idle()).isEqualTo(5);
    }

    @Test
    void keepsLeasedAsItIsWhileIdleIsBelowZero() {
        counts.leased(5);

        counts.idle(-1);

        assertThat(counts.leased()).isEqualTo(5);
        assertThat(counts.idle()).isZero();
    }
}
