package dev.weir.internal.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class LineRateTest {

    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

    // Not far from where the clock overflows, which it may.
    private static final long START = Long.MAX_VALUE - SECOND / 2;

    private final LineRate rate = new LineRate(2);

    @Test
    void allowsSoManyInAnySecond() {
        assertThat(rate.leftOutBefore(START)).isZero();
        assertThat(rate.leftOutBefore(START + SECOND - 2)).isZero();
        assertThat(rate.leftOutBefore(START + SECOND - 1)).isEqualTo(LineRate.NONE);
        assertThat(rate.leftOutBefore(START + SECOND)).isEqualTo(1);
        assertThat(rate.leftOutBefore(START + SECOND + 1)).isEqualTo(LineRate.NONE);
    }

    @Test
    void countsThoseLeftOutOnce() {
        rate.leftOutBefore(START);
        rate.leftOutBefore(START);
        rate.leftOutBefore(START);
        rate.leftOutBefore(START);

        assertThat(rate.leftOutBefore(START + SECOND)).isEqualTo(2);
        assertThat(rate.leftOutBefore(START + SECOND)).isZero();
    }
}
