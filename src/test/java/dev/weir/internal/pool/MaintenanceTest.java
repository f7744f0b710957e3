package dev.weir.internal.pool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.internal.thread.LoopThread;
import dev.weir.internal.thread.NoThreadException;
import dev.weir.internal.thread.ScarceThreads;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class MaintenanceTest {

    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final long SOON = 1_000;

    private final Maintenance maintenance = new Maintenance(task -> LoopThread.daemon(task, Maintenance.THREAD_NAME));

    /** A task that counts its visits down and remembers who came. */
    private static final class Counted implements Maintenance.Task {
        final CountDownLatch visits;
        final AtomicReference<@Nullable Thread> visitor = new AtomicReference<>();

        Counted(int visits) {
            this.visits = new CountDownLatch(visits);
        }

        @Override
        public long maintain() {
            visitor.set(Thread.currentThread());
            visits.countDown();
            return SOON;
        }

        Thread awaitVisits() throws Exception {
            assertThat(visits.await(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
            return Objects.requireNonNull(visitor.get());
        }
    }

    @Test
    void errorHarmsNeitherTheThreadNorTheOthers() throws Exception {
        CountDownLatch failures = new CountDownLatch(2);
        Maintenance.Task failing = () -> {
            failures.countDown();
            throw new AssertionError("on purpose");
        };
        Counted other = new Counted(20);

        maintenance.add("a test", failing);
        maintenance.add("a test", other);

        other.awaitVisits();
        assertThat(failures.await(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
        maintenance.remove(failing);
        maintenance.remove(other);
    }

    @Test
    void refusesATaskForWhichNoThreadStartsAndVisitsTheNext() throws Exception {
        ScarceThreads threads = new ScarceThreads("scarce");
        Maintenance scarce = new Maintenance(threads);
        Counted refused = new Counted(1);
        Counted next = new Counted(2);
        threads.refuse(1);

        assertThatThrownBy(() -> scarce.add("a test", refused))
                .isInstanceOf(NoThreadException.class)
                .hasMessageContaining("'weir-maintenance'");
        scarce.add("a test", next);

        next.awaitVisits();
        assertThat(refused.visits.getCount()).isEqualTo(1);
        scarce.remove(next);
    }

    @Test
    void aTaskThatIsUnreachableIsForgottenAndTheThreadEnds() throws Exception {
        Thread visitor = visitorOfAForgottenTask();

        long startNanos = System.nanoTime();
        while (visitor.isAlive() && System.nanoTime() - startNanos < PATIENCE.toNanos()) {
            System.gc();
            visitor.join(10);
        }

        assertThat(visitor.isAlive()).isFalse();
    }

    private Thread visitorOfAForgottenTask() throws Exception {
        Counted task = new Counted(1);
        maintenance.add("a test", task);
        return task.awaitVisits();
    }
}
