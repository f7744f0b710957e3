package dev.weir.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.pool.ManagedConnPool;
import org.apache.hc.core5.pool.PoolEntry;
import org.apache.hc.core5.pool.PoolReusePolicy;
import org.apache.hc.core5.util.DeadlineTimeoutException;
import org.apache.hc.core5.util.TimeValue;
import org.apache.hc.core5.util.Timeout;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** What the pool promises beyond {@link PoolContract}. */
@SuppressWarnings("FutureReturnValueIgnored") // what became of it is seen elsewhere
class SegmentedPoolTest extends PoolContract {

    private long nowNanos;

    @Override
    ManagedConnPool<String, FakeConnection> newPool(int perRoute, int total, PoolReusePolicy policy) {
        return new SegmentedPool<>(perRoute, total, policy, FakeConnection::grade, () -> nowNanos);
    }

    private SegmentedPool<String, FakeConnection> segmented() {
        return (SegmentedPool<String, FakeConnection>) pool();
    }

    private List<Future<PoolEntry<String, FakeConnection>>> askTimes(int times, String route) {
        List<Future<PoolEntry<String, FakeConnection>>> futures = new ArrayList<>();
        for (int i = 0; i < times; i++) {
            futures.add(ask(route, null));
        }
        return futures;
    }

    @Nested
    class LiveLimits {
        @Test
        void aRaisedTotalServesWaitingCallers() {
            pool().setMaxTotal(1);
            dial("a");
            List<Future<PoolEntry<String, FakeConnection>>> waiting = askTimes(2, "b");

            pool().setMaxTotal(3);

            assertThat(waiting).allMatch(Future::isDone);
        }

        @Test
        void aRaisedLimitOfARouteServesWaitingCallers() {
            pool().setMaxPerRoute("a", 0);
            List<Future<PoolEntry<String, FakeConnection>>> waiting = askTimes(2, "a");

            pool().setMaxPerRoute("a", 2);

            assertThat(waiting).allMatch(Future::isDone);
        }

        @Test
        void aLoweredTotalClosesIdleConnectionsAtOnce() {
            List<PoolEntry<String, FakeConnection>> entries = List.of(dial("a"), dial("a"), dial("b"));
            entries.forEach(entry -> pool().release(entry, true));

            pool().setMaxTotal(1);

            assertTotals(0, 1, 0);
        }

        @Test
        void aLoweredDefaultClosesIdleConnectionsAtOnce() {
            List<PoolEntry<String, FakeConnection>> entries = List.of(dial("a"), dial("a"), dial("b"));
            entries.forEach(entry -> pool().release(entry, true));

            pool().setDefaultMaxPerRoute(1);

            assertTotals(0, 2, 0);
        }

        @Test
        void aLoweredTotalHoldsThoughCallersWait() {
            pool().setMaxTotal(2);
            PoolEntry<String, FakeConnection> first = dial("a");
            dial("b");
            ask("a", null);

            pool().setMaxTotal(1);
            pool().release(first, true);

            assertThat(segmented().total().taken()).isEqualTo(1);
        }

        @Test
        void aLoweredTotalClosesLeasedConnectionsWhenTheyComeBack() {
            PoolEntry<String, FakeConnection> first = dial("a");
            PoolEntry<String, FakeConnection> second = dial("a");

            pool().setMaxTotal(1);
            pool().release(first, true);
            pool().release(second, true);

            assertThat(first.hasConnection()).isFalse();
            assertThat(second.hasConnection()).isTrue();
        }
    }

    @Nested
    class Fairness {
        @Test
        void servesWaitingRoutesInTurnHoweverManyCallersEachHas() {
            use(4, 1, PoolReusePolicy.LIFO);
            PoolEntry<String, FakeConnection> first = dial("z");
            askTimes(3, "a");
            Future<PoolEntry<String, FakeConnection>> other = ask("b", null);

            pool().release(first, false);
            assertStats(pool().getStats("a"), 1, 0, 2);
            pool().release(leasedOf("a"), false);

            assertThat(other).isDone();
        }

        @Test
        void aBusyRouteKeepsReusingWhileSharesAreEven() {
            use(4, 2, PoolReusePolicy.LIFO);
            PoolEntry<String, FakeConnection> mine = dial("a");
            dial("b");
            List<Future<PoolEntry<String, FakeConnection>>> waiting = askTimes(2, "a");
            ask("b", null);

            pool().release(mine, true);

            assertThat(entry(waiting.get(0))).isSameAs(mine);
        }

        @Test
        void aRouteThatHasNothingIsServedThoughOthersAreBefore() {
            use(8, 4, PoolReusePolicy.LIFO);
            List<PoolEntry<String, FakeConnection>> mine = new ArrayList<>(List.of(dial("a"), dial("a")));
            dial("b");
            dial("b");
            askTimes(8, "b");
            List<Future<PoolEntry<String, FakeConnection>>> own = askTimes(8, "a");
            Future<PoolEntry<String, FakeConnection>> poor = ask("c", null);

            for (int i = 0; i < 3 && !poor.isDone(); i++) {
                pool().release(mine.remove(0), true);
                if (own.get(0).isDone()) {
                    mine.add(entry(own.remove(0)));
                }
            }

            assertThat(poor).isDone();
        }

        private PoolEntry<String, FakeConnection> leasedOf(String route) {
            List<PoolEntry<String, FakeConnection>> found = new ArrayList<>();
            segmented().forEachLeased(entry -> {
                if (entry.getRoute().equals(route)) {
                    found.add(entry);
                }
            });
            return found.get(0);
        }
    }

    @Nested
    class Terms {
        private PoolEntry<String, FakeConnection> idle(ReuseGrade grade) {
            PoolEntry<String, FakeConnection> entry = lease("a", LeaseTerms.FRESH);
            entry.assignConnection(new FakeConnection());
            entry.getConnection().grade(grade);
            entry.updateExpiry(TimeValue.ofDays(1));
            pool().release(entry, true);
            return entry;
        }

        private Future<PoolEntry<String, FakeConnection>> ask(LeaseTerms terms) {
            return segmented().lease("a", null, terms, Timeout.DISABLED, null);
        }

        private PoolEntry<String, FakeConnection> lease(String route, LeaseTerms terms) {
            return entry(segmented().lease(route, null, terms, Timeout.DISABLED, null));
        }

        @ParameterizedTest
        @CsvSource({
            "ANY, FRESH, true", "ANY, USED, true", "ANY, PROVEN, true",
            "PROVEN, FRESH, true", "PROVEN, USED, false", "PROVEN, PROVEN, true",
            "FRESH, FRESH, true", "FRESH, USED, false", "FRESH, PROVEN, false"
        })
        void aCallerGetsOnlyWhatItAccepts(LeaseTerms terms, ReuseGrade grade, boolean accepted) {
            PoolEntry<String, FakeConnection> idle = idle(grade);

            PoolEntry<String, FakeConnection> leased = lease("a", terms);

            assertThat(leased == idle).isEqualTo(accepted);
            assertThat(leased.hasConnection()).isEqualTo(accepted);
        }

        @ParameterizedTest
        @EnumSource(PoolReusePolicy.class)
        void ageDecidesAmongThoseThatAreAccepted(PoolReusePolicy policy) {
            use(4, 10, policy);
            PoolEntry<String, FakeConnection> used = dial("a");
            PoolEntry<String, FakeConnection> proven = dial("a");
            PoolEntry<String, FakeConnection> another = dial("a");
            proven.getConnection().grade(ReuseGrade.PROVEN);
            List.of(used, proven, another).forEach(entry -> pool().release(entry, true));

            List<PoolEntry<String, FakeConnection>> leased =
                    List.of(lease("a", LeaseTerms.ANY), lease("a", LeaseTerms.ANY), lease("a", LeaseTerms.ANY));

            assertThat(leased)
                    .containsExactlyElementsOf(
                            policy == PoolReusePolicy.LIFO
                                    ? List.of(another, proven, used)
                                    : List.of(used, proven, another));
        }

        @Test
        void theStateStillCounts() {
            PoolEntry<String, FakeConnection> entry = dial("a");
            entry.getConnection().grade(ReuseGrade.PROVEN);
            entry.updateState("me");
            pool().release(entry, true);

            assertThat(entry(segmented().lease("a", "you", LeaseTerms.PROVEN, Timeout.DISABLED, null)))
                    .isNotSameAs(entry);
            assertThat(entry(segmented().lease("a", "me", LeaseTerms.PROVEN, Timeout.DISABLED, null)))
                    .isSameAs(entry);
        }

        @Test
        void inAFullRouteTheOldestIdleOneMakesRoom() {
            PoolEntry<String, FakeConnection> oldest = dial("a");
            PoolEntry<String, FakeConnection> newest = dial("a");
            pool().release(oldest, true);
            pool().release(newest, true);

            PoolEntry<String, FakeConnection> fresh = lease("a", LeaseTerms.FRESH);

            assertThat(fresh.hasConnection()).isFalse();
            assertThat(oldest.hasConnection()).isFalse();
            assertThat(newest.hasConnection()).isTrue();
        }

        @Test
        void aWaitingCallerKeepsItsTermsAndItsTurn() {
            use(1, 1, PoolReusePolicy.LIFO);
            PoolEntry<String, FakeConnection> used = dial("a");
            Future<PoolEntry<String, FakeConnection>> first = ask(LeaseTerms.FRESH);
            Future<PoolEntry<String, FakeConnection>> second = ask(LeaseTerms.ANY);

            pool().release(used, true);

            assertThat(entry(first).hasConnection()).isFalse();
            assertThat(used.hasConnection()).isFalse();
            assertThat(second).isNotDone();
        }

        @Test
        void anUnusedConnectionServesACallerThatWaits() {
            use(1, 1, PoolReusePolicy.LIFO);
            PoolEntry<String, FakeConnection> unused = dial("a");
            unused.getConnection().grade(ReuseGrade.FRESH);
            Future<PoolEntry<String, FakeConnection>> waiting = ask(LeaseTerms.FRESH);

            pool().release(unused, true);

            assertThat(entry(waiting)).isSameAs(unused);
        }

        @Test
        void theTotalLimitMakesRoomInTheCallersOwnRoute() {
            use(2, 1, PoolReusePolicy.LIFO);
            PoolEntry<String, FakeConnection> used = dial("a");
            pool().release(used, true);

            PoolEntry<String, FakeConnection> fresh = lease("a", LeaseTerms.FRESH);

            assertThat(fresh.hasConnection()).isFalse();
            assertThat(used.hasConnection()).isFalse();
        }
    }

    @Nested
    class TermsWhereDialsAreGoverned {
        // A dial takes six times as long as a connection is held. Returns a connection that is leased.
        private PoolEntry<String, FakeConnection> know(int perRoute) {
            use(perRoute, 10, PoolReusePolicy.LIFO);
            segmented().maxDialing(1);
            PoolEntry<String, FakeConnection> used = dial("a");
            nowNanos += Duration.ofMillis(30).toNanos();
            segmented().dialed(used);
            nowNanos += Duration.ofMillis(5).toNanos();
            pool().release(used, true);
            return dial("a");
        }

        private Future<PoolEntry<String, FakeConnection>> ask(LeaseTerms terms) {
            return segmented().lease("a", null, terms, Timeout.DISABLED, null);
        }

        @ParameterizedTest
        @CsvSource({"ANY, false", "PROVEN, true", "FRESH, true"})
        void aCallerThatCannotUseWhatBecomesFreeDialsAtOnce(LeaseTerms terms, boolean dials) {
            know(10);

            assertThat(ask(terms).isDone()).isEqualTo(dials);
        }

        @Test
        void aCallerThatMayNotDialYetIsOvertakenByOneThatNeedsNoDial() {
            PoolEntry<String, FakeConnection> used = know(10);
            Future<PoolEntry<String, FakeConnection>> dialing = ask(LeaseTerms.FRESH);
            Future<PoolEntry<String, FakeConnection>> next = ask(LeaseTerms.FRESH);
            Future<PoolEntry<String, FakeConnection>> easy = ask(LeaseTerms.ANY);

            pool().release(used, true);

            assertThat(entry(easy)).isSameAs(used);
            assertThat(next).isNotDone();
            segmented().dialed(entry(dialing));
            assertThat(entry(next).hasConnection()).isFalse();
        }

        @Test
        void whoComesLaterTakesWhatIsIdleThoughAnotherWaitsToDial() {
            PoolEntry<String, FakeConnection> used = know(10);
            ask(LeaseTerms.FRESH);
            Future<PoolEntry<String, FakeConnection>> next = ask(LeaseTerms.FRESH);
            pool().release(used, true);

            Future<PoolEntry<String, FakeConnection>> easy = ask(LeaseTerms.ANY);

            assertThat(entry(easy)).isSameAs(used);
            assertThat(next).isNotDone();
        }

        @Test
        void whoLacksAPlaceIsNotOvertaken() {
            PoolEntry<String, FakeConnection> used = know(1);
            Future<PoolEntry<String, FakeConnection>> first = ask(LeaseTerms.FRESH);
            Future<PoolEntry<String, FakeConnection>> second = ask(LeaseTerms.ANY);

            pool().release(used, true);

            assertThat(entry(first).hasConnection()).isFalse();
            assertThat(second).isNotDone();
        }
    }

    @Nested
    class Sweeps {
        // What a sweep picks is closed as soon as it has left the gate, and not before.
        @Test
        void letOthersInAfterEverySixtyFourEntries() {
            use(10_000, 10_000, PoolReusePolicy.LIFO);
            Stream.generate(() -> dial("a")).limit(10_000).toList().forEach(entry -> pool().release(entry, true));
            List<FakeConnection> seen = new ArrayList<>();
            List<Integer> overdue = new ArrayList<>();

            segmented().sweep(entry -> {
                seen.add(entry.getConnection());
                int before = seen.size() - 1 - 64;
                if (before >= 0 && seen.get(before).closedBy() == null) {
                    overdue.add(before);
                }
                return true;
            });

            assertThat(seen).hasSize(10_000);
            assertThat(overdue).isEmpty();
        }
    }

    @Nested
    class EndsOfWaits {
        @Test
        void failsCallersThatWaitedTooLong() {
            use(1, 1, PoolReusePolicy.LIFO);
            dial("a");
            Future<PoolEntry<String, FakeConnection>> late = pool().lease("a", null, Timeout.ofMilliseconds(5), null);
            Future<PoolEntry<String, FakeConnection>> patient = ask("a", null);

            nowNanos += Duration.ofMillis(5).toNanos();
            segmented().expireWaiters();

            assertThatExceptionOfType(ExecutionException.class)
                    .isThrownBy(late::get)
                    .withCauseInstanceOf(DeadlineTimeoutException.class);
            assertThat(patient).isNotDone();
            assertTotals(1, 0, 1);
        }

        @Test
        void noCallerIsServedTooLate() {
            use(1, 1, PoolReusePolicy.LIFO);
            PoolEntry<String, FakeConnection> first = dial("a");
            RecordingCallback callback = new RecordingCallback();
            pool().lease("a", null, Timeout.ofMilliseconds(5), callback);

            nowNanos += Duration.ofMillis(5).toNanos();
            pool().release(first, true);

            assertThat(callback.failures).hasSize(1);
            assertTotals(0, 1, 0);
        }

        @Test
        void closingCancelsWaitingCallers() {
            use(1, 1, PoolReusePolicy.LIFO);
            dial("a");
            RecordingCallback callback = new RecordingCallback();
            pool().lease("a", null, Timeout.DISABLED, callback);
            Future<PoolEntry<String, FakeConnection>> elsewhere = ask("b", null);

            pool().close(CloseMode.GRACEFUL);

            assertThat(callback.cancelled).isEqualTo(1);
            assertThat(elsewhere).isCancelled();
            assertTotals(0, 0, 0);
        }

        @Test
        void anInterruptGivesUpThePlace() {
            use(1, 1, PoolReusePolicy.LIFO);
            PoolEntry<String, FakeConnection> first = dial("a");
            Future<PoolEntry<String, FakeConnection>> waiting = ask("a", null);

            Thread.currentThread().interrupt();
            assertThatExceptionOfType(InterruptedException.class).isThrownBy(() -> waiting.get(1, TimeUnit.DAYS));
            pool().release(first, true);

            assertTotals(0, 1, 0);
        }

        @Test
        void anInterruptDoesNotLoseAnEntryThatCame() throws Exception {
            use(1, 1, PoolReusePolicy.LIFO);
            PoolEntry<String, FakeConnection> first = dial("a");
            Future<PoolEntry<String, FakeConnection>> waiting = ask("a", null);
            pool().release(first, true);

            Thread.currentThread().interrupt();
            PoolEntry<String, FakeConnection> entry = waiting.get();

            assertThat(Thread.interrupted()).isTrue();
            assertThat(entry).isSameAs(first);
        }

        @Test
        void whoGaveUpLeavesNothingBehind() {
            use(1, 1, PoolReusePolicy.LIFO);
            PoolEntry<String, FakeConnection> idle = dial("a");
            Future<PoolEntry<String, FakeConnection>> waiting = ask("b", null);

            waiting.cancel(true);
            pool().release(idle, true);

            assertThat(idle.hasConnection()).isTrue();
            assertThat(segmented().total().hasStarving()).isFalse();
            assertThat(pool().getRoutes()).containsExactly("a");
        }
    }

    @Nested
    class Closed {
        @Test
        void aConnectionThatComesBackAfterwardsIsClosed() {
            PoolEntry<String, FakeConnection> entry = lease("a", null);
            pool().close(CloseMode.GRACEFUL);
            FakeConnection connection = new FakeConnection();
            entry.assignConnection(connection);

            pool().release(entry, true);

            assertThat(connection.closedBy()).isEqualTo(CloseMode.GRACEFUL);
        }

        @Test
        void noWaitingCallerIsServedByTheClosingOfOthers() {
            use(1, 1, PoolReusePolicy.LIFO);
            dial("a");
            RecordingCallback callback = new RecordingCallback();
            pool().lease("b", null, Timeout.DISABLED, callback);

            pool().close(CloseMode.GRACEFUL);

            assertThat(callback.entries).isEmpty();
        }
    }

    @Nested
    class Misbehaviour {
        @Test
        void aTestThatThrowsEndsTheSweepAndLosesNothing() {
            PoolEntry<String, FakeConnection> first = dial("a");
            PoolEntry<String, FakeConnection> second = dial("a");
            FakeConnection connection = first.getConnection();
            pool().release(first, true);
            pool().release(second, true);

            assertThatIllegalStateException()
                    .isThrownBy(() -> segmented().sweep(entry -> {
                        if (entry == second) {
                            throw new IllegalStateException("as told");
                        }
                        return true;
                    }));

            assertThat(connection.closedBy()).isEqualTo(CloseMode.GRACEFUL);
            assertTotals(0, 1, 0);
            assertThat(segmented().total().taken()).isEqualTo(1);
        }

        @Test
        void anEntryWhoseStateFailsIsClosedAndFreesItsPlace() {
            use(1, 1, PoolReusePolicy.LIFO);
            PoolEntry<String, FakeConnection> entry = dial("a");
            FakeConnection connection = entry.getConnection();
            Future<PoolEntry<String, FakeConnection>> waiting = ask("a", null);
            entry.updateState(new ThrowingState());

            assertThatIllegalStateException().isThrownBy(() -> pool().release(entry, true));

            assertThat(connection.closedBy()).isEqualTo(CloseMode.IMMEDIATE);
            assertThat(waiting).isDone();
        }

        @Test
        void aCallbackThatThrowsHarmsNoOtherCaller() {
            use(1, 1, PoolReusePolicy.LIFO);
            PoolEntry<String, FakeConnection> first = dial("a");
            ThrowingCallback bad = new ThrowingCallback();
            Future<PoolEntry<String, FakeConnection>> served = pool().lease("a", null, Timeout.DISABLED, bad);
            Future<PoolEntry<String, FakeConnection>> next = ask("a", null);

            pool().release(first, true);
            pool().release(entry(served), true);

            assertThat(next).isDone();
        }

        @Test
        void aCallbackThatThrowsWhenCanceledStillGivesUpItsPlace() {
            use(1, 1, PoolReusePolicy.LIFO);
            dial("a");
            Future<PoolEntry<String, FakeConnection>> waiting =
                    pool().lease("a", null, Timeout.DISABLED, new ThrowingCallback());

            assertThatIllegalStateException().isThrownBy(() -> waiting.cancel(true));

            assertTotals(1, 0, 0);
        }

        @Test
        void aConnectionThatCannotBeClosedStillFreesItsPlace() throws Exception {
            SegmentedPool<String, UnclosableConnection> pool = new SegmentedPool<>(1, 1, PoolReusePolicy.LIFO);
            PoolEntry<String, UnclosableConnection> entry =
                    pool.lease("a", null, Timeout.DISABLED, null).get();
            entry.assignConnection(new UnclosableConnection());

            pool.release(entry, false);

            assertThat(pool.lease("b", null, Timeout.DISABLED, null)).isDone();
        }

        @Test
        void manyCallersThatReleaseAtOnceAreNoRecursion() {
            use(1, 1, PoolReusePolicy.LIFO);
            PoolEntry<String, FakeConnection> first = dial("a");
            for (int i = 0; i < 50_000; i++) {
                pool().lease("a", null, Timeout.DISABLED, releasing(i % 2 == 0));
                pool().lease("b", null, Timeout.DISABLED, releasing(false));
            }

            pool().release(first, true);

            assertThat(pool().getTotalStats().getLeased()).isZero();
            assertThat(pool().getTotalStats().getPending()).isZero();
        }
    }

    @Nested
    class RouteMemory {
        @Test
        void aMillionRoutesLeaveNothingBehind() {
            use(2, 10_000, PoolReusePolicy.LIFO);
            for (int i = 0; i < 1_000_000; i++) {
                pool().release(dial("route" + i), i % 3 != 0);
                if (i % 1_000 == 999) {
                    pool().closeIdle(TimeValue.NEG_ONE_MILLISECOND);
                }
            }

            assertThat(pool().getRoutes()).isEmpty();
            assertThat(segmented().distribution().isEmpty()).isTrue();
            assertThat(segmented().total().taken()).isZero();
            assertThat(segmented().total().hasStarving()).isFalse();
        }
    }
}
