package dev.weir.internal.keepalive;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class IdleLimitTest {

    @ParameterizedTest
    @CsvSource({
        "100, 30", // far above the maximum
        "33, 30",
        "32, 30", // the maximum and the margin
        "31, 29",
        "5, 3",
        "4, 2", // twice the margin
        "3, 2", // from here on half of the hint: 3 - 3 / 2
        "2, 1",
        "1, 1",
        "0, 0",
        "9223372036854775807, 30"
    })
    void staysBelowTheHintByTheMarginOrHalfOfIt(long hint, long allowed) {
        assertThat(new KeepAliveHint(hint, KeepAliveHint.NONE).idleNanos(30, 2)).isEqualTo(allowed);
    }

    @Test
    void withoutAHintTheMaximumHolds() {
        assertThat(KeepAliveHint.ABSENT.idleNanos(30, 2)).isEqualTo(30);
    }

    @Test
    void maximumOfZeroKeepsNothing() {
        assertThat(KeepAliveHint.ABSENT.idleNanos(0, 2)).isZero();
        assertThat(new KeepAliveHint(100, KeepAliveHint.NONE).idleNanos(0, 2)).isZero();
    }

    @Test
    void withoutAMarginTheHintHolds() {
        assertThat(new KeepAliveHint(5, KeepAliveHint.NONE).idleNanos(30, 0)).isEqualTo(5);
    }
}
