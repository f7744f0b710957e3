package dev.weir.internal.pool;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.apache.hc.client5.http.HttpRoute;
import org.apache.hc.core5.http.HttpHost;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KeptRouteTest {

    private static final int ANY_NUMBER = Integer.MAX_VALUE;

    private final KeptRoute route = new KeptRoute(new HttpRoute(new HttpHost("upstream.test", 80)));
    private long nowNanos = Long.MAX_VALUE - 10; // soon overflows

    private int begin(int ready) {
        return route.begin(3, ready, ANY_NUMBER, nowNanos);
    }

    private void pass(Duration time) {
        nowNanos += time.toNanos();
    }

    private boolean end(boolean isThere) {
        return route.ended(isThere, nowNanos);
    }

    /** Lets so many dials fail, each after the pause for the one before. */
    private void fail(int times) {
        for (int i = 0; i < times; i++) {
            pass(Duration.ofMinutes(1));
            assertThat(route.begin(1, 0, ANY_NUMBER, nowNanos)).isEqualTo(1);
            end(false);
        }
    }

    @Test
    void opensWhatIsNeitherReadyNorBeingOpened() {
        assertThat(begin(1)).isEqualTo(2);
        assertThat(begin(1)).isZero();
        assertThat(begin(0)).isEqualTo(1);
        assertThat(route.isShort()).isFalse();
    }

    @Test
    void opensOneAfterTheOtherWhereOneMayBeEnough() {
        assertThat(route.begin(3, 0, 1, nowNanos)).isEqualTo(1);
        assertThat(route.isShort()).isTrue();
        assertThat(route.begin(3, 0, 1, nowNanos)).isZero();
        end(true);
        assertThat(route.begin(3, 1, 1, nowNanos)).isEqualTo(1);
    }

    @Test
    void opensNoMoreInASecondThanThereAreToBe() {
        assertThat(begin(1)).isEqualTo(2);
        end(true);
        end(true);
        pass(Duration.ofMillis(999));
        assertThat(begin(0)).isEqualTo(1);
        end(true);
        pass(Duration.ofMillis(1));
        assertThat(begin(0)).isEqualTo(3);
    }

    @ParameterizedTest
    @CsvSource({"1, 1", "2, 2", "5, 16", "6, 30", "50, 30"})
    void eachPauseIsTwiceAsLongAsTheOneBeforeUpToALimit(int failures, int seconds) {
        fail(failures);

        pass(Duration.ofSeconds(seconds).minusNanos(1));
        assertThat(begin(0)).isZero();
        pass(Duration.ofNanos(1));
        assertThat(begin(0)).isEqualTo(1);
    }

    @Test
    void aSuccessEndsThePauses() {
        fail(4);
        pass(Duration.ofMinutes(1));
        begin(0);

        assertThat(end(true)).as("news").isTrue();

        assertThat(begin(1)).isEqualTo(2);
    }
}
