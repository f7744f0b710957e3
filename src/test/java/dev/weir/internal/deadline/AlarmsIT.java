package dev.weir.internal.deadline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.failure.NoThreadException;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

class AlarmsIT {

    private static final long IN_TIME_NANOS = TimeUnit.MILLISECONDS.toNanos(1_500);

    private final Alarms alarms = new Alarms();
    private final Queue<String> rung = new ConcurrentLinkedQueue<>();

    @Test
    void ringsAnEarlierAlarmThatWasSetLater() throws Exception {
        CountDownLatch one = new CountDownLatch(1);
        Alarm late = alarm("late", 600_000, one);
        alarms.set(late);

        alarms.set(alarm("early", 50, one));

        assertThat(one.await(30, TimeUnit.SECONDS)).isTrue();
        assertThat(rung).containsExactly("early");
        alarms.off(late);
    }

    @Test
    void keepsSilentAfterItWasSwitchedOff() throws Exception {
        CountDownLatch one = new CountDownLatch(1);
        Alarm off = alarm("off", 4_000, one);
        alarms.set(off);

        alarms.off(off);
        alarms.set(alarm("on", 4_001, one));

        assertThat(one.await(60, TimeUnit.SECONDS)).isTrue();
        assertThat(rung).containsExactly("on");
    }

    @Test
    void ringsTheOthersAfterOneFailed() throws Exception {
        CountDownLatch one = new CountDownLatch(1);
        alarms.set(new Alarm(System.nanoTime()) {
            @Override
            protected void ring() {
                throw new IllegalStateException("expected by the test");
            }
        });

        alarms.set(alarm("on", 50, one));

        assertThat(one.await(30, TimeUnit.SECONDS)).isTrue();
    }

    /**
     * What an alarm does may wait for a lock, and that takes the permit by which the thread was to be woken. Without it the
     * thread looks two seconds later; so it may once where the machine stands still, but not five times in a row.
     */
    @Test
    void ringsInTimeWhatIsSetWhileAnotherRings() throws Exception {
        long lateNanos = Long.MAX_VALUE;
        for (int i = 0; i < 5 && lateNanos >= IN_TIME_NANOS; i++) {
            lateNanos = lateNanosWhenSetWhileAnotherRings();
        }

        assertThat(lateNanos).isLessThan(IN_TIME_NANOS);
    }

    private long lateNanosWhenSetWhileAnotherRings() throws Exception {
        CompletableFuture<Long> lateNanos = new CompletableFuture<>();
        alarms.set(new Alarm(System.nanoTime()) {
            @Override
            protected void ring() {
                long atNanos = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(50);
                CompletableFuture.runAsync(() -> setAnother(atNanos, lateNanos)).join();
                LockSupport.parkNanos(1);
            }
        });
        return lateNanos.get(30, TimeUnit.SECONDS);
    }

    private void setAnother(long atNanos, CompletableFuture<Long> lateNanos) {
        try {
            alarms.set(new Alarm(atNanos) {
                @Override
                protected void ring() {
                    lateNanos.complete(System.nanoTime() - atNanos);
                }
            });
        } catch (NoThreadException e) {
            lateNanos.completeExceptionally(e);
        }
    }

    private Alarm alarm(String name, long inMillis, CountDownLatch latch) {
        return new Alarm(System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(inMillis)) {
            @Override
            protected void ring() {
                rung.add(name);
                latch.countDown();
            }
        };
    }
}
