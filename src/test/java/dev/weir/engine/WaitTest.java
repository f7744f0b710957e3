package dev.weir.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hc.core5.util.Timeout;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** When a wait ends: by the clock of the pool, whatever the time of day. */
class WaitTest {

    private static final long LIMIT_NANOS = TimeUnit.HOURS.toNanos(1);

    private final AtomicLong nowNanos = new AtomicLong(Long.MAX_VALUE - 1); // overflows while it waits
    private final TestPool<FakeConnection> pool = new TestPool<>(1, 1, any -> ReuseGrade.USED, nowNanos::get);

    @BeforeEach
    void fill() throws Exception {
        ask(Timeout.DISABLED).get();
    }

    private Future<Entry<String, FakeConnection>> ask(Timeout limit) {
        return pool.lease("a", null, limit, null);
    }

    @Test
    void endsWhenItsTimeIsOverByTheClockOfThePool() {
        Future<Entry<String, FakeConnection>> waiting = ask(Timeout.ofHours(1));

        nowNanos.addAndGet(LIMIT_NANOS);
        pool.applyLimits(); // looks at the queue

        assertThat(waiting).isDone();
        assertThatThrownBy(waiting::get)
                .isInstanceOf(ExecutionException.class)
                .hasCauseInstanceOf(TimeoutException.class);
    }

    @Test
    void goesOnUntilThen() {
        Future<Entry<String, FakeConnection>> waiting = ask(Timeout.ofHours(1));

        nowNanos.addAndGet(LIMIT_NANOS - 1);
        pool.applyLimits(); // looks at the queue

        assertThat(waiting).isNotDone();
    }

    @Test
    void goesOnIfTheClockIsBehindWhereItBegan() {
        Future<Entry<String, FakeConnection>> waiting = ask(Timeout.ofHours(1));

        nowNanos.addAndGet(-LIMIT_NANOS);
        pool.applyLimits(); // looks at the queue

        assertThat(waiting).isNotDone();
    }

    @Test
    void givesUpItsPlaceWhenTheCallerHasWaitedLongEnough() {
        Future<Entry<String, FakeConnection>> waiting = ask(Timeout.ofHours(1));

        assertThatThrownBy(() -> waiting.get(1, TimeUnit.NANOSECONDS)).isInstanceOf(TimeoutException.class);

        assertThat(waiting).isCancelled();
        assertThat(pool.getTotalStats().getPending()).isZero();
    }

    @Test
    @SuppressWarnings("unchecked")
    void leavesTheInterruptOfACallerThatWasServedMeanwhile() {
        Wait<String, FakeConnection> asked = (Wait<String, FakeConnection>) ask(Timeout.DISABLED);
        Wait<String, FakeConnection> waiting = new Wait<>(asked.segment, null, 0) {
            @Override
            boolean await(long timeoutNanos) throws InterruptedException {
                failed(new IllegalStateException("ended first"));
                throw new InterruptedException();
            }

            @Override
            void withdraw() {
                throw new AssertionError("it has ended");
            }

            @Override
            void endInVain(Effects<String, FakeConnection> effects) {
                throw new AssertionError("it has ended");
            }
        };

        assertThatThrownBy(() -> waiting.get(1, TimeUnit.HOURS)).hasRootCauseMessage("ended first");

        assertThat(Thread.interrupted()).isTrue();
    }
}
