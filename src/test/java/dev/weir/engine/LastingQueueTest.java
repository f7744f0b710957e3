package dev.weir.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.hc.core5.util.Timeout;
import org.junit.jupiter.api.Test;

/** Dials take 30 ms, connections are held for 1 ms: so that hardly any wait is worth a dial, unless it lasts. */
class LastingQueueTest {

    private static final long DIAL_MILLIS = 30;

    private long nowNanos;
    private final TestPool<FakeConnection> pool = new TestPool<>(9, 9, FakeConnection::grade, () -> nowNanos);

    LastingQueueTest() throws ExecutionException, InterruptedException {
        pool.maxDialing(8);
        Entry<String, FakeConnection> entry = ask().get();
        entry.assign(new FakeConnection());
        entry.dialWait().begin();
        pass(DIAL_MILLIS);
        entry.dialed();
        pool.release(entry, true);
        hold();
    }

    private Future<Entry<String, FakeConnection>> ask() {
        return pool.lease("a", null, Timeout.ofSeconds(10), null);
    }

    private void pass(long millis) {
        nowNanos += TimeUnit.MILLISECONDS.toNanos(millis);
    }

    private void hold() throws ExecutionException, InterruptedException {
        Entry<String, FakeConnection> entry = ask().get();
        pass(1);
        pool.release(entry, true);
    }

    private boolean dialsAfter(int times, long pauseMillis) throws ExecutionException, InterruptedException {
        return dialsAfter(times, 1, pauseMillis);
    }

    /** Lets a second caller wait for the first, again and again, with pauses without a queue. */
    private boolean dialsAfter(int times, long holdMillis, long pauseMillis)
            throws ExecutionException, InterruptedException {
        for (int i = 0; i < times; i++) {
            Entry<String, FakeConnection> first = ask().get();
            Future<Entry<String, FakeConnection>> second = ask();
            if (second.isDone()) {
                return true;
            }
            pass(holdMillis);
            pool.release(first, true);
            pool.release(second.get(), true);
            pass(pauseMillis);
        }
        return false;
    }

    @Test
    void aQueueThatComesAgainWithinTheTimeOfADialIsWorthOne() throws Exception {
        assertThat(dialsAfter(2, DIAL_MILLIS / 2)).isFalse();

        assertThat(dialsAfter(2, DIAL_MILLIS / 2)).isTrue();
    }

    @Test
    void aQueueThatComesAgainLaterIsANewOne() throws Exception {
        assertThat(dialsAfter(100, DIAL_MILLIS)).isFalse();
    }

    @Test
    void aQueueEndsWhenItIsEmptyAndNotWhenTheLastCallerCame() throws Exception {
        assertThat(dialsAfter(5, DIAL_MILLIS - 5, 6)).isTrue();
    }

    @Test
    void aCallerAsksAgainWhenADialWouldHaveEnded() throws Exception {
        ask().get();

        assertThat(((Waiter<?, ?>) ask()).firstAskNanos()).isEqualTo(TimeUnit.MILLISECONDS.toNanos(DIAL_MILLIS));
    }

    @Test
    void aCallerOfAFullRouteIsNotWokenBeforeItsTurnToAskForADial() throws Exception {
        pool.setMaxPerRoute("a", 1);
        ask().get();

        assertThat(((Waiter<?, ?>) ask()).firstAskNanos()).isEqualTo(Dials.FULL_PAUSE_NANOS);
    }
}
