package dev.weir.engine;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class CountsTest {

    private final Counts counts = new Counts();

    @Test
    void keepsLeasedAndIdleApart() {
        counts.connections.add(3 * Counts.LEASED);
        counts.connections.add(2 * Counts.IDLE);
        counts.pending.add(4);

        assertThat(counts.leased()).isEqualTo(3);
        assertThat(counts.idle()).isEqualTo(2);
        assertThat(counts.pending()).isEqualTo(4);
    }

    @Test
    void shiftsConnectionsFromIdleToLeasedAndBack() {
        counts.connections.add(2 * Counts.IDLE);

        counts.connections.add(Counts.TAKEN);

        assertThat(counts.leased()).isEqualTo(1);
        assertThat(counts.idle()).isEqualTo(1);

        counts.connections.add(-Counts.TAKEN);

        assertThat(counts.leased()).isZero();
        assertThat(counts.idle()).isEqualTo(2);
    }

    @Test
    void keepsIdleAsItIsWhileLeasedIsBelowZero() {
        counts.connections.add(5 * Counts.IDLE);

        counts.connections.add(-Counts.LEASED);

        assertThat(counts.leased()).isZero();
        assertThat(counts.idle()).isEqualTo(5);
    }

    @Test
    void keepsLeasedAsItIsWhileIdleIsBelowZero() {
        counts.connections.add(5 * Counts.LEASED);

        counts.connections.add(-Counts.IDLE);

        assertThat(counts.leased()).isEqualTo(5);
        assertThat(counts.idle()).isZero();
    }
}
