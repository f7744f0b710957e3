package dev.weir.internal.thread;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class MaintenanceTest {

    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final long SOON = 1_000;

    private final ScheduledThreadPoolExecutor thread =
            Maintenance.thread(task -> DaemonThread.of(task, Maintenance.THREAD_NAME));

    /** Work that counts its turns down and remembers who does it. */
    private static final class Counted implements LongSupplier {
        final CountDownLatch turns;
        final AtomicReference<@Nullable Thread> worker = new AtomicReference<>();

        Counted(int turns) {
            this.turns = new CountDownLatch(turns);
        }

        @Override
        public long getAsLong() {
            worker.set(Thread.currentThread());
            turns.countDown();
            return SOON;
        }

        Thread await() throws Exception {
            assertThat(turns.await(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
            return Objects.requireNonNull(worker.get());
        }
    }

    private static Maintenance begun(ScheduledThreadPoolExecutor on, LongSupplier work) throws NoThreadException {
        Maintenance maintenance = new Maintenance(on, "test", work);
        maintenance.begin(0);
        return maintenance;
    }

    @Test
    void errorHarmsNeitherTheThreadNorTheOthers() throws Exception {
        CountDownLatch failures = new CountDownLatch(2);
        LongSupplier failing = () -> {
            failures.countDown();
            throw new AssertionError("on purpose");
        };
        Counted other = new Counted(20);

        Maintenance first = begun(thread, failing);
        Maintenance second = begun(thread, other);

        other.await();
        assertThat(failures.await(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
        first.end();
        second.end();
    }

    @Test
    void refusesWorkForWhichNoThreadStartsAndDoesTheNext() throws Exception {
        ScarceThreads threads = new ScarceThreads("scarce");
        ScheduledThreadPoolExecutor scarce = Maintenance.thread(threads);
        Counted refused = new Counted(1);
        Counted next = new Counted(2);
        threads.refuse(1);

        assertThatThrownBy(() -> begun(scarce, refused))
                .isInstanceOf(NoThreadException.class)
                .hasMessageContaining("'weir-maintenance'");
        Maintenance second = begun(scarce, next);

        next.await();
        assertThat(refused.turns.getCount()).isEqualTo(1);
        second.end();
    }

    @Test
    void unreachableWorkIsForgottenAndTheThreadEnds() throws Exception {
        Thread worker = workerOfForgottenWork();

        long startNanos = System.nanoTime();
        while (worker.isAlive() && System.nanoTime() - startNanos < PATIENCE.toNanos()) {
            System.gc();
            worker.join(10);
        }

        assertThat(worker.isAlive()).isFalse();
    }

    private Thread workerOfForgottenWork() throws Exception {
        Counted work = new Counted(1);
        begun(thread, work);
        return work.await();
    }
}
