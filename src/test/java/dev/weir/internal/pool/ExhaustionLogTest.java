package dev.weir.internal.pool;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ExhaustionLogTest {

    private static final long START = Long.MAX_VALUE - 10; // overflows soon

    private final ExhaustionLog exhaustionLog = new ExhaustionLog(START);

    @Test
    void areLoggedOncePerIntervalWithTheNumberOfTheOthers() {
        assertThat(exhaustionLog.silentBefore(START)).isZero();
        assertThat(exhaustionLog.silentBefore(START + 1)).isNegative();
        assertThat(exhaustionLog.silentBefore(START + ExhaustionLog.INTERVAL_NANOS - 1))
                .isNegative();
        assertThat(exhaustionLog.silentBefore(START + ExhaustionLog.INTERVAL_NANOS))
                .isEqualTo(2);
        assertThat(exhaustionLog.silentBefore(START + 2 * ExhaustionLog.INTERVAL_NANOS))
                .isZero();
    }
}
