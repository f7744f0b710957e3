package dev.weir.internal.pool;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class RefillTest {

    /** Soon overflows. */
    private static final long START = Long.MAX_VALUE - 10;

    private static long after(Duration time) {
        return START + time.toNanos();
    }

    private static Refill begin(Refill refill, int times) {
        Refill begun = refill;
        for (int i = 0; i < times; i++) {
            begun = begun.begin(START);
        }
        return begun;
    }

    private static Refill failed(int times) {
        Refill refill = Refill.NONE;
        long nowNanos = START;
        for (int i = 0; i < times; i++) {
            refill = refill.begin(nowNanos).failed(nowNanos);
            nowNanos = refill.againNanos();
        }
        return refill;
    }

    private static Duration pauseAfter(int failures) {
        long beganNanos = failures == 1 ? START : failed(failures - 1).againNanos();
        return Duration.ofNanos(failed(failures).againNanos() - beganNanos);
    }

    @Test
    void opensWhatIsNeitherReadyNorBeingOpened() {
        assertThat(Refill.NONE.lacking(3, 0, START)).isEqualTo(3);
        assertThat(Refill.NONE.lacking(3, 2, START)).isEqualTo(1);
        assertThat(begin(Refill.NONE, 1).lacking(3, 1, START)).isEqualTo(1);
        assertThat(begin(Refill.NONE, 2).lacking(3, 1, START)).isZero();
    }

    @Test
    void opensNoneWhereEnoughAreReady() {
        assertThat(Refill.NONE.lacking(3, 3, START)).isZero();
        assertThat(Refill.NONE.lacking(3, Integer.MAX_VALUE, START)).isZero();
        assertThat(Refill.NONE.lacking(0, 0, START)).isZero();
    }

    @Test
    void opensNoMoreInASecondThanThereAreToBe() {
        Refill refill = begin(Refill.NONE, 2).opened().opened();

        assertThat(refill.lacking(3, 0, after(Duration.ofMillis(999)))).isEqualTo(1);
        assertThat(refill.lacking(3, 0, after(Duration.ofSeconds(1)))).isEqualTo(3);
        assertThat(refill.begin(after(Duration.ofSeconds(1))).lacking(3, 0, after(Duration.ofSeconds(1))))
                .isEqualTo(2);
    }

    @Test
    void oneThatWasNotBegunCountsNowhere() {
        assertThat(begin(Refill.NONE, 1).withdrawn().lacking(3, 0, START)).isEqualTo(3);
    }

    @Test
    void afterAFailureItPausesAndTriesOneByItself() {
        Refill refill = failed(1);

        assertThat(refill.lacking(3, 0, after(Duration.ofMillis(999)))).isZero();
        assertThat(refill.lacking(3, 0, after(Duration.ofSeconds(1)))).isEqualTo(1);
        assertThat(refill.begin(after(Duration.ofSeconds(1))).lacking(3, 0, after(Duration.ofSeconds(1))))
                .isZero();
    }

    @Test
    void thoseThatFailTogetherCountAsOne() {
        Refill refill = begin(Refill.NONE, 3).failed(START).failed(START).failed(START);

        assertThat(refill.opening()).isZero();
        assertThat(refill.lacking(3, 0, after(Duration.ofSeconds(1)))).isEqualTo(1);
    }

    @Test
    void eachPauseIsTwiceAsLongAsTheOneBeforeUpToALimit() {
        assertThat(pauseAfter(1)).isEqualTo(Duration.ofSeconds(1));
        assertThat(pauseAfter(2)).isEqualTo(Duration.ofSeconds(2));
        assertThat(pauseAfter(5)).isEqualTo(Duration.ofSeconds(16));
        assertThat(pauseAfter(6)).isEqualTo(Duration.ofSeconds(30));
        assertThat(pauseAfter(100)).isEqualTo(Duration.ofSeconds(30));
    }

    @Test
    void aSuccessEndsThePauses() {
        Refill opened = failed(4).begin(START).opened();
        Refill recovered = failed(4).recovered();

        assertThat(opened.lacking(3, 1, after(Duration.ofMinutes(1)))).isEqualTo(2);
        assertThat(recovered.lacking(3, 0, after(Duration.ofMinutes(1)))).isEqualTo(3);
        assertThat(recovered.begin(START).failed(START).againNanos() - START).isEqualTo(Refill.FIRST_PAUSE_NANOS);
    }
}
