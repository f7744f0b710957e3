package dev.weir.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.pool.PoolStats;
import org.apache.hc.core5.util.Timeout;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the pool promises: two entries per route and ten in total, the newest first, unless a test says otherwise. */
@SuppressWarnings("FutureReturnValueIgnored") // what became of it is seen elsewhere
class SegmentedPoolTest {

    private long nowNanos;
    private TestPool pool = newPool(2, 10);

    private TestPool newPool(int perRoute, int total) {
        return new TestPool(perRoute, total, () -> nowNanos);
    }

    private void use(int perRoute, int total) {
        pool.close(CloseMode.IMMEDIATE);
        pool = newPool(perRoute, total);
    }

    @AfterEach
    void close() {
        pool.close(CloseMode.IMMEDIATE);
    }

    private TestPool.Wait ask(String route, @Nullable Object state) {
        return pool.lease(route, state, Timeout.DISABLED, null);
    }

    private FakeConnection lease(String route, @Nullable Object state) {
        return entry(ask(route, state));
    }

    private FakeConnection dial(String route) {
        return lease(route, null);
    }

    private static FakeConnection entry(TestPool.Wait wait) {
        assertThat(wait).isDone();
        return wait.join();
    }

    private void assertStats(PoolStats stats, int leased, int idle, int pending) {
        assertThat(stats.getLeased()).as("leased").isEqualTo(leased);
        assertThat(stats.getAvailable()).as("idle").isEqualTo(idle);
        assertThat(stats.getPending()).as("pending").isEqualTo(pending);
    }

    private void assertTotals(int leased, int idle, int pending) {
        assertStats(pool.getTotalStats(), leased, idle, pending);
    }

    @Test
    void aPlaceIsFreeOnceItsConnectionIsClosed() {
        AtomicInteger taken = new AtomicInteger();
        FakeConnection entry = dial("a");
        entry.whenClosed(() -> taken.set(pool.allocated()));

        pool.release(entry, false);

        assertThat(taken).hasValue(1);
        assertThat(pool.allocated()).isZero();
    }

    @Test
    void callersGoOnWhileAConnectionClosesOrFailsTo() {
        FakeConnection entry = dial("a");
        entry.whenClosed(() -> {
            pool.release(dial("a"), true);
            pool.release(dial("b"), true);
            throw new IllegalStateException("on purpose");
        });

        pool.release(entry, false);

        assertTotals(0, 2, 0);
        assertThat(pool.allocated()).isEqualTo(2);
    }

    @Test
    void anErrorInAStateIsThatOfItsCallerAlone() {
        FakeConnection owned = dial("a");
        dial("a");
        TestPool.Wait broken = ask("a", new Object() {
            @Override
            public boolean equals(@Nullable Object other) {
                throw new AssertionError("on purpose");
            }

            @Override
            public int hashCode() {
                return 0;
            }
        });
        TestPool.Wait next = ask("a", null);

        owned.state("user");
        pool.release(owned, true);

        assertThatThrownBy(broken::get).hasRootCauseMessage("on purpose");
        assertThat(next).isDone();
    }

    @Test
    void refusesToTakeBackAnEntryTwice() {
        FakeConnection entry = dial("a");
        dial("a");
        pool.release(entry, true);

        assertThatIllegalStateException().isThrownBy(() -> pool.release(entry, true));
    }

    @Nested
    class Reuse {
        @Test
        void keepsReusableConnectionsAndClosesOthers() {
            FakeConnection kept = dial("a");
            FakeConnection dropped = dial("b");
            pool.release(kept, true);
            pool.release(dropped, false);

            assertThat(kept.closedBy()).isNull();
            assertThat(dropped.closedBy()).isEqualTo(CloseMode.GRACEFUL);
            assertTotals(0, 1, 0);
        }

        @Test
        void prefersTheNewest() {
            FakeConnection first = dial("a");
            FakeConnection second = dial("a");
            pool.release(first, true);
            pool.release(second, true);

            assertThat(lease("a", null)).isSameAs(second);
            assertThat(lease("a", null)).isSameAs(first);
        }
    }

    @Nested
    class States {
        @Test
        void prefersTheSameState() {
            FakeConnection mine = dial("a");
            FakeConnection anyones = dial("a");
            mine.state("me");
            pool.release(mine, true);
            pool.release(anyones, true);

            assertThat(lease("a", "me")).isSameAs(mine);
        }

        @Test
        void closesTheOldestOfAnotherStateIfTheRouteIsFull() {
            FakeConnection first = dial("a");
            FakeConnection second = dial("a");
            first.state("you");
            second.state("you");
            pool.release(first, true);
            pool.release(second, true);

            assertThat(lease("a", "me")).isNotIn(first, second);
            assertThat(first.closedBy()).isNotNull();
            assertTotals(1, 1, 0);
        }
    }

    @Nested
    class Limits {
        @Test
        void holdsTheLimitOfARoute() {
            dial("a");
            dial("a");

            assertThat(ask("a", null)).isNotDone();
            assertThat(ask("b", null)).isDone();
            assertStats(pool.getStats("a"), 2, 0, 1);
            assertTotals(3, 0, 1);
        }

        @Test
        void servesWaitingCallersInTheirOrder() {
            FakeConnection first = dial("a");
            FakeConnection second = dial("a");
            TestPool.Wait third = ask("a", null);
            TestPool.Wait fourth = ask("a", null);

            pool.release(second, true);
            assertThat(fourth).isNotDone();
            pool.release(first, false);

            assertThat(entry(third)).isSameAs(second);
            assertThat(entry(fourth)).isNotIn(first, second);
        }

        @Test
        void closesAnIdleConnectionElsewhereForOneWhoWouldWait() {
            pool.setMaxTotal(2);
            FakeConnection oldest = dial("a");
            FakeConnection newest = dial("b");
            pool.release(oldest, true);
            pool.release(newest, true);

            assertThat(ask("c", null)).isDone();
            assertThat(oldest.closedBy()).isNotNull();
            assertThat(newest.closedBy()).isNull();
            assertTotals(1, 1, 0);
        }

        @Test
        void servesARouteWithoutAnyBeforeThatWhichReleases() {
            pool.setMaxTotal(2);
            FakeConnection first = dial("b");
            FakeConnection second = dial("b");
            TestPool.Wait third = ask("a", null);
            TestPool.Wait fourth = ask("b", null);

            pool.release(first, true);
            assertThat(entry(third)).isNotIn(first, second);
            pool.release(second, true);

            assertThat(entry(fourth)).isSameAs(second);
        }
    }

    @Nested
    class Closing {
        @Test
        void closesIdleAndLeasedConnectionsInTheGivenMode() {
            FakeConnection leased = dial("a");
            FakeConnection idle = dial("a");
            pool.release(idle, true);

            pool.close(CloseMode.IMMEDIATE);

            assertThat(leased.closedBy()).isEqualTo(CloseMode.IMMEDIATE);
            assertThat(idle.closedBy()).isEqualTo(CloseMode.IMMEDIATE);
            assertThat(pool.getRoutes()).isEmpty();
        }
    }

    private List<TestPool.Wait> askTimes(int times, String route) {
        List<TestPool.Wait> futures = new ArrayList<>();
        for (int i = 0; i < times; i++) {
            futures.add(ask(route, null));
        }
        return futures;
    }

    @Nested
    class LiveLimits {
        @Test
        void aLoweredTotalClosesLeasedConnectionsWhenTheyComeBack() {
            FakeConnection first = dial("a");
            FakeConnection second = dial("a");

            pool.setMaxTotal(1);
            first.whenClosed(() -> pool.release(second, true)); // its place is not free by then
            pool.release(first, true);

            assertThat(first.isEstablished()).isFalse();
            assertThat(second.isEstablished()).isTrue();
        }
    }

    @Nested
    class Fairness {
        @Test
        void servesWaitingRoutesInTurnHoweverManyCallersEachHas() {
            use(4, 1);
            FakeConnection first = dial("z");
            askTimes(3, "a");
            TestPool.Wait other = ask("b", null);

            pool.release(first, false);
            assertStats(pool.getStats("a"), 1, 0, 2);
            pool.release(leasedOf("a"), false);

            assertThat(other).isDone();
        }

        @Test
        void aRouteThatHasNothingIsServedThoughOthersAreBefore() {
            use(8, 4);
            List<FakeConnection> mine = new ArrayList<>(List.of(dial("a"), dial("a")));
            dial("b");
            dial("b");
            askTimes(8, "b");
            List<TestPool.Wait> own = askTimes(8, "a");
            TestPool.Wait poor = ask("c", null);

            for (int i = 0; i < 3 && !poor.isDone(); i++) {
                pool.release(mine.remove(0), true);
                if (own.get(0).isDone()) {
                    mine.add(entry(own.remove(0)));
                }
            }

            assertThat(poor).isDone();
        }

        @Test
        void aRouteThatMayNotBeginAnExchangeTakesNoPlace() {
            use(2, 2);
            dial("a");
            FakeConnection other = dial("b");
            ask("a", null);

            pool.maxInFlight(route -> route.equals("a") ? 1 : 0);
            pool.release(other, true);

            assertThat(other.isEstablished()).isTrue();
        }

        private FakeConnection leasedOf(String route) {
            return (FakeConnection) pool.segment(route).entries.all.stream()
                    .filter(entry -> entry.uses > 0)
                    .findFirst()
                    .orElseThrow();
        }
    }

    @Nested
    class Terms {
        private FakeConnection idle(ReuseGrade grade) {
            FakeConnection entry = lease("a", LeaseTerms.FRESH);
            entry.grade(grade);
            pool.release(entry, true);
            return entry;
        }

        private TestPool.Wait ask(LeaseTerms terms) {
            return pool.lease("a", null, terms, Timeout.DISABLED, null);
        }

        private FakeConnection lease(String route, LeaseTerms terms) {
            return entry(pool.lease(route, null, terms, Timeout.DISABLED, null));
        }

        @ParameterizedTest
        @CsvSource({
            "ANY, FRESH, true", "ANY, USED, true", "ANY, PROVEN, true",
            "PROVEN, FRESH, true", "PROVEN, USED, false", "PROVEN, PROVEN, true",
            "FRESH, FRESH, true", "FRESH, USED, false", "FRESH, PROVEN, false"
        })
        void aCallerGetsOnlyWhatItAccepts(LeaseTerms terms, ReuseGrade grade, boolean accepted) {
            FakeConnection idle = idle(grade);

            FakeConnection leased = lease("a", terms);

            assertThat(leased == idle).isEqualTo(accepted);
        }

        @Test
        void aWaitingCallerKeepsItsTermsAndItsTurn() {
            use(1, 1);
            FakeConnection used = dial("a");
            TestPool.Wait first = ask(LeaseTerms.FRESH);
            TestPool.Wait second = ask(LeaseTerms.ANY);

            pool.release(used, true);

            assertThat(entry(first)).isNotSameAs(used);
            assertThat(used.isEstablished()).isFalse();
            assertThat(second).isNotDone();
        }
    }

    @Nested
    class TermsWhereDialsAreGoverned {
        private final List<FakeConnection> dials = new ArrayList<>();

        // A dial takes six times as long as a connection is held. Returns a connection that is leased.
        private FakeConnection know(int perRoute) {
            use(perRoute, 10);
            pool.maxDialing(1);
            pool.dialWith(1, dials::add);
            TestPool.Wait asked = ask(LeaseTerms.ANY);
            nowNanos += Duration.ofMillis(30).toNanos();
            succeed();
            nowNanos += Duration.ofMillis(5).toNanos();
            pool.release(entry(asked), true);
            return entry(ask(LeaseTerms.ANY));
        }

        private void succeed() {
            FakeConnection dialed = dials.remove(0);
            dialed.open();
            dialed.grade(ReuseGrade.FRESH);
            dialed.dialed(() -> 1);
            dialed.grade(ReuseGrade.USED);
        }

        private TestPool.Wait ask(LeaseTerms terms) {
            return pool.lease("a", null, terms, Timeout.DISABLED, null);
        }

        @ParameterizedTest
        @CsvSource({"ANY, 0", "PROVEN, 1", "FRESH, 1"})
        void aCallerThatCannotUseWhatBecomesFreeIsDialedForAtOnce(LeaseTerms terms, int begun) {
            know(10);

            ask(terms);

            assertThat(dials).hasSize(begun);
        }

        @Test
        void aCallerForWhomADialIsUnderWayIsOvertakenByOneThatNeedsNone() {
            FakeConnection used = know(10);
            TestPool.Wait first = ask(LeaseTerms.FRESH);
            TestPool.Wait second = ask(LeaseTerms.FRESH);
            TestPool.Wait easy = ask(LeaseTerms.ANY);

            pool.release(used, true);

            assertThat(entry(easy)).isSameAs(used);
            assertThat(first).isNotDone();
            succeed();
            assertThat(first).isDone();
            assertThat(second).isNotDone();
            succeed();
            assertThat(second).isDone();
        }
    }

    @Nested
    class EndsOfWaits {

        @Test
        void noCallerIsServedTooLate() {
            use(1, 1);
            FakeConnection first = dial("a");
            RecordingCallback callback = new RecordingCallback();
            pool.lease("a", null, Timeout.ofMilliseconds(5), callback);

            nowNanos += Duration.ofMillis(5).toNanos();
            pool.release(first, true);

            assertThat(callback.failures).hasSize(1);
            assertTotals(0, 1, 0);
        }
    }
}
