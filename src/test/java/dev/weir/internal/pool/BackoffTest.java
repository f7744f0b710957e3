package dev.weir.internal.pool;

import static dev.weir.internal.pool.Backoff.FIRST_NANOS;
import static dev.weir.internal.pool.Backoff.LONGEST_NANOS;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class BackoffTest {

    private static final long NOW = Long.MAX_VALUE - 10;

    private final Backoff backoff = new Backoff();

    @Test
    void isNoneUntilTheServerAsks() {
        assertThat(backoff.leftNanos(NOW)).isZero();
    }

    @Test
    void lastsForItsTime() {
        assertThat(backoff.begin(NOW)).isEqualTo(FIRST_NANOS);

        assertThat(backoff.leftNanos(NOW)).isEqualTo(FIRST_NANOS);
        assertThat(backoff.leftNanos(NOW + FIRST_NANOS - 1)).isEqualTo(1);
        assertThat(backoff.leftNanos(NOW + FIRST_NANOS)).isZero();
    }

    @Test
    void isNotLengthenedByStreamsThatAreRefusedAtOnce() {
        backoff.begin(NOW);

        assertThat(backoff.begin(NOW + FIRST_NANOS - 1)).isZero();
        assertThat(backoff.leftNanos(NOW + FIRST_NANOS)).isZero();
    }

    @Test
    void doublesUpToItsLimitWhileTheServerGoesOnAsking() {
        long nowNanos = NOW;
        long nanos = FIRST_NANOS;
        for (long expected = FIRST_NANOS; expected < LONGEST_NANOS; expected *= 2) {
            nanos = backoff.begin(nowNanos);
            assertThat(nanos).isEqualTo(expected);
            nowNanos += nanos;
        }

        assertThat(backoff.begin(nowNanos)).isEqualTo(LONGEST_NANOS);
        assertThat(backoff.begin(nowNanos + LONGEST_NANOS)).isEqualTo(LONGEST_NANOS);
    }

    @Test
    void beginsAgainOnceTheServerHasBeenContentForLong() {
        backoff.begin(NOW);
        backoff.begin(NOW + FIRST_NANOS);
        long endNanos = NOW + 3 * FIRST_NANOS;

        assertThat(backoff.begin(endNanos + LONGEST_NANOS)).isEqualTo(FIRST_NANOS);
    }
}
