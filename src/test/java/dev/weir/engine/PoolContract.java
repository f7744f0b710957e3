package dev.weir.engine;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.hc.core5.concurrent.FutureCallback;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.pool.PoolStats;
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

    private TestPool<FakeConnection> pool = newPool(2, 10);

    abstract TestPool<FakeConnection> newPool(int perRoute, int total);

    final TestPool<FakeConnection> pool() {
        return pool;
    }

    final void use(int perRoute, int total) {
        pool.close(CloseMode.IMMEDIATE);
        pool = newPool(perRoute, total);
    }

    @AfterEach
    void close() {
        pool.close(CloseMode.IMMEDIATE);
    }

    final Future<Entry<String, FakeConnection>> ask(String route, @Nullable Object state) {
        return pool.lease(route, state, Timeout.DISABLED, null);
    }

    final Entry<String, FakeConnection> lease(String route, @Nullable Object state) {
        return entry(ask(route, state));
    }

    /** Leases an entry and gives it a connection if it has none. */
    final Entry<String, FakeConnection> dial(String route) {
        Entry<String, FakeConnection> entry = lease(route, null);
        if (!(entry.connection() != null)) {
            entry.assign(new FakeConnection());
        }
        return entry;
    }

    static Entry<String, FakeConnection> entry(Future<Entry<String, FakeConnection>> future) {
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
            assertThatIllegalArgumentException().isThrownBy(() -> newPool(1, -1));
            assertThatIllegalArgumentException().isThrownBy(() -> pool.setMaxTotal(0));
        }

        @Test
        void refusesToTakeBackAnEntryTwice() {
            Entry<String, FakeConnection> entry = dial("a");
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
            Entry<String, FakeConnection> entry = lease("a", null);

            assertThat(entry.route()).isEqualTo("a");
            assertThat((entry.connection() != null)).isFalse();
            assertThat(pool.getRoutes()).containsExactly("a");
        }

        @Test
        void keepsReusableConnectionsAndClosesOthers() {
            Entry<String, FakeConnection> kept = dial("a");
            Entry<String, FakeConnection> dropped = dial("b");
            FakeConnection connection = requireNonNull(dropped.connection());
            pool.release(kept, true);
            pool.release(dropped, false);

            assertThat(requireNonNull(kept.connection()).closedBy()).isNull();
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
            Entry<String, FakeConnection> first = dial("a");
            Entry<String, FakeConnection> second = dial("a");
            pool.release(first, true);
            pool.release(second, true);

            assertThat(lease("a", null)).isSameAs(second);
            assertThat(lease("a", null)).isSameAs(first);
        }

        @Test
        void neverMixesRoutes() {
            pool.release(dial("a"), true);

            assertThat(lease("b", null).connection() != null).isFalse();
        }
    }

    @Nested
    class States {
        @Test
        void prefersTheSameState() {
            Entry<String, FakeConnection> mine = dial("a");
            Entry<String, FakeConnection> anyones = dial("a");
            mine.state("me");
            pool.release(mine, true);
            pool.release(anyones, true);

            assertThat(lease("a", "me")).isSameAs(mine);
        }

        @Test
        void takesAStatelessEntryInstead() {
            Entry<String, FakeConnection> anyones = dial("a");
            pool.release(anyones, true);

            assertThat(lease("a", "me")).isSameAs(anyones);
        }

        @Test
        void neverTakesAnothersState() {
            Entry<String, FakeConnection> yours = dial("a");
            yours.state("you");
            pool.release(yours, true);

            assertThat(lease("a", "me")).isNotSameAs(yours);
            assertThat(lease("a", null)).isNotSameAs(yours);
        }

        @Test
        void closesTheOldestOfAnotherStateIfTheRouteIsFull() {
            Entry<String, FakeConnection> first = dial("a");
            Entry<String, FakeConnection> second = dial("a");
            FakeConnection connection = requireNonNull(first.connection());
            first.state("you");
            second.state("you");
            pool.release(first, true);
            pool.release(second, true);

            assertThat(lease("a", "me").connection() != null).isFalse();
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
            Entry<String, FakeConnection> first = dial("a");
            Entry<String, FakeConnection> second = dial("a");
            Future<Entry<String, FakeConnection>> third = ask("a", null);
            Future<Entry<String, FakeConnection>> fourth = ask("a", null);

            pool.release(second, true);
            assertThat(fourth).isNotDone();
            pool.release(first, false);

            assertThat(entry(third)).isSameAs(second);
            assertThat(entry(fourth).connection() != null).isFalse();
        }

        @Test
        void closesAnIdleConnectionElsewhereForOneWhoWouldWait() {
            pool.setMaxTotal(2);
            Entry<String, FakeConnection> oldest = dial("a");
            Entry<String, FakeConnection> newest = dial("b");
            FakeConnection connection = requireNonNull(oldest.connection());
            pool.release(oldest, true);
            pool.release(newest, true);

            assertThat(ask("c", null)).isDone();
            assertThat(connection.closedBy()).isNotNull();
            assertThat(requireNonNull(newest.connection()).closedBy()).isNull();
            assertTotals(1, 1, 0);
        }

        @Test
        void passesAPlaceUnderTheTotalToAnotherRoute() {
            pool.setMaxTotal(2);
            Entry<String, FakeConnection> first = dial("a");
            Entry<String, FakeConnection> second = dial("a");
            Future<Entry<String, FakeConnection>> third = ask("b", null);
            Future<Entry<String, FakeConnection>> fourth = ask("b", null);

            pool.release(first, true);
            pool.release(second, false);

            assertThat(entry(third).connection() != null).isFalse();
            assertThat(entry(fourth).connection() != null).isFalse();
            assertTotals(2, 0, 0);
        }

        @Test
        void servesARouteWithoutAnyBeforeThatWhichReleases() {
            pool.setMaxTotal(2);
            Entry<String, FakeConnection> first = dial("b");
            Entry<String, FakeConnection> second = dial("b");
            Future<Entry<String, FakeConnection>> third = ask("a", null);
            Future<Entry<String, FakeConnection>> fourth = ask("b", null);

            pool.release(first, true);
            assertThat(entry(third).connection() != null).isFalse();
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
            Entry<String, FakeConnection> first = dial("a");
            Entry<String, FakeConnection> second = dial("a");
            pool.setMaxPerRoute("a", 1);
            pool.release(first, false);

            Future<Entry<String, FakeConnection>> third = ask("a", null);
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
            use(1, 1);
            Entry<String, FakeConnection> first = dial("a");
            Future<Entry<String, FakeConnection>> second = ask("a", null);
            Future<Entry<String, FakeConnection>> third = ask("a", null);

            assertThat(second.cancel(true)).isTrue();
            pool.release(first, true);

            assertThat(second).isCancelled();
            assertThat(entry(third)).isSameAs(first);
        }

        @Test
        void anEntryThatNoCallerWaitsForAnyLongerIsIdle() {
            use(1, 1);
            Entry<String, FakeConnection> first = dial("a");
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
            use(1, 1);
            Entry<String, FakeConnection> first = dial("a");
            Future<Entry<String, FakeConnection>> second = ask("a", null);

            assertThatExceptionOfType(TimeoutException.class).isThrownBy(() -> second.get(1, TimeUnit.MILLISECONDS));
            pool.release(first, true);

            assertThat(second).isCancelled();
            assertTotals(0, 1, 0);
        }

        @Test
        void tellsACallerThatIsServedAtOnce() {
            RecordingCallback callback = new RecordingCallback();
            Future<Entry<String, FakeConnection>> future = pool.lease("a", null, Timeout.DISABLED, callback);

            assertThat(callback.entries).containsExactly(entry(future));
        }

        @Test
        void tellsACallerThatIsServedLater() {
            use(1, 1);
            Entry<String, FakeConnection> first = dial("a");
            RecordingCallback callback = new RecordingCallback();
            pool.lease("a", null, Timeout.DISABLED, callback);
            assertThat(callback.entries).isEmpty();

            pool.release(first, true);

            assertThat(callback.entries).containsExactly(first);
        }

        @Test
        void tellsACallerThatCancels() {
            use(1, 1);
            dial("a");
            RecordingCallback callback = new RecordingCallback();
            pool.lease("a", null, Timeout.DISABLED, callback).cancel(true);

            assertThat(callback.cancelled).isEqualTo(1);
        }

        @Test
        void aCallbackMayUseThePool() {
            use(1, 1);
            Entry<String, FakeConnection> first = dial("a");
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
    final FutureCallback<Entry<String, FakeConnection>> releasing(boolean reusable) {
        return new FutureCallback<>() {
            @Override
            public void completed(Entry<String, FakeConnection> entry) {
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
        void servesNoCallerAfterClosing() {
            pool.close(CloseMode.GRACEFUL);

            assertThatIllegalStateException().isThrownBy(() -> ask("a", null));
        }

        @Test
        void closesIdleAndLeasedConnectionsInTheGivenMode() {
            Entry<String, FakeConnection> leased = dial("a");
            Entry<String, FakeConnection> idle = dial("a");
            FakeConnection leasedConnection = requireNonNull(leased.connection());
            FakeConnection idleConnection = requireNonNull(idle.connection());
            pool.release(idle, true);

            pool.close(CloseMode.IMMEDIATE);

            assertThat(leasedConnection.closedBy()).isEqualTo(CloseMode.IMMEDIATE);
            assertThat(idleConnection.closedBy()).isEqualTo(CloseMode.IMMEDIATE);
            assertThat(pool.getRoutes()).isEmpty();
        }

        @Test
        void mayBeClosedTwice() {
            pool.close();
            pool.close();

            assertTotals(0, 0, 0);
        }
    }
}
