package dev.weir.internal.retry;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RetryRuleTest {

    private static final double ALMOST_ONE = Math.nextDown(1.0);

    private final RetryRule rule = new RetryRule(100, MILLISECONDS.toNanos(50), SECONDS.toNanos(2), 0.2, Set.of());

    private OptionalLong pause(int retry, long retryAfterNanos, double random) {
        return rule.pauseNanos(retry, retryAfterNanos, random, RetryRule.NO_DEADLINE);
    }

    @ParameterizedTest
    @CsvSource({"1, 50", "2, 100", "3, 200", "6, 1600", "7, 2000", "64, 2000", "100, 2000"})
    void doublesTheBoundOfThePauseUpToTheLongest(int retry, long millis) {
        assertThat(pause(retry, 0, 0.5)).hasValue(MILLISECONDS.toNanos(millis) / 2);
        assertThat(pause(retry, 0, 0)).hasValue(0);
        assertThat(pause(retry, 0, ALMOST_ONE).orElseThrow())
                .isLessThanOrEqualTo(MILLISECONDS.toNanos(millis))
                .isGreaterThan(MILLISECONDS.toNanos(millis - 1));
    }

    @Test
    void doesNotOverflow() {
        RetryRule endless = new RetryRule(Integer.MAX_VALUE, Long.MAX_VALUE / 4, Long.MAX_VALUE / 4, 0.2, Set.of());

        assertThat(endless.pauseNanos(Integer.MAX_VALUE, 1_000, ALMOST_ONE, RetryRule.NO_DEADLINE)
                        .orElseThrow())
                .isGreaterThan(Long.MAX_VALUE / 8);
    }

    @Test
    void waitsAsLongAsTheServerAsksForAndSpreadsTheCallersBehindThat() {
        assertThat(pause(1, SECONDS.toNanos(7), 0)).hasValue(SECONDS.toNanos(7));
        assertThat(pause(1, SECONDS.toNanos(7), 0.5)).hasValue(SECONDS.toNanos(7) + MILLISECONDS.toNanos(25));
    }

    @Test
    void isNotMadeIfTheServerAsksForMoreThanTheLongestTime() {
        assertThat(pause(1, SECONDS.toNanos(30), 0)).isPresent();
        assertThat(pause(1, SECONDS.toNanos(30) + 1, 0)).isEmpty();
        assertThat(pause(1, Long.MAX_VALUE, 0)).isEmpty();
    }

    @Test
    void isNotMadeIfItWouldBeginAfterTheDeadline() {
        long pauseNanos = MILLISECONDS.toNanos(25);

        assertThat(rule.pauseNanos(1, 0, 0.5, pauseNanos + 1)).hasValue(pauseNanos);
        assertThat(rule.pauseNanos(1, 0, 0.5, pauseNanos)).isEmpty();
        assertThat(rule.pauseNanos(1, 0, 0, 0)).isEmpty();
        assertThat(rule.pauseNanos(1, 0, 0, -1)).isEmpty();
    }

    @Test
    void isNotMadeMoreOftenThanAllowed() {
        RetryRule never = new RetryRule(0, 1, 1, 0.2, Set.of());

        assertThat(pause(100, 0, 0)).isPresent();
        assertThat(pause(101, 0, 0)).isEmpty();
        assertThat(never.pauseNanos(1, 0, 0, RetryRule.NO_DEADLINE)).isEmpty();
    }
}
