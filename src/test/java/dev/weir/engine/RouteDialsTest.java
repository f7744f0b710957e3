package dev.weir.engine;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.util.Timeout;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Dials that belong to their route: callers wait for what any of them establishes, never for one of their own. */
@SuppressWarnings("FutureReturnValueIgnored") // what became of it is seen elsewhere
class RouteDialsTest {

    private final List<FakeConnection> dials = new ArrayList<>();
    private TestPool pool = pool(8, 1);

    private TestPool pool(int perRoute, int callers) {
        TestPool made = new TestPool(perRoute, 8, System::nanoTime);
        made.maxDialing(8);
        made.dialWith(callers, dials::add);
        return made;
    }

    @AfterEach
    void close() {
        pool.close(CloseMode.IMMEDIATE);
    }

    private TestPool.Wait ask() {
        return pool.lease("a", null, Timeout.DISABLED, new RecordingCallback());
    }

    private static void succeed(FakeConnection dial, int capacity) {
        dial.open();
        dial.dialed(() -> capacity);
    }

    private static IOException fail(FakeConnection dial) {
        IOException failure = new IOException("on purpose");
        dial.dialFailed(failure, true);
        return failure;
    }

    @Test
    void serveTheFirstThatWaits() {
        TestPool.Wait first = ask();
        TestPool.Wait second = ask();

        succeed(dials.get(1), 1);

        assertThat(first.getNow(null)).isSameAs(dials.get(1));
        assertThat(second).isNotDone();
        assertThat(second.hasWay()).isTrue();
    }

    @Test
    void serveACallerWhoseConnectionWasClosedBeforeThoseThatWait() {
        pool = pool(1, 1);
        TestPool.Wait first = ask();
        succeed(dials.get(0), 1);
        FakeConnection held = first.join();
        List<TestPool.Wait> waiting = List.of(ask(), ask());
        held.discard(CloseMode.IMMEDIATE);

        Waiter again = held.exchange(null, LeaseTerms.FRESH, 0, wait -> {});

        assertThat(dials).hasSize(2);
        assertThat(again.isCovered()).isTrue();
        assertThat(pool.stats("a")).isEqualTo(new Segment.Stats(0, 0, 1, 2, 1, 0));
        dials.get(1).grade(ReuseGrade.FRESH);
        succeed(dials.get(1), 1);
        Entry next = Objects.requireNonNull(again.take());
        assertThat(waiting).noneMatch(TestPool.Wait::hasWay);
        next.giveBack(true, true);
        assertThat(waiting.get(0).getNow(null)).isSameAs(next);
        assertThat(pool.stats("a").pending()).isOne();
    }

    @Test
    void endIfTheirCallersGoAway() {
        ask().cancel(true);

        assertThat(pool.stats("a").dialing()).isZero();
        assertThat(pool.allocated()).isZero();
        succeed(dials.get(0), 1);
        assertThat(pool.stats("a").idle()).isZero();
        assertThat(ask()).isNotDone();
        assertThat(dials).hasSize(2);
    }

    @Test
    void endOnlyOncePerCallerThatGoesAway() {
        TestPool.Wait first = ask();
        TestPool.Wait second = ask();
        TestPool.Wait third = ask();

        succeed(dials.get(0), 1);
        Objects.requireNonNull(first.getNow(null)).giveBack(true, true);
        assertThat(second).isDone();
        assertThat(pool.stats("a").dialing()).isEqualTo(2);
        third.cancel(true);
        third.cancel(true);

        assertThat(pool.stats("a").dialing()).isOne();
        succeed(dials.get(1), 1);
        assertThat(pool.stats("a").idle()).isOne();
    }

    @Test
    void areKeptIfTheyHaveNoCallers() {
        FakeConnection spare =
                (FakeConnection) Objects.requireNonNull(pool.segment("a").openSpare());
        ask().cancel(true);

        assertThat(pool.stats("a").dialing()).isOne();
        succeed(spare, 1);
        assertThat(pool.stats("a").idle()).isOne();
    }

    @Test
    void admitTheNextIfTheirCallersGoAway() {
        pool.maxDialing(1);
        TestPool.Wait first = ask();
        TestPool.Wait second = ask();
        assertThat(second.hasWay()).isFalse();

        first.cancel(true);

        assertThat(second.hasWay()).isTrue();
        assertThat(dials).hasSize(1);
    }

    @Test
    void failThoseForWhomNoneIsLeft() {
        TestPool.Wait first = ask();
        TestPool.Wait second = ask();

        IOException failure = fail(dials.get(1));

        assertThat(first).isNotDone();
        assertThatThrownBy(second::get).hasCause(failure);
        assertThat(dials).hasSize(2);
    }

    @Test
    void beginAnewForThoseThatCameAfterTheFailedOneBegan() {
        pool.maxDialing(1);
        TestPool.Wait first = ask();
        TestPool.Wait second = ask();
        first.cancel(true);
        assertThat(dials).hasSize(1);

        fail(dials.get(0));

        assertThat(second).isNotDone();
        assertThat(dials).hasSize(2);
        succeed(dials.get(1), 1);
        assertThat(second.getNow(null)).isSameAs(dials.get(1));
    }

    @Test
    void beginAnewForThoseThatFindNoRoom() {
        pool = pool(2, 3);
        List<TestPool.Wait> waiting = List.of(ask(), ask(), ask());
        assertThat(dials).hasSize(1);
        assertThat(waiting).allMatch(TestPool.Wait::hasWay);

        succeed(dials.get(0), 1);

        assertThat(waiting.get(0).getNow(null)).isSameAs(dials.get(0));
        assertThat(dials).hasSize(2);
        succeed(dials.get(1), 2);
        assertThat(waiting).allMatch(waiter -> waiter.getNow(null) != null);
    }

    @Test
    void leaveThoseToWaitThatFindNoRoomOnTheOnlyConnection() {
        AtomicLong nowNanos = new AtomicLong();
        pool = new TestPool(1, 8, nowNanos::get);
        pool.dialWith(3, dials::add);
        TestPool.Wait first = wait(100);
        nowNanos.addAndGet(MILLISECONDS.toNanos(30));
        TestPool.Wait second = wait(100);
        TestPool.Wait third = wait(100);
        assertThat(List.of(first, second, third)).allMatch(each -> each.place().isCovered());

        nowNanos.addAndGet(MILLISECONDS.toNanos(500));
        succeed(dials.get(0), 1);
        nowNanos.addAndGet(MILLISECONDS.toNanos(60));

        Entry entry = Objects.requireNonNull(first.getNow(null));
        assertThat(List.of(second, third))
                .noneMatch(each -> each.place().isCovered())
                .noneMatch(TestPool.Wait::isDone);
        assertThat(pool.stats("a").pending()).isEqualTo(2);
        assertThat(second.place().leftNanos()).isEqualTo(MILLISECONDS.toNanos(40));

        TestPool.Wait fourth = wait(100);
        entry.giveBack(true, true);
        assertThat(second.getNow(null)).isSameAs(entry);
        nowNanos.addAndGet(MILLISECONDS.toNanos(50));
        entry.giveBack(true, true);
        assertThatThrownBy(third::get).hasCauseInstanceOf(TimeoutException.class);
        assertThat(fourth.getNow(null)).isSameAs(entry);
    }

    private TestPool.Wait wait(int milliseconds) {
        return pool.lease("a", null, Timeout.ofMilliseconds(milliseconds), new RecordingCallback());
    }

    @Test
    void giveTheirPlaceBackIfTheyCannotBegin() {
        pool = pool(1, 1);
        pool.dialWith(1, entry -> {
            throw new IllegalStateException("on purpose");
        });

        assertThatThrownBy(ask()::get).hasRootCauseMessage("on purpose");
        assertThat(pool.allocated()).isZero();
    }

    @Test
    void failTheFirstEvenIfItIsNotKnownWhomTheyWillCarry() {
        pool = pool(8, 0);
        TestPool.Wait first = ask();
        TestPool.Wait second = ask();
        assertThat(first.place().isCovered()).isTrue();
        assertThat(second.hasWay()).isFalse();

        IOException failure = fail(dials.get(0));

        assertThatThrownBy(first::get).hasCause(failure);
        assertThat(second.place().isCovered()).isTrue();
        assertThat(dials).hasSize(2);
        succeed(dials.get(1), 0);
        assertThat(second.place().isCovered()).isFalse();
        assertThat(dials).hasSize(2);
        dials.get(1).resize(() -> 1);
        assertThat(second.getNow(null)).isSameAs(dials.get(1));
    }

    @Test
    void serveNobodyBeforeTheyHaveEnded() {
        TestPool.Wait first = ask();
        dials.get(0).open();

        dials.get(0).resize(() -> 3);
        assertThat(first).isNotDone();
        succeed(dials.get(0), 3);

        Objects.requireNonNull(first.getNow(null)).giveBack(true, true);
        assertThat(pool.getTotalStats().getLeased()).isZero();
        assertThat(pool.stats("a").idle()).isOne();
    }

    @Test
    void areClosedIfTheirCallersGoAwayAsTheyBegin() {
        pool.maxDialing(1);
        ask();
        TestPool.Wait second = ask();
        pool.dialWith(1, entry -> {
            second.cancel(true);
            entry.open();
            dials.add(entry);
        });

        fail(dials.get(0));

        assertThat(dials.get(1).closedBy()).isNotNull();
        assertThat(pool.allocated()).isZero();
    }

    @Test
    void endWithThePool() {
        TestPool.Wait waiting = ask();

        pool.close(CloseMode.IMMEDIATE);
        FakeConnection late = dials.get(0);
        late.open();
        late.dialed(() -> 1);

        assertThat(waiting).isCancelled();
        assertThat(late.closedBy()).isNotNull();
        assertThat(pool.allocated()).isZero();
    }
}
