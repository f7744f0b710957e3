package dev.weir.load;

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.data.Percentage.withPercentage;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class CallersTest {

    private static final Duration STALL = ofSeconds(1);
    private static final Duration USUAL = ofMillis(1);

    private final FakeLoadClock clock = new FakeLoadClock();
    private final Callers callers = new Callers(clock);
    private final Answered answered = new Answered();

    @AfterEach
    void stop() {
        callers.close();
    }

    /** A server that stalls at the first request. */
    private void stallOnce(int number) {
        clock.advance(number == 0 ? STALL : USUAL);
    }

    private double millis(double share) {
        return answered.latencies().quantileNanos(share) / 1e6;
    }

    @Test
    void anOpenLoopCountsTheWaitOfEachRequestThatCameWhileTheServerWasStalled() throws Exception {
        callers.openLoop(this::stallOnce, 1, 100, ofSeconds(1).toNanos(), answered);

        // The first took a second; the request that was due 500 ms after it begins 500 + 50 × 1 ms late.
        assertThat(answered.latencies().count()).isEqualTo(100);
        assertThat(millis(1)).isCloseTo(1_000, withPercentage(3));
        assertThat(millis(0.5)).isCloseTo(550, withPercentage(4));
    }

    @Test
    void aClosedLoopSeesOfAStallTheOneRequestThatWasUnderWay() throws Exception {
        callers.closedLoop(this::stallOnce, 1, ofMillis(1_099).toNanos(), answered);

        assertThat(answered.latencies().count()).isEqualTo(100);
        assertThat(millis(1)).isCloseTo(1_000, withPercentage(3));
        assertThat(millis(0.99)).isCloseTo(1, withPercentage(3));
    }

    @Test
    void anOpenLoopSendsOnTimeWhenTheServerKeepsUp() throws Exception {
        callers.openLoop(number -> clock.advance(USUAL), 1, 100, ofSeconds(1).toNanos(), answered);

        assertThat(answered.latencies().count()).isEqualTo(100);
        assertThat(millis(1)).isCloseTo(1, withPercentage(3));
        assertThat(Duration.ofNanos(clock.nanos() - FakeLoadClock.START)).isEqualTo(ofMillis(991));
    }

    @Test
    void anOpenLoopGoesOnWithTheOtherCallersWhileOneIsStalled() throws Exception {
        AtomicBoolean isFirst = new AtomicBoolean(true);
        CountDownLatch others = new CountDownLatch(9);
        Call call = number -> {
            if (isFirst.getAndSet(false)) {
                await(others);
            } else {
                others.countDown();
            }
        };

        callers.openLoop(call, 2, 10, ofSeconds(1).toNanos(), answered);

        assertThat(answered.latencies().count()).isEqualTo(10);
        assertThat(answered.failed()).isZero();
    }

    private static void await(CountDownLatch latch) throws IOException {
        try {
            if (!latch.await(30, TimeUnit.SECONDS)) {
                throw new IOException("the others were not sent");
            }
        } catch (InterruptedException e) {
            throw new IOException(e);
        }
    }

    @Test
    void requestsThatFailAreCountedApart() throws Exception {
        Call call = number -> {
            clock.advance(USUAL);
            if (number % 2 == 0) {
                throw new IOException("no answer");
            }
        };

        callers.closedLoop(call, 1, ofMillis(10).toNanos(), answered);
        callers.openLoop(call, 1, 1_000, ofMillis(10).toNanos(), answered);

        assertThat(answered.failed()).isEqualTo(10);
        assertThat(answered.latencies().count()).isEqualTo(10);
    }

    @Test
    void aDefectEndsTheLoad() {
        Call call = number -> {
            throw new IllegalStateException("defect");
        };

        assertThatThrownBy(() -> callers.openLoop(call, 2, 10, ofSeconds(1).toNanos(), answered))
                .isInstanceOf(ExecutionException.class)
                .hasRootCauseMessage("defect");
    }
}
