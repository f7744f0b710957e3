package dev.weir.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.pool.PoolStats;
import org.apache.hc.core5.util.Timeout;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** Entries that several callers use at once: two per route and three in total. */
@SuppressWarnings("FutureReturnValueIgnored") // what became of it is seen elsewhere
class CapacityTest {

    private final TestPool pool = new TestPool(2, 3, System::nanoTime);

    @AfterEach
    void close() {
        pool.close(CloseMode.IMMEDIATE);
    }

    private TestPool.Wait ask(String route) {
        return pool.lease(route, null, Timeout.DISABLED, null);
    }

    private FakeConnection lease(String route) {
        return entry(ask(route));
    }

    private List<FakeConnection> leaseTimes(int times, String route) {
        return Stream.generate(() -> lease(route)).limit(times).toList();
    }

    private static FakeConnection entry(TestPool.Wait wait) {
        assertThat(wait).isDone();
        return wait.join();
    }

    private FakeConnection dial(String route, int capacity) {
        FakeConnection entry = lease(route);
        entry.resize(() -> capacity);
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
        void aUseThatEndsServesACallerThatWaits() {
            FakeConnection first = dial("a", 2);
            lease("a");
            dial("a", 2);
            lease("a");
            TestPool.Wait waiting = ask("a");

            pool.release(first, true);

            assertThat(entry(waiting)).isSameAs(first);
        }

        @Test
        void takesTheEntryWithTheFewestUses() {
            FakeConnection first = dial("a", 1);
            FakeConnection second = dial("a", 9);
            leaseTimes(2, "a");
            first.resize(() -> 9);

            assertThat(leaseTimes(2, "a")).containsOnly(first);
            pool.release(second, true);
            pool.release(second, true);

            assertThat(leaseTimes(2, "a")).containsOnly(second);
        }
    }

    @Nested
    class Changes {
        @Test
        void aCallerCanceledAsItIsServedLeavesTheUseToOthers() {
            FakeConnection first = dial("a", 1);
            dial("a", 1);
            List<TestPool.Wait> next = new ArrayList<>();
            RecordingCallback canceling = new RecordingCallback() {
                @Override
                public void completed(Entry entry) {
                    super.completed(entry);
                    next.get(0).cancel(true);
                }
            };
            pool.lease("a", null, Timeout.DISABLED, canceling);
            next.add(ask("a"));

            first.resize(() -> 3);

            assertThat(canceling.entries).containsExactly(first);
            assertThat(next.get(0)).isCancelled();
            assertTotals(3, 0, 0);
        }
    }

    @Nested
    class NoCapacity {
        @Test
        void keepsTheRouteFromDialingUntilTheEntryAdmitsCallersAgain() {
            FakeConnection first = dial("a", 0);
            TestPool.Wait waiting = ask("a");
            assertThat(waiting).isNotDone();

            first.resize(() -> 2);

            assertThat(entry(waiting)).isSameAs(first);
        }

        @Test
        void leavesItsPlaceWhenItIsRetired() {
            FakeConnection first = dial("a", 0);
            TestPool.Wait waiting = ask("a");

            first.retire();

            assertThat(entry(waiting)).isNotSameAs(first);
        }

        @Test
        void ofANewEntryAllowsNoOtherUntilItsPeerHasShownItself() {
            List<FakeConnection> dials = new ArrayList<>();
            pool.dialWith(0, dials::add);
            TestPool.Wait first = ask("a");
            TestPool.Wait second = ask("a");
            assertThat(dials).hasSize(1);

            dials.get(0).open();
            dials.get(0).dialed(() -> 1);
            assertThat(entry(first)).isSameAs(dials.get(0));
            assertThat(second).isNotDone();
            assertThat(dials).hasSize(2);
        }
    }

    @Nested
    class Retirement {
        @Test
        void anEntryInUseIsClosedAfterItsLastUse() {
            FakeConnection entry = dial("a", 3);
            lease("a");

            entry.retire();
            FakeConnection next = lease("a");
            pool.release(entry, true);
            assertThat(entry.isEstablished()).isTrue();
            pool.release(entry, true);

            assertThat(next).isNotSameAs(entry);
            assertThat(entry.isEstablished()).isFalse();
            assertTotals(1, 0, 0);
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
            assertThat(ask("c").cancel(true)).isTrue();
            assertThat(pool.lease("a", null, Timeout.DISABLED, null).get(1, TimeUnit.DAYS))
                    .isNotNull();
        }

        @Test
        void aLoweredLimitRetiresAsManyBusyEntriesAsItTakes() {
            FakeConnection gone = dial("a", 2);
            lease("a");
            gone.retire();
            pool.release(gone, true);
            pool.release(gone, true); // one that has left counts no longer as leaving
            FakeConnection first = dial("a", 1);
            FakeConnection second = dial("a", 9);
            lease("a");
            first.resize(() -> 9);
            lease("a");
            pool.setMaxPerRoute("a", 1);

            pool.release(first, true);
            pool.release(second, true);
            FakeConnection next = lease("a");
            pool.release(first, true);

            assertThat(next).isSameAs(second);
            assertThat(first.isEstablished()).isFalse();
            assertThat(second.isEstablished()).isTrue();
        }
    }
}
