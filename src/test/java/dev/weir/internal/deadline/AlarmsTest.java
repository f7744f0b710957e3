package dev.weir.internal.deadline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.internal.thread.NoThreadException;
import dev.weir.internal.thread.ScarceThreads;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class AlarmsTest {

    private static final long HOUR_NANOS = TimeUnit.HOURS.toNanos(1);

    private final Alarms alarms = new Alarms(Thread::new, System::nanoTime);

    private static Alarm alarm(long atNanos, Runnable action) {
        return new Alarm(atNanos) {
            @Override
            protected void ring() {
                action.run();
            }
        };
    }

    private Alarm set(long atNanos, Runnable action) {
        Alarm alarm = alarm(atNanos, action);
        try {
            alarms.set(alarm);
        } catch (NoThreadException e) {
            throw new UncheckedIOException(e);
        }
        return alarm;
    }

    private static long in(long nanos) {
        return System.nanoTime() + nanos;
    }

    private static void await(CountDownLatch latch) throws InterruptedException {
        assertThat(latch.await(30, TimeUnit.SECONDS)).as("rang").isTrue();
    }

    private Thread threadOf() {
        CompletableFuture<Thread> thread = new CompletableFuture<>();
        set(in(0), () -> thread.complete(Thread.currentThread()));
        return thread.join();
    }

    @Test
    void ringNotBeforeTheirTime() {
        long atNanos = in(TimeUnit.MILLISECONDS.toNanos(100));
        CompletableFuture<Long> rangNanos = new CompletableFuture<>();

        set(atNanos, () -> rangNanos.complete(System.nanoTime()));

        assertThat(rangNanos.join() - atNanos).isNotNegative();
        assertThat(alarms.count()).isZero();
    }

    @Test
    void ringBeforeALaterOneThatWasSetEarlier() throws InterruptedException {
        CountDownLatch rang = new CountDownLatch(1);
        Alarm late = set(in(HOUR_NANOS), () -> {});
        threadOf();

        set(in(TimeUnit.MILLISECONDS.toNanos(50)), rang::countDown);

        await(rang);
        assertThat(alarms.count()).isEqualTo(1);
        alarms.off(late);
    }

    @Test
    void doNotRingOnceTheyAreOff() throws InterruptedException {
        AtomicInteger rings = new AtomicInteger();
        long atNanos;
        do { // once more if this thread was held up for so long that it may have rung before
            rings.set(0);
            atNanos = in(TimeUnit.MILLISECONDS.toNanos(200));
            Alarm alarm = set(atNanos, rings::incrementAndGet);

            alarms.off(alarm);
            alarms.off(alarm);
        } while (System.nanoTime() - atNanos >= 0);
        CountDownLatch later = new CountDownLatch(1);
        set(atNanos + 1, later::countDown);

        await(later);
        assertThat(rings).hasValue(0);
        assertThat(alarms.count()).isZero();
    }

    @Test
    void survivesAnActionThatThrows() {
        Alarm late = set(in(HOUR_NANOS), () -> {}); // so that the thread is never idle
        Thread before = threadOf();
        set(in(0), () -> {
            throw new IllegalStateException("expected by this test");
        });
        set(in(0), () -> {
            throw new AssertionError("expected by this test");
        });

        assertThat(threadOf()).isSameAs(before);
        assertThat(alarms.count()).isEqualTo(1);
        alarms.off(late);
    }

    @Test
    void inAnyNumberRingAndAreSwitchedOff() {
        FakeAlarms fake = new FakeAlarms();
        AtomicInteger rung = new AtomicInteger();
        List<Alarm> odd = new ArrayList<>();
        for (int i = 0; i < 10_000; i++) {
            Alarm alarm = alarm(fake.nowNanos() + 10 + i % 2, rung::incrementAndGet);
            fake.set(alarm);
            if (i % 2 == 1) {
                odd.add(alarm);
            }
        }
        fake.pass(10);
        assertThat(rung).hasValue(5_000);
        assertThat(fake.count()).isEqualTo(5_000);

        odd.subList(0, 4_000).forEach(fake.alarms()::off);
        fake.pass(1);

        assertThat(rung).hasValue(6_000);
        assertThat(fake.count()).isZero();
    }

    @Test
    void refuseAnAlarmForWhichNoThreadStartsAndRingTheNext() throws InterruptedException {
        ScarceThreads threads = new ScarceThreads("scarce");
        Alarms scarce = new Alarms(threads, System::nanoTime);
        CountDownLatch rang = new CountDownLatch(1);
        threads.refuse(1);

        assertThatThrownBy(() -> scarce.set(alarm(in(0), rang::countDown)))
                .isInstanceOf(NoThreadException.class)
                .hasMessageContaining("The thread 'weir-deadlines' could not be started")
                .hasMessageContaining("ulimit -u")
                .hasRootCauseInstanceOf(OutOfMemoryError.class);
        assertThat(scarce.count()).isZero();
        assertThat(rang.getCount()).isEqualTo(1);

        assertThatCode(() -> scarce.set(alarm(in(0), rang::countDown))).doesNotThrowAnyException();
        await(rang);
    }

    @Test
    @Tag("stress")
    void areNeverForgottenWhenManyThreadsSetThem() throws InterruptedException {
        int perThread = 20_000;
        AtomicInteger expected = new AtomicInteger();
        AtomicInteger rings = new AtomicInteger();
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            threads.add(new Thread(() -> setMany(perThread, expected, rings)));
        }
        threads.forEach(Thread::start);
        for (Thread thread : threads) {
            thread.join();
        }

        awaitAtLeast(rings, expected.get());

        assertThat(rings.get()).isEqualTo(expected.get());
        assertThat(alarms.count()).isZero();
    }

    // Most are switched off at once, as calls do; every fiftieth is left to ring within 5 ms.
    private void setMany(int count, AtomicInteger expected, AtomicInteger rings) {
        for (int i = 0; i < count; i++) {
            if (i % 50 == 0) {
                expected.incrementAndGet();
                set(in(TimeUnit.MICROSECONDS.toNanos(i % 5_000)), rings::incrementAndGet);
            } else {
                alarms.off(set(in(HOUR_NANOS), () -> {}));
            }
        }
    }

    private static void awaitAtLeast(AtomicInteger counter, int count) {
        long endNanos = in(TimeUnit.SECONDS.toNanos(30));
        while (counter.get() < count && System.nanoTime() - endNanos < 0) {
            Thread.onSpinWait();
        }
    }
}
