package dev.weir.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.pool.PoolEntry;
import org.apache.hc.core5.pool.PoolReusePolicy;
import org.apache.hc.core5.pool.PoolStats;
import org.apache.hc.core5.util.Timeout;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** Entries that several callers use at once: two per route and three in total. */
class CapacityTest {

    private final SegmentedPool<String, FakeConnection> pool =
            new SegmentedPool<>(2, 3, PoolReusePolicy.LIFO, FakeConnection::grade, System::nanoTime);

    @AfterEach
    void close() {
        pool.close(CloseMode.IMMEDIATE);
    }

    private Future<PoolEntry<String, FakeConnection>> ask(String route, @Nullable Object state) {
        return pool.lease(route, state, Timeout.DISABLED, null);
    }

    private Future<PoolEntry<String, FakeConnection>> askOnTerms(String route, LeaseTerms terms) {
        return pool.lease(route, null, terms, Timeout.DISABLED, null);
    }

    private PoolEntry<String, FakeConnection> lease(String route) {
        return entry(ask(route, null));
    }

    private List<PoolEntry<String, FakeConnection>> leaseTimes(int times, String route) {
        return Stream.generate(() -> lease(route)).limit(times).toList();
    }

    private static PoolEntry<String, FakeConnection> entry(Future<PoolEntry<String, FakeConnection>> future) {
        assertThat(future).isDone();
        try {
            return future.get();
        } catch (InterruptedException | ExecutionException e) {
            throw new AssertionError(e);
        }
    }

    private PoolEntry<String, FakeConnection> dial(String route, int capacity) {
        return dial(route, capacity, null);
    }

    private PoolEntry<String, FakeConnection> dial(String route, int capacity, @Nullable Object state) {
        PoolEntry<String, FakeConnection> entry = entry(ask(route, state));
        entry.assignConnection(new FakeConnection());
        pool.changeCapacity(entry, capacity);
        return entry;
    }

    private void assertTotals(int leased, int idle, int pending) {
        PoolStats stats = pool.getTotalStats();
        assertThat(List.of(stats.getLeased(), stats.getAvailable(), stats.getPending()))
                .as("leased, idle, pending")
                .containsExactly(leased, idle, pending);
    }

    @Nested
    class Sharing {
        @Test
        void asManyShareAnEntryAsItHolds() {
            PoolEntry<String, FakeConnection> first = dial("a", 3);

            List<PoolEntry<String, FakeConnection>> others = leaseTimes(3, "a");

            assertThat(others.subList(0, 2)).containsOnly(first);
            assertThat(others.get(2)).isNotSameAs(first);
        }

        @Test
        void aUseThatEndsServesACallerThatWaits() {
            PoolEntry<String, FakeConnection> first = dial("a", 2);
            lease("a");
            dial("a", 2);
            lease("a");
            Future<PoolEntry<String, FakeConnection>> waiting = ask("a", null);

            pool.release(first, true);

            assertThat(entry(waiting)).isSameAs(first);
        }

        @Test
        void limitsCountConnectionsHoweverManyShareThem() {
            dial("a", 3);
            leaseTimes(2, "a");
            lease("a");

            assertThat(List.of(pool.allocated("a"), pool.allocated("b"))).containsExactly(2, 0);
        }

        @Test
        void countsUsesAsLeasedAndEntriesWithoutAnyAsIdle() {
            PoolEntry<String, FakeConnection> entry = dial("a", 3);
            leaseTimes(2, "a");
            pool.release(entry, true);

            assertTotals(2, 0, 0);
            assertThat(pool.total().taken()).isEqualTo(1);

            pool.release(entry, true);
            pool.release(entry, true);

            assertTotals(0, 1, 0);
            assertThat(pool.total().taken()).isEqualTo(1);
        }

        @Test
        void takesTheEntryWithTheFewestUses() {
            PoolEntry<String, FakeConnection> first = dial("a", 1);
            PoolEntry<String, FakeConnection> second = dial("a", 9);
            leaseTimes(2, "a");
            pool.changeCapacity(first, 9);

            assertThat(leaseTimes(2, "a")).containsOnly(first);
            pool.release(second, true);
            pool.release(second, true);

            assertThat(leaseTimes(2, "a")).containsOnly(second);
        }

        @Test
        void takesAnIdleEntryBeforeOneInUse() {
            PoolEntry<String, FakeConnection> first = dial("a", 1);
            PoolEntry<String, FakeConnection> second = dial("a", 9);
            pool.release(first, true);

            assertThat(lease("a")).isSameAs(first);
            assertThat(lease("a")).isSameAs(second);
        }

        @Test
        void refusesMoreReleasesThanLeases() {
            PoolEntry<String, FakeConnection> entry = dial("a", 3);
            lease("a");
            pool.release(entry, true);
            pool.release(entry, true);

            assertThatIllegalStateException().isThrownBy(() -> pool.release(entry, true));
        }

        @Test
        void aCallerWithAnotherStateDoesNotShare() {
            PoolEntry<String, FakeConnection> alices = dial("a", 9, "Alice");

            assertThat(entry(ask("a", "Alice"))).isSameAs(alices);
            assertThat(lease("a")).isNotSameAs(alices);
            assertThat(ask("a", "Bob")).isNotDone();
        }

        @Test
        void anEntryThatGotAStateIsSharedWithThatStateAlone() {
            PoolEntry<String, FakeConnection> entry = dial("a", 9);
            lease("a");
            entry.updateState("Alice");
            pool.release(entry, true);

            assertThat(entry(ask("a", "Alice"))).isSameAs(entry);
            assertThat(lease("a")).isNotSameAs(entry);
        }

        @Test
        void onlyACallerThatAcceptsAnythingSharesAnUnprovenEntry() {
            PoolEntry<String, FakeConnection> entry = dial("a", 9);
            dial("a", 1, "Bob");

            assertThat(askOnTerms("a", LeaseTerms.PROVEN)).isNotDone();
            assertThat(askOnTerms("a", LeaseTerms.ANY)).isNotDone();
            entry.getConnection().grade(ReuseGrade.PROVEN);
            pool.changeCapacity(entry, 9);

            assertTotals(4, 0, 0);
        }

        @Test
        void whoAsksForAFreshEntrySharesNone() {
            PoolEntry<String, FakeConnection> entry = dial("a", 9);
            entry.getConnection().grade(ReuseGrade.PROVEN);
            pool.changeCapacity(entry, 9);

            assertThat(entry(askOnTerms("a", LeaseTerms.FRESH))).isNotSameAs(entry);
        }

        @Test
        void noOtherCallerUsesAnEntryThatExpiredMeanwhile() {
            PoolEntry<String, FakeConnection> entry = dial("a", 9);
            Expiry.now(entry);

            assertThat(lease("a")).isNotSameAs(entry);
        }

        @Test
        void noOtherCallerUsesAnEntryThatLostItsConnection() {
            PoolEntry<String, FakeConnection> entry = dial("a", 9);
            entry.discardConnection(CloseMode.IMMEDIATE);

            assertThat(lease("a")).isNotSameAs(entry);
        }

        @Test
        void aCallerBehindOneThatGivesUpIsServed() {
            dial("a", 9);
            dial("a", 1, "Bob");
            Future<PoolEntry<String, FakeConnection>> alice = ask("a", "Alice");
            Future<PoolEntry<String, FakeConnection>> behind = ask("a", null);

            alice.cancel(true);

            assertThat(behind).isDone();
        }

        @Test
        void closesASharedEntryOnce() {
            PoolEntry<String, FakeConnection> entry = dial("a", 3);
            FakeConnection connection = entry.getConnection();
            leaseTimes(2, "a");

            pool.close(CloseMode.IMMEDIATE);
            pool.release(entry, true);

            assertThat(connection.closedBy()).isEqualTo(CloseMode.IMMEDIATE);
            assertThat(pool.total().taken()).isZero();
            assertTotals(0, 0, 0);
        }
    }

    @Nested
    class Changes {
        @Test
        void refusesLessThanNothing() {
            PoolEntry<String, FakeConnection> entry = dial("a", 1);

            assertThatIllegalArgumentException()
                    .isThrownBy(() -> pool.changeCapacity(entry, -1))
                    .withMessage("The capacity must be at least 0, but was -1");
        }

        @Test
        void moreCapacityServesWaitingCallers() {
            PoolEntry<String, FakeConnection> first = dial("a", 1);
            dial("a", 1);
            List<Future<PoolEntry<String, FakeConnection>>> waiting =
                    List.of(ask("a", null), ask("a", null), ask("a", null));

            pool.changeCapacity(first, 3);

            assertThat(waiting.subList(0, 2)).allMatch(future -> entry(future) == first);
            assertThat(waiting.get(2)).isNotDone();
        }

        @Test
        void lessCapacityAdmitsNoCallerUntilEnoughHaveLeft() {
            dial("a", 1);
            PoolEntry<String, FakeConnection> entry = dial("a", 3);
            leaseTimes(2, "a");
            Future<PoolEntry<String, FakeConnection>> waiting = ask("a", null);

            pool.changeCapacity(entry, 1);
            pool.release(entry, true);
            pool.release(entry, true);
            assertThat(waiting).isNotDone();
            pool.release(entry, true);

            assertThat(entry(waiting)).isSameAs(entry);
        }

        @Test
        void anIdleEntryWithoutCapacityIsKeptButNotUsed() {
            PoolEntry<String, FakeConnection> entry = dial("a", 3);
            pool.release(entry, true);

            pool.changeCapacity(entry, 0);
            assertThat(lease("a")).isNotSameAs(entry);
            assertTotals(1, 1, 0);
            pool.changeCapacity(entry, 1);

            assertThat(lease("a")).isSameAs(entry);
        }

        @Test
        void anIdleEntryWithoutCapacityStaysWhereTheRouteIsFull() {
            dial("a", 1);
            PoolEntry<String, FakeConnection> entry = dial("a", 3);
            pool.changeCapacity(entry, 0);
            Future<PoolEntry<String, FakeConnection>> waiting = ask("a", null);

            pool.release(entry, true);
            boolean served = waiting.isDone();
            pool.changeCapacity(entry, 1);

            assertThat(served).isFalse();
            assertThat(entry(waiting)).isSameAs(entry);
        }

        @Test
        void anIdleEntryWithoutCapacityLeavesItsPlaceToAWaitingCallerWhenItIsRetired() {
            dial("a", 1);
            PoolEntry<String, FakeConnection> entry = dial("a", 3);
            pool.changeCapacity(entry, 0);
            Future<PoolEntry<String, FakeConnection>> waiting = ask("a", null);
            pool.release(entry, true);

            pool.retire(entry);

            assertThat(entry(waiting)).isNotSameAs(entry);
        }

        @Test
        void isForgottenWithTheEntry() {
            PoolEntry<String, FakeConnection> entry = dial("a", 3);
            pool.release(entry, false);

            pool.changeCapacity(entry, 5);
            pool.retire(entry);

            assertTotals(0, 0, 0);
            assertThat(pool.getRoutes()).isEmpty();
        }
    }

    @Nested
    class Retirement {
        @Test
        void anIdleEntryIsClosedAtOnce() {
            PoolEntry<String, FakeConnection> entry = dial("a", 3);
            pool.release(entry, true);

            pool.retire(entry);

            assertThat(entry.hasConnection()).isFalse();
            assertThat(pool.getRoutes()).isEmpty();
        }

        @Test
        void anEntryInUseIsClosedAfterItsLastUse() {
            PoolEntry<String, FakeConnection> entry = dial("a", 3);
            lease("a");

            pool.retire(entry);
            PoolEntry<String, FakeConnection> next = lease("a");
            pool.release(entry, true);
            assertThat(entry.hasConnection()).isTrue();
            pool.release(entry, true);

            assertThat(next).isNotSameAs(entry);
            assertThat(entry.hasConnection()).isFalse();
            assertTotals(1, 0, 0);
        }

        @Test
        void aUseThatEndsBadlyRetiresTheEntry() {
            PoolEntry<String, FakeConnection> entry = dial("a", 3);
            lease("a");

            pool.release(entry, false);
            PoolEntry<String, FakeConnection> next = lease("a");
            pool.release(entry, true);

            assertThat(next).isNotSameAs(entry);
            assertThat(entry.hasConnection()).isFalse();
        }

        @Test
        void whoWaitsGetsThePlaceOfARetiredEntry() {
            dial("a", 1);
            PoolEntry<String, FakeConnection> entry = dial("a", 3);
            pool.retire(entry);
            Future<PoolEntry<String, FakeConnection>> waiting = ask("a", null);
            assertThat(waiting).isNotDone();

            pool.release(entry, true);

            assertThat(entry(waiting).hasConnection()).isFalse();
        }
    }

    @Nested
    class Limits {
        @Test
        void countEntriesNotUses() throws Exception {
            dial("a", 100);
            leaseTimes(50, "a");

            assertThat(dial("b", 1)).isNotNull();
            assertThat(dial("b", 1)).isNotNull();
            assertThat(ask("c", null).cancel(true)).isTrue();
            assertThat(pool.lease("a", null, Timeout.DISABLED, null).get(1, TimeUnit.DAYS))
                    .isNotNull();
        }

        @Test
        void aLoweredLimitRetiresAsManyBusyEntriesAsItTakes() {
            PoolEntry<String, FakeConnection> first = dial("a", 1);
            PoolEntry<String, FakeConnection> second = dial("a", 9);
            lease("a");
            pool.changeCapacity(first, 9);
            lease("a");
            pool.setMaxPerRoute("a", 1);

            pool.release(first, true);
            pool.release(second, true);
            PoolEntry<String, FakeConnection> next = lease("a");
            pool.release(first, true);

            assertThat(next).isSameAs(second);
            assertThat(first.hasConnection()).isFalse();
            assertThat(second.hasConnection()).isTrue();
        }

        @Test
        void aLoweredTotalRetiresAsManyBusyEntriesAsItTakes() {
            PoolEntry<String, FakeConnection> first = dial("a", 9);
            PoolEntry<String, FakeConnection> second = dial("b", 9);
            lease("a");
            lease("b");
            pool.setMaxTotal(1);

            pool.release(first, true);
            pool.release(second, true);

            assertThat(lease("b")).isSameAs(second);
            assertThat(ask("a", null)).isNotDone();
        }

        @Test
        void aRouteThatHasNothingGetsThePlaceOfABusyEntry() {
            pool.setMaxTotal(2);
            PoolEntry<String, FakeConnection> first = dial("a", 1);
            PoolEntry<String, FakeConnection> second = dial("a", 9);
            lease("a");
            pool.changeCapacity(first, 9);
            lease("a");
            Future<PoolEntry<String, FakeConnection>> poor = ask("b", null);

            pool.release(first, true);
            pool.release(second, true);
            assertThat(lease("a")).isSameAs(second);
            pool.release(first, true);

            assertThat(poor).isDone();
            assertThat(second.hasConnection()).isTrue();
        }
    }

    @Nested
    class SharedFromTheStart {
        private final SegmentedPool<String, FakeConnection> seeded = new SegmentedPool<>(
                2,
                3,
                PoolReusePolicy.LIFO,
                (connection, mode) -> connection.close(mode),
                FakeConnection::grade,
                new EntryFactory<>() {
                    @Override
                    public FakeConnection connection(String route) {
                        return new FakeConnection();
                    }

                    @Override
                    public int capacity(String route) {
                        return 2;
                    }
                });

        private PoolEntry<String, FakeConnection> lease() {
            return entry(seeded.lease("route", null, Timeout.DISABLED, null));
        }

        @Test
        void callersShareAnEntryThatIsNotDialedYet() {
            PoolEntry<String, FakeConnection> first = lease();
            PoolEntry<String, FakeConnection> second = lease();

            assertThat(second).isSameAs(first);
            assertThat(first.hasConnection()).isTrue();
        }

        @Test
        void aFurtherEntryIsMadeWhenTheFirstIsFull() {
            PoolEntry<String, FakeConnection> first = lease();
            lease();
            PoolEntry<String, FakeConnection> third = lease();

            assertThat(third).isNotSameAs(first);
            assertThat(seeded.getTotalStats().getLeased()).isEqualTo(3);
        }
    }
}
