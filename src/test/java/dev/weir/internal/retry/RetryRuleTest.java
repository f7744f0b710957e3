package dev.weir.internal.retry;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.internal.retry.RetryBudget.Answer;
import java.time.Instant;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

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

    @Nested
    class Budget {
        private static final double SHARE = 0.2;
        private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

        // The time of the system may be near its overflow.
        private long nowNanos = Long.MAX_VALUE - 2 * SECOND;
        private final RetryBudget budget = new RetryBudget(nowNanos);

        private Answer take(long exchanges) {
            return budget.take(nowNanos, exchanges, SHARE);
        }

        private long granted(int tries, long exchanges) {
            return LongStream.range(0, tries)
                    .filter(each -> take(exchanges) == Answer.GRANTED)
                    .count();
        }

        @ParameterizedTest
        @CsvSource({"0, 10", "1, 10", "5, 11", "200, 50", "1000, 210"})
        void isAShareOfTheRequestsAndTenMore(long requests, long retries) {
            long granted = 0;
            while (take(requests + granted) == Answer.GRANTED) {
                granted++;
            }

            assertThat(granted).isEqualTo(retries);
        }

        @ParameterizedTest
        @ValueSource(doubles = {1, 3, 1e300})
        void neverLimitsCallsWithAsManyRetriesAsTheShare(double share) {
            for (int retries = 0; retries < 300 * Math.min(share, 3); retries++) {
                assertThat(budget.take(nowNanos, 300 + retries, share)).isEqualTo(Answer.GRANTED);
            }
        }

        @Test
        void isTheReserveAloneWithoutAShare() {
            assertThat(LongStream.range(0, 100).filter(each -> budget.take(nowNanos, 10_000, 0) == Answer.GRANTED))
                    .hasSize(10);
        }

        @Test
        void comesBackWhenItsRetriesAreTenSecondsOld() {
            granted(10, 0);
            nowNanos += 10 * SECOND;
            assertThat(take(0)).isEqualTo(Answer.USED_UP);

            nowNanos += SECOND;

            assertThat(granted(20, 0)).isEqualTo(10);
        }

        @Test
        void tellsOncePerWindowThatItIsUsedUp() {
            granted(10, 0);
            assertThat(take(0)).isEqualTo(Answer.USED_UP);
            assertThat(take(0)).isEqualTo(Answer.STILL_USED_UP);

            nowNanos += 11 * SECOND;

            assertThat(granted(11, 0)).isEqualTo(10);
            assertThat(take(0)).isEqualTo(Answer.STILL_USED_UP);
        }
    }

    @Nested
    class After {
        private static final Instant NOW = Instant.parse("1994-11-06T08:49:30Z");

        @ParameterizedTest
        @CsvSource({
            "0, 0",
            "7, 7",
            "007, 7",
            "' 120 ', 120",
            "'Sun, 06 Nov 1994 08:49:37 GMT', 7",
            "'Sun, 06 Nov 1994 08:49:30 GMT', 0",
            "'Sun, 06 Nov 1994 08:00:00 GMT', 0",
            "'Thu, 01 Jan 1970 00:00:00 GMT', 0"
        })
        void isANumberOfSecondsOrADateThatMayBeOver(String value, long seconds) {
            assertThat(RetryAfter.nanos(value, NOW)).hasValue(TimeUnit.SECONDS.toNanos(seconds));
        }

        @ParameterizedTest
        @ValueSource(
                strings = {
                    "9223372036854775807",
                    "9223372036",
                    "99999999999999999999999999999999999999",
                    "Fri, 31 Dec 9999 23:59:59 GMT"
                })
        void isForeverIfItDoesNotFit(String value) {
            assertThat(RetryAfter.nanos(value, NOW).orElseThrow()).isGreaterThan(TimeUnit.DAYS.toNanos(50_000));
        }

        @ParameterizedTest
        @ValueSource(
                strings = {
                    "",
                    " ",
                    "-1",
                    "+1",
                    "1.5",
                    "1s",
                    "1,2",
                    "0x10",
                    "\u0661",
                    "soon",
                    "Sun, 06 Nov",
                    "Sun Nov  6 08:49:37 1994",
                    "\u0000",
                    "1 2"
                })
        void isNothingIfItCannotBeRead(String value) {
            assertThat(RetryAfter.nanos(value, NOW)).isEmpty();
        }
    }
}
