package dev.weir.internal.async;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.apache.hc.core5.util.Timeout;
import org.junit.jupiter.api.Test;

/** How long a dial may take, and that no sum with it overflows. */
class AsyncDialTest {

    private static final long YEAR_NANOS = TimeUnit.DAYS.toNanos(365);

    @Test
    void takesALimitAsItIs() {
        assertThat(AsyncDial.limitNanos(Timeout.ofMilliseconds(1))).isEqualTo(1_000_000);
        assertThat(AsyncDial.limitNanos(Timeout.ofDays(364))).isEqualTo(TimeUnit.DAYS.toNanos(364));
    }

    @Test
    void endsAfterAYearWithoutALimit() {
        assertThat(AsyncDial.limitNanos(Timeout.DISABLED)).isEqualTo(YEAR_NANOS);
    }

    @Test
    void endsAfterAYearAtTheLatestHoweverLongTheLimitIs() {
        assertThat(AsyncDial.limitNanos(Timeout.ofDays(366))).isEqualTo(YEAR_NANOS);
        assertThat(AsyncDial.limitNanos(Timeout.ofMilliseconds(Long.MAX_VALUE))).isEqualTo(YEAR_NANOS);
    }
}
