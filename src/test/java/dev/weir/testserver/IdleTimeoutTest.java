package dev.weir.testserver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class IdleTimeoutTest {

    @Test
    void isExactWithoutJitter() {
        IdleTimeout timeout = IdleTimeout.after(Duration.ofNanos(1_000));

        assertThat(LongStream.range(0, 100).map(timeout::nanosFor).distinct()).containsExactly(1_000L);
    }

    @Test
    void spreadsEvenlyAroundTheTimeout() {
        IdleTimeout timeout = IdleTimeout.after(Duration.ofMillis(1)).jitter(0.5);

        long[] drawn = LongStream.range(0, 10_000).map(timeout::nanosFor).toArray();

        assertThat(LongStream.of(drawn).min().orElseThrow()).isBetween(timeout.shortestNanos(), 510_000L);
        assertThat(LongStream.of(drawn).max().orElseThrow()).isBetween(1_490_000L, 1_500_000L);
        assertThat(LongStream.of(drawn).average().orElseThrow()).isBetween(990_000.0, 1_010_000.0);
    }

    @Test
    void refusesWhatIsNoTimeout() {
        assertThatThrownBy(() -> IdleTimeout.after(Duration.ZERO)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> IdleTimeout.after(Duration.ofSeconds(1)).jitter(1))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
