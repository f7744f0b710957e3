package dev.weir.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.apache.hc.core5.util.Timeout;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout.ThreadMode;

/** What becomes of callers that come while another thread is behind the gate of their route. */
@SuppressWarnings("FutureReturnValueIgnored") // what became of it is seen elsewhere
@org.junit.jupiter.api.Timeout(value = 30, threadMode = ThreadMode.SEPARATE_THREAD)
class ClosedGateTest {

    private final TestPool pool = new TestPool(1, 1);
    private final Segment segment = pool.segment("a");

    private TestPool.Wait lease() {
        return pool.lease("a", null, Timeout.DISABLED, new RecordingCallback());
    }

    private static <T> T aside(Supplier<T> what) {
        return CompletableFuture.supplyAsync(what).join();
    }

    private <T> T withinTheGate(Supplier<T> what) {
        Effects step = segment.step();
        try {
            return what.get();
        } finally {
            step.close();
        }
    }

    @Test
    void callersDoNotWaitForTheGateAndAreServedInTurn() throws Exception {
        List<TestPool.Wait> waiting = withinTheGate(() -> {
            List<TestPool.Wait> asked = List.of(aside(this::lease), aside(this::lease));
            assertThat(asked).noneMatch(TestPool.Wait::isDone);
            return asked;
        });

        Entry entry = waiting.get(0).get(10, TimeUnit.SECONDS);
        assertThat(waiting.get(1)).isNotDone();
        assertThat(segment.stats().pending()).isEqualTo(1);

        entry.giveBack(false, true);

        assertThat(waiting.get(1).get(10, TimeUnit.SECONDS)).isNotNull();
    }

    @Test
    void aCallerThatGivesUpMeanwhileIsNotServed() {
        TestPool.Wait waiter = withinTheGate(() -> {
            TestPool.Wait asked = aside(this::lease);
            CompletableFuture.runAsync(() -> asked.cancel(true));
            while (!asked.isDone()) {
                Thread.onSpinWait();
            }
            return asked;
        });

        assertThat(waiter).isCancelled();
        assertThat(segment.stats().leased() + segment.stats().dialing()).isZero();
        assertThat(segment.stats().pending()).isZero();
    }

    @Test
    void callersAreTurnedAwayIfThePoolClosesMeanwhile() {
        CompletableFuture<Void> closing = new CompletableFuture<>();
        TestPool.Wait waiter = withinTheGate(() -> {
            TestPool.Wait asked = aside(this::lease);
            CompletableFuture.runAsync(pool::close).thenRun(() -> closing.complete(null));
            while (!segment.pool.isClosed()) {
                Thread.onSpinWait();
            }
            return asked;
        });
        closing.join(); // either thread may tell the caller

        assertThat(waiter).isCancelled();
        assertThat(pool.allocated()).isZero();
    }

    @Test
    void aRouteIsNotForgottenIfACallerComesMeanwhile() throws Exception {
        AtomicReference<TestPool.@Nullable Wait> asked = new AtomicReference<>();

        boolean isForgotten = segment.leaveIfEmpty(() -> {
            asked.set(aside(this::lease));
            return true;
        });

        assertThat(isForgotten).isFalse();
        assertThat(Objects.requireNonNull(asked.get()).get(10, TimeUnit.SECONDS).segment)
                .isSameAs(pool.segment("a"));
    }

    @Test
    void aStepWithoutMemoryDoesNotCloseTheGateForEver() {
        Entry entry = lease().join();
        pool.hasMemory = false;
        assertThatThrownBy(() -> entry.giveBack(true, true)).isInstanceOf(OutOfMemoryError.class);
        assertThatThrownBy(this::lease).isInstanceOf(OutOfMemoryError.class);
        pool.hasMemory = true;

        entry.giveBack(true, true);

        assertThat(aside(this::lease)).isDone();
    }

    @Test
    void callersWithoutALimitDoNotAskAgainAndAgain() {
        pool.dialWith(1, dial -> {}); // as long as it lasts, no time to ask after is known
        lease();
        TestPool.Wait waiting = lease();

        assertThat(waiting).isNotDone();
        assertThat(waiting.place().pauseNanos()).isGreaterThan(TimeUnit.HOURS.toNanos(1));
    }
}
