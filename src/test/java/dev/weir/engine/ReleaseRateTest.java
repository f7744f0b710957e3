package dev.weir.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

class ReleaseRateTest {

    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);
    private static final Offset<Double> ROUGHLY = Offset.offset(0.01);

    private final ReleaseRate rate = new ReleaseRate();
    private long nowNanos = Long.MAX_VALUE - SECOND; // overflows soon

    private void release(int times, long heldNanos) {
        for (int i = 0; i < times; i++) {
            nowNanos += heldNanos;
            rate.released(heldNanos, nowNanos);
        }
    }

    private double perSecond(int leased) {
        return rate.perSecond(leased, Long.MAX_VALUE, 1_000 * SECOND, nowNanos);
    }

    @Test
    void isUnknownUntilEnoughWasSeen() {
        release(ReleaseRate.LEAST - 1, SECOND);

        assertThat(perSecond(1)).isInfinite();

        release(1, SECOND);

        assertThat(perSecond(1)).isEqualTo(1, ROUGHLY);
        assertThat(perSecond(10)).isEqualTo(10, ROUGHLY);
    }

    @Test
    void isUnknownAfterAPause() {
        release(20, SECOND / 2);
        nowNanos += ReleaseRate.FRESH_NANOS + 1;

        assertThat(perSecond(1)).isInfinite();
    }

    @Test
    void forgetsWhatWasBeforeAPause() {
        release(20, SECOND / 1_000);
        nowNanos += ReleaseRate.FRESH_NANOS;
        release(ReleaseRate.LEAST - 1, SECOND);

        assertThat(perSecond(1)).isInfinite();

        release(1, SECOND);

        assertThat(perSecond(1)).isEqualTo(1, ROUGHLY);
    }

    @Test
    void isNotTurnedBySlowRequestsAmongFastOnes() {
        release(1, SECOND / 1_000);
        release(7, SECOND);

        assertThat(perSecond(1)).isEqualTo(1_000, ROUGHLY);

        release(1, SECOND);

        assertThat(perSecond(1)).isEqualTo(1, ROUGHLY);
    }

    @Test
    void isNeverSlowerThanWhatWasCountedWhileCallersWait() {
        rate.standing();
        release(8, SECOND);

        assertThat(rate.perSecond(1, Long.MAX_VALUE, SECOND, nowNanos)).isEqualTo(8, ROUGHLY);

        rate.standing();
        release(8, SECOND);

        assertThat(rate.perSecond(1, Long.MAX_VALUE, 16 * SECOND, nowNanos)).isEqualTo(1, ROUGHLY);
    }

    @Test
    void isNeverSlowerThanWhatWasMeasuredWhateverHappens() {
        Random random = new Random(42);
        rate.standing();
        long startNanos = nowNanos;
        for (int i = 1; i < 10_000; i++) {
            nowNanos += random.nextInt(200_000_000);
            rate.released(random.nextInt(1_000_000_000), nowNanos);

            double measured = i / ((nowNanos - startNanos) / (double) SECOND);

            assertThat(rate.perSecond(1 + random.nextInt(3), Long.MAX_VALUE, nowNanos - startNanos, nowNanos))
                    .isGreaterThanOrEqualTo(measured * 0.999);
        }
    }

    @Test
    void believesThePastOnlyAsFarAsPresentLeasesBearItOut() {
        release(8, 3 * SECOND);

        assertThat(rate.perSecond(2, 0, 1_000 * SECOND, nowNanos)).isGreaterThan(1e8);
        assertThat(rate.perSecond(2, SECOND / 2, 1_000 * SECOND, nowNanos)).isEqualTo(4, ROUGHLY);
        assertThat(rate.perSecond(2, 3 * SECOND, 1_000 * SECOND, nowNanos)).isEqualTo(2 / 3.0, ROUGHLY);
        assertThat(rate.perSecond(2, 90 * SECOND, 1_000 * SECOND, nowNanos)).isEqualTo(2 / 3.0, ROUGHLY);
    }
}
