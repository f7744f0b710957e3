package dev.weir.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hc.core5.util.Timeout;
import org.junit.jupiter.api.Test;

/** Permissions to dial whose callers are gone, on a route whose last dial failed: one dial at a time is allowed there. */
class LostPermissionTest {

    private static final long PERMISSION_NANOS = 3_000;

    private final AtomicLong nowNanos = new AtomicLong(1);
    private final TestPool<FakeConnection> pool = new TestPool<>(4, 4, FakeConnection::grade, nowNanos::get);

    LostPermissionTest() {
        pool.maxDialing(8);
        pool.permissionNanos(PERMISSION_NANOS);
    }

    private Future<Entry<String, FakeConnection>> ask() {
        return pool.lease("a", null, Timeout.DISABLED, null);
    }

    private void failOnce() throws ExecutionException, InterruptedException {
        Entry<String, FakeConnection> entry = ask().get();
        entry.dialFailed(new IOException("on purpose"), true);
        pool.release(entry, false);
    }

    @Test
    void keepNoCallerFromDialingOnceTheyAreOld() throws Exception {
        failOnce();
        assertThat(ask()).isDone(); // and its caller is never heard of again
        nowNanos.addAndGet(PERMISSION_NANOS - 1);
        Future<Entry<String, FakeConnection>> early = ask();
        assertThat(early).isNotDone();
        early.cancel(true);

        nowNanos.incrementAndGet();

        assertThat(ask()).isDone();
        assertThat(pool.stats("a").dialing()).isEqualTo(2);
    }

    @Test
    void doNotAgeOnceTheDialIsUnderWay() throws Exception {
        failOnce();
        Entry<String, FakeConnection> entry = ask().get();
        assertThat(entry.dialWait().begin()).isTrue();

        nowNanos.addAndGet(10 * PERMISSION_NANOS);

        assertThat(ask()).isNotDone();
    }

    @Test
    void serveACallerThatWaitsAlreadyWhenItAsksAgain() throws Exception {
        failOnce();
        assertThat(ask()).isDone();
        Future<Entry<String, FakeConnection>> waiting =
                pool.lease("a", null, Timeout.ofNanoseconds(PERMISSION_NANOS * 3), null);
        assertThat(waiting).isNotDone();

        nowNanos.addAndGet(PERMISSION_NANOS * 2);
        TestPool.ask(waiting);

        assertThat(waiting).isDone();
    }
}
