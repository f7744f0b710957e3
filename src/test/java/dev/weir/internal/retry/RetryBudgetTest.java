package dev.weir.internal.retry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.internal.retry.RetryBudget.Answer;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RetryBudgetTest {

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
                .filter(each -> take(exchanges).isGranted())
                .count();
    }

    @ParameterizedTest
    @CsvSource({"0, 10", "1, 10", "5, 11", "200, 50", "1000, 210"})
    void isAShareOfTheRequestsAndTenMore(long requests, long retries) {
        long granted = 0;
        while (budget.take(nowNanos, requests + granted, SHARE).isGranted()) {
            granted++;
        }

        assertThat(granted).isEqualTo(retries);
        assertThat(budget.spent(nowNanos)).isEqualTo(retries);
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
        assertThat(LongStream.range(0, 100)
                        .filter(each -> budget.take(nowNanos, 10_000, 0).isGranted()))
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
    void tellsOnceThatItIsUsedUpAndOnceThatItIsNoMore() {
        granted(10, 0);
        assertThat(take(0)).isEqualTo(Answer.USED_UP);
        assertThat(take(0)).isEqualTo(Answer.STILL_USED_UP);

        nowNanos += 11 * SECOND;

        assertThat(take(0)).isEqualTo(Answer.GRANTED_AGAIN);
        assertThat(take(0)).isEqualTo(Answer.GRANTED);
    }
}
