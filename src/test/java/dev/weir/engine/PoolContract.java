package dev.weir.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import java.io.IOException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.hc.core5.concurrent.FutureCallback;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.pool.ManagedConnPool;
import org.apache.hc.core5.pool.PoolEntry;
import org.apache.hc.core5.pool.PoolReusePolicy;
import org.apache.hc.core5.pool.PoolStats;
import org.apache.hc.core5.util.TimeValue;
import org.apache.hc.core5.util.Timeout;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/**
 * What every strict pool promises: two entries per route and ten in total, the newest first, unless a test says otherwise.
 */
@SuppressWarnings("FutureReturnValueIgnored") // what became of it is seen elsewhere
abstract class PoolContract {

    private ManagedConnPool<String, FakeConnection> pool = newPool(2, 10, PoolReusePolicy.LIFO);

    abstract ManagedConnPool<String, FakeConnection> newPool(int perRoute, int total, PoolReusePolicy policy);

    final ManagedConnPool<String, FakeConnection> pool() {
        return pool;
    }

    final void use(int perRoute, int total, PoolReusePolicy policy) {
        pool.close(CloseMode.IMMEDIATE);
        pool = newPool(perRoute, total, policy);
    }

    @AfterEach
    void close() {
        pool.close(CloseMode.IMMEDIATE);
    }

    final Future<PoolEntry<String, FakeConnection>> ask(String route, @Nullable Object state) {
        return pool.lease(route, state, Timeout.DISABLED, null);
    }

    final PoolEntry<String, FakeConnection> lease(String route, @Nullable Object state) {
        return entry(ask(route, state));
    }

    /** Leases an entry and gives it a connection if it has none. */
    final PoolEntry<String, FakeConnection> dial(String route) {
        PoolEntry<String, FakeConnection> entry = lease(route, null);
        if (!entry.hasConnection()) {
            entry.assignConnection(new FakeConnection());
        }
        entry.updateExpiry(TimeValue.ofDays(1));
        return entry;
    }

    static PoolEntry<String, FakeConnection> entry(Future<PoolEntry<String, FakeConnection>> future) {
        assertThat(future).isDone();
        try {
            return future.get();
        } catch (InterruptedException | ExecutionException e) {
            throw new AssertionError(e);
        }
    }

    final void assertStats(PoolStats stats, int leased, int idle, int pending) {
        assertThat(stats.getLeased()).as("leased").isEqualTo(leased);
        assertThat(stats.getAvailable()).as("idle").isEqualTo(idle);
        assertThat(stats.getPending()).as("pending").isEqualTo(pending);
    }

    final void assertTotals(int leased, int idle, int pending) {
        assertStats(pool.getTotalStats(), leased, idle, pending);
    }

    @Nested
    class Arguments {
        @Test
        void refusesLimitsBelowOne() {
            assertThatIllegalArgumentException().isThrownBy(() -> newPool(0, 1, PoolReusePolicy.LIFO));
            assertThatIllegalArgumentException().isThrownBy(() -> newPool(1, -1, PoolReusePolicy.LIFO));
            assertThatIllegalArgumentException().isThrownBy(() -> pool.setMaxTotal(0));
            assertThatIllegalArgumentException().isThrownBy(() -> pool.setDefaultMaxPerRoute(0));
        }

        @Test
        @SuppressWarnings("NullAway") // the point of the test
        void refusesNull() {
            assertThatNullPointerException().isThrownBy(() -> pool.lease(null, null, Timeout.DISABLED, null));
            assertThatNullPointerException().isThrownBy(() -> pool.lease("a", null, null, null));
            assertThatNullPointerException().isThrownBy(() -> pool.getStats(null));
            assertThatNullPointerException().isThrownBy(() -> pool.setMaxPerRoute(null, 1));
        }

        @Test
        void refusesToTakeBackWhatItDidNotLease() {
            assertThatIllegalStateException().isThrownBy(() -> pool.release(new PoolEntry<>("a"), true));
        }

        @Test
        void refusesToTakeBackAnEntryTwice() {
            PoolEntry<String, FakeConnection> entry = dial("a");
            dial("a");
            pool.release(entry, true);

            assertThatIllegalStateException().isThrownBy(() -> pool.release(entry, true));
        }
    }

    @Nested
    class Reuse {
        @Test
        void beginsEmpty() {
            assertThat(pool.getRoutes()).isEmpty();
            assertTotals(0, 0, 0);
            assertThat(pool.getTotalStats().getMax()).isEqualTo(10);
            assertThat(pool.getStats("a").getMax()).isEqualTo(2);
        }

        @Test
        void grantsNewEntriesWithoutConnection() {
            PoolEntry<String, FakeConnection> entry = lease("a", null);

            assertThat(entry.getRoute()).isEqualTo("a");
            assertThat(entry.hasConnection()).isFalse();
            assertThat(pool.getRoutes()).containsExactly("a");
        }

        @Test
        void keepsReusableConnectionsAndClosesOthers() {
            PoolEntry<String, FakeConnection> kept = dial("a");
            PoolEntry<String, FakeConnection> dropped = dial("b");
            FakeConnection connection = dropped.getConnection();
            pool.release(kept, true);
            pool.release(dropped, false);

            assertThat(kept.getConnection().closedBy()).isNull();
            assertThat(connection.closedBy()).isEqualTo(CloseMode.GRACEFUL);
            assertTotals(0, 1, 0);
        }

        @Test
        void dropsEntriesThatNeverGotAConnection() {
            pool.release(lease("a", null), true);

            assertTotals(0, 0, 0);
        }

        @Test
        void prefersTheNewest() {
            PoolEntry<String, FakeConnection> first = dial("a");
            PoolEntry<String, FakeConnection> second = dial("a");
            pool.release(first, true);
            pool.release(second, true);

            assertThat(lease("a", null)).isSameAs(second);
            assertThat(lease("a", null)).isSameAs(first);
        }

        @Test
        void prefersTheOldestIfAsked() {
            use(2, 10, PoolReusePolicy.FIFO);
            PoolEntry<String, FakeConnection> first = dial("a");
            PoolEntry<String, FakeConnection> second = dial("a");
            pool.release(first, true);
            pool.release(second, true);

            assertThat(lease("a", null)).isSameAs(first);
            assertThat(lease("a", null)).isSameAs(second);
        }

        @Test
        void neverMixesRoutes() {
            pool.release(dial("a"), true);

            assertThat(lease("b", null).hasConnection()).isFalse();
        }

        @Test
        void replacesExpiredEntries() {
            PoolEntry<String, FakeConnection> entry = dial("a");
            FakeConnection connection = entry.getConnection();
            Expiry.now(entry);
            pool.release(entry, true);

            assertThat(lease("a", null)).isNotSameAs(entry);
            assertThat(connection.closedBy()).isNotNull();
            assertTotals(1, 0, 0);
        }
    }

    @Nested
    class States {
        @Test
        void prefersTheSameState() {
            PoolEntry<String, FakeConnection> mine = dial("a");
            PoolEntry<String, FakeConnection> anyones = dial("a");
            mine.updateState("me");
            pool.release(mine, true);
            pool.release(anyones, true);

            assertThat(lease("a", "me")).isSameAs(mine);
        }

        @Test
        void takesAStatelessEntryInstead() {
            PoolEntry<String, FakeConnection> anyones = dial("a");
            pool.release(anyones, true);

            assertThat(lease("a", "me")).isSameAs(anyones);
        }

        @Test
        void neverTakesAnothersState() {
            PoolEntry<String, FakeConnection> yours = dial("a");
            yours.updateState("you");
            pool.release(yours, true);

            assertThat(lease("a", "me")).isNotSameAs(yours);
            assertThat(lease("a", null)).isNotSameAs(yours);
        }

        @Test
        void closesTheOldestOfAnotherStateIfTheRouteIsFull() {
            PoolEntry<String, FakeConnection> first = dial("a");
            PoolEntry<String, FakeConnection> second = dial("a");
            FakeConnection connection = first.getConnection();
            first.updateState("you");
            second.updateState("you");
            pool.release(first, true);
            pool.release(second, true);

            assertThat(lease("a", "me").hasConnection()).isFalse();
            assertThat(connection.closedBy()).isNotNull();
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
        void holdsTheTotalLimit() {
            pool.setMaxTotal(2);
            dial("a");
            dial("b");

            assertThat(ask("c", null)).isNotDone();
            assertTotals(2, 0, 1);
        }

        @Test
        void servesWaitingCallersInTheirOrder() {
            PoolEntry<String, FakeConnection> first = dial("a");
            PoolEntry<String, FakeConnection> second = dial("a");
            Future<PoolEntry<String, FakeConnection>> third = ask("a", null);
            Future<PoolEntry<String, FakeConnection>> fourth = ask("a", null);

            pool.release(second, true);
            assertThat(fourth).isNotDone();
            pool.release(first, false);

            assertThat(entry(third)).isSameAs(second);
            assertThat(entry(fourth).hasConnection()).isFalse();
        }

        @Test
        void closesAnIdleConnectionElsewhereForOneWhoWouldWait() {
            pool.setMaxTotal(2);
            PoolEntry<String, FakeConnection> oldest = dial("a");
            PoolEntry<String, FakeConnection> newest = dial("b");
            FakeConnection connection = oldest.getConnection();
            pool.release(oldest, true);
            pool.release(newest, true);

            assertThat(ask("c", null)).isDone();
            assertThat(connection.closedBy()).isNotNull();
            assertThat(newest.getConnection().closedBy()).isNull();
            assertTotals(1, 1, 0);
        }

        @Test
        void passesAPlaceUnderTheTotalToAnotherRoute() {
            pool.setMaxTotal(2);
            PoolEntry<String, FakeConnection> first = dial("a");
            PoolEntry<String, FakeConnection> second = dial("a");
            Future<PoolEntry<String, FakeConnection>> third = ask("b", null);
            Future<PoolEntry<String, FakeConnection>> fourth = ask("b", null);

            pool.release(first, true);
            pool.release(second, false);

            assertThat(entry(third).hasConnection()).isFalse();
            assertThat(entry(fourth).hasConnection()).isFalse();
            assertTotals(2, 0, 0);
        }

        @Test
        void servesARouteWithoutAnyBeforeThatWhichReleases() {
            pool.setMaxTotal(2);
            PoolEntry<String, FakeConnection> first = dial("b");
            PoolEntry<String, FakeConnection> second = dial("b");
            Future<PoolEntry<String, FakeConnection>> third = ask("a", null);
            Future<PoolEntry<String, FakeConnection>> fourth = ask("b", null);

            pool.release(first, true);
            assertThat(entry(third).hasConnection()).isFalse();
            pool.release(second, true);

            assertThat(entry(fourth)).isSameAs(second);
        }

        @Test
        void aRoutesOwnLimitReplacesTheDefault() {
            pool.setMaxPerRoute("a", 1);
            dial("a");

            assertThat(ask("a", null)).isNotDone();
            assertThat(pool.getMaxPerRoute("a")).isEqualTo(1);
            assertThat(pool.getMaxPerRoute("b")).isEqualTo(2);
        }

        @Test
        void aNegativeLimitRemovesTheRoutesOwn() {
            pool.setMaxPerRoute("a", 0);
            assertThat(pool.getMaxPerRoute("a")).isZero();
            pool.setMaxPerRoute("a", -1);

            assertThat(pool.getMaxPerRoute("a")).isEqualTo(2);
        }

        @Test
        void aLoweredLimitShrinksARouteAsEntriesComeBack() {
            PoolEntry<String, FakeConnection> first = dial("a");
            PoolEntry<String, FakeConnection> second = dial("a");
            pool.setMaxPerRoute("a", 1);
            pool.release(first, false);

            Future<PoolEntry<String, FakeConnection>> third = ask("a", null);
            assertThat(third).isNotDone();
            pool.release(second, true);

            assertThat(third).isDone();
            assertTotals(1, 0, 0);
        }
    }

    @Nested
    class Waiting {
        @Test
        void aCallerThatCanceledIsPassedOver() {
            use(1, 1, PoolReusePolicy.LIFO);
            PoolEntry<String, FakeConnection> first = dial("a");
            Future<PoolEntry<String, FakeConnection>> second = ask("a", null);
            Future<PoolEntry<String, FakeConnection>> third = ask("a", null);

            assertThat(second.cancel(true)).isTrue();
            pool.release(first, true);

            assertThat(second).isCancelled();
            assertThat(entry(third)).isSameAs(first);
        }

        @Test
        void anEntryThatNoCallerWaitsForAnyLongerIsIdle() {
            use(1, 1, PoolReusePolicy.LIFO);
            PoolEntry<String, FakeConnection> first = dial("a");
            ask("a", null).cancel(true);

            pool.release(first, true);

            assertTotals(0, 1, 0);
        }

        @Test
        void whoWasServedCannotCancel() {
            assertThat(ask("a", null).cancel(true)).isFalse();
        }

        @Test
        void whoRanOutOfTimeIsPassedOver() {
            use(1, 1, PoolReusePolicy.LIFO);
            PoolEntry<String, FakeConnection> first = dial("a");
            Future<PoolEntry<String, FakeConnection>> second = ask("a", null);

            assertThatExceptionOfType(TimeoutException.class).isThrownBy(() -> second.get(1, TimeUnit.MILLISECONDS));
            pool.release(first, true);

            assertThat(second).isCancelled();
            assertTotals(0, 1, 0);
        }

        @Test
        void tellsACallerThatIsServedAtOnce() {
            RecordingCallback callback = new RecordingCallback();
            Future<PoolEntry<String, FakeConnection>> future = pool.lease("a", null, Timeout.DISABLED, callback);

            assertThat(callback.entries).containsExactly(entry(future));
        }

        @Test
        void tellsACallerThatIsServedLater() {
            use(1, 1, PoolReusePolicy.LIFO);
            PoolEntry<String, FakeConnection> first = dial("a");
            RecordingCallback callback = new RecordingCallback();
            pool.lease("a", null, Timeout.DISABLED, callback);
            assertThat(callback.entries).isEmpty();

            pool.release(first, true);

            assertThat(callback.entries).containsExactly(first);
        }

        @Test
        void tellsACallerThatCancels() {
            use(1, 1, PoolReusePolicy.LIFO);
            dial("a");
            RecordingCallback callback = new RecordingCallback();
            pool.lease("a", null, Timeout.DISABLED, callback).cancel(true);

            assertThat(callback.cancelled).isEqualTo(1);
        }

        @Test
        void aCallbackMayUseThePool() {
            use(1, 1, PoolReusePolicy.LIFO);
            PoolEntry<String, FakeConnection> first = dial("a");
            RecordingCallback last = new RecordingCallback();
            pool.lease("a", null, Timeout.DISABLED, releasing(true));
            pool.lease("a", null, Timeout.DISABLED, releasing(false));
            pool.lease("a", null, Timeout.DISABLED, last);

            pool.release(first, true);

            assertThat(last.entries).hasSize(1);
            assertTotals(1, 0, 0);
        }
    }

    /** A caller that needs its entry no longer when it gets it. */
    final FutureCallback<PoolEntry<String, FakeConnection>> releasing(boolean reusable) {
        return new FutureCallback<>() {
            @Override
            public void completed(PoolEntry<String, FakeConnection> entry) {
                pool.release(entry, reusable);
            }

            @Override
            public void failed(Exception failure) {}

            @Override
            public void cancelled() {}
        };
    }

    @Nested
    class Closing {
        @Test
        void closesExpiredOnes() {
            PoolEntry<String, FakeConnection> expired = dial("a");
            PoolEntry<String, FakeConnection> good = dial("a");
            FakeConnection connection = expired.getConnection();
            Expiry.now(expired);
            pool.release(expired, true);
            pool.release(good, true);

            pool.closeExpired();

            assertThat(connection.closedBy()).isEqualTo(CloseMode.GRACEFUL);
            assertThat(good.hasConnection()).isTrue();
            assertTotals(0, 1, 0);
            assertStats(pool.getStats("a"), 0, 1, 0);
        }

        @Test
        void closesThoseIdleForLong() {
            PoolEntry<String, FakeConnection> entry = dial("a");
            FakeConnection connection = entry.getConnection();
            pool.release(entry, true);

            pool.closeIdle(TimeValue.ofMinutes(1));
            assertThat(connection.closedBy()).isNull();
            pool.closeIdle(TimeValue.NEG_ONE_MILLISECOND);

            assertThat(connection.closedBy()).isEqualTo(CloseMode.GRACEFUL);
            assertTotals(0, 0, 0);
            assertThat(pool.getRoutes()).isEmpty();
        }

        @Test
        void servesNoCallerAfterClosing() {
            pool.close(CloseMode.GRACEFUL);

            assertThatIllegalStateException().isThrownBy(() -> ask("a", null));
            pool.release(new PoolEntry<>("a"), true);
        }

        @Test
        void closesIdleAndLeasedConnectionsInTheGivenMode() {
            PoolEntry<String, FakeConnection> leased = dial("a");
            PoolEntry<String, FakeConnection> idle = dial("a");
            FakeConnection leasedConnection = leased.getConnection();
            FakeConnection idleConnection = idle.getConnection();
            pool.release(idle, true);

            pool.close(CloseMode.IMMEDIATE);

            assertThat(leasedConnection.closedBy()).isEqualTo(CloseMode.IMMEDIATE);
            assertThat(idleConnection.closedBy()).isEqualTo(CloseMode.IMMEDIATE);
            assertThat(pool.getRoutes()).isEmpty();
        }

        @Test
        void mayBeClosedTwice() throws IOException {
            pool.close();
            pool.close();

            assertTotals(0, 0, 0);
        }
    }
}
