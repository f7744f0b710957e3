package dev.weir.internal.traffic;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class RequestWindowTest {

    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

    private long nowNanos = Long.MAX_VALUE - 5 * SECOND;
    private long count = 1_000;
    private final RequestWindow window = new RequestWindow(nowNanos, count);

    private void second(long requests) {
        nowNanos += SECOND;
        window.mark(nowNanos, count);
        count += requests;
    }

    @Test
    void countsFromTheBeginningUntilThatIsTenSecondsAgo() {
        count += 7;

        assertThat(window.since(nowNanos, count)).isEqualTo(7);
        assertThat(window.since(nowNanos + 10 * SECOND, count)).isEqualTo(7);
        assertThat(window.since(nowNanos + 10 * SECOND + 1, count)).isZero();
    }

    @Test
    void countsTheLastTenSecondsOfALongTime() {
        for (int i = 0; i < 1_000; i++) {
            second(i);
        }

        assertThat(window.since(nowNanos, count))
                .isEqualTo(999 + 998 + 997 + 996 + 995 + 994 + 993 + 992 + 991 + 990 + 989);
    }
}
