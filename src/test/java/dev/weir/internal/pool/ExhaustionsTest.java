package dev.weir.internal.pool;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ExhaustionsTest {

    private static final long START = Long.MAX_VALUE - 10; // overflows soon

    private final Exhaustions exhaustions = new Exhaustions(START);

    @Test
    void areLoggedOncePerIntervalWithTheNumberOfTheOthers() {
        assertThat(exhaustions.silentBefore(START)).isZero();
        assertThat(exhaustions.silentBefore(START + 1)).isNegative();
        assertThat(exhaustions.silentBefore(START + Exhaustions.INTERVAL_NANOS - 1))
                .isNegative();
        assertThat(exhaustions.silentBefore(START + Exhaustions.INTERVAL_NANOS)).isEqualTo(2);
        assertThat(exhaustions.silentBefore(START + 2 * Exhaustions.INTERVAL_NANOS))
                .isZero();
    }
}
