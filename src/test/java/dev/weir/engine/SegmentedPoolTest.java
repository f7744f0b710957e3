package dev.weir.engine;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.util.Timeout;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the pool promises beyond {@link PoolContract}. */
@SuppressWarnings("FutureReturnValueIgnored") // what became of it is seen elsewhere
class SegmentedPoolTest extends PoolContract {

    private long nowNanos;

    @Override
    TestPool<FakeConnection> newPool(int perRoute, int total) {
        return new TestPool<>(perRoute, total, FakeConnection::grade, () -> nowNanos);
    }

    private List<Future<Entry<String, FakeConnection>>> askTimes(int times, String route) {
        List<Future<Entry<String, FakeConnection>>> futures = new ArrayList<>();
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
            List<Future<Entry<String, FakeConnection>>> waiting = askTimes(2, "b");

            pool().setMaxTotal(3);

            assertThat(waiting).allMatch(Future::isDone);
        }

        @Test
        void aLoweredTotalClosesIdleConnectionsAtOnce() {
            List<Entry<String, FakeConnection>> entries = List.of(dial("a"), dial("a"), dial("b"));
            entries.forEach(entry -> pool().release(entry, true));

            pool().setMaxTotal(1);

            assertTotals(0, 1, 0);
        }

        @Test
        void aLoweredTotalClosesLeasedConnectionsWhenTheyComeBack() {
            Entry<String, FakeConnection> first = dial("a");
            Entry<String, FakeConnection> second = dial("a");

            pool().setMaxTotal(1);
            pool().release(first, true);
            pool().release(second, true);

            assertThat(first.connection() != null).isFalse();
            assertThat(second.connection() != null).isTrue();
        }
    }

    @Nested
    class Fairness {
        @Test
        void servesWaitingRoutesInTurnHoweverManyCallersEachHas() {
            use(4, 1);
            Entry<String, FakeConnection> first = dial("z");
            askTimes(3, "a");
            Future<Entry<String, FakeConnection>> other = ask("b", null);

            pool().release(first, false);
            assertStats(pool().getStats("a"), 1, 0, 2);
            pool().release(leasedOf("a"), false);

            assertThat(other).isDone();
        }

        @Test
        void aRouteThatHasNothingIsServedThoughOthersAreBefore() {
            use(8, 4);
            List<Entry<String, FakeConnection>> mine = new ArrayList<>(List.of(dial("a"), dial("a")));
            dial("b");
            dial("b");
            askTimes(8, "b");
            List<Future<Entry<String, FakeConnection>>> own = askTimes(8, "a");
            Future<Entry<String, FakeConnection>> poor = ask("c", null);

            for (int i = 0; i < 3 && !poor.isDone(); i++) {
                pool().release(mine.remove(0), true);
                if (own.get(0).isDone()) {
                    mine.add(entry(own.remove(0)));
                }
            }

            assertThat(poor).isDone();
        }

        private Entry<String, FakeConnection> leasedOf(String route) {
            return pool().segment(route).entries.all.stream()
                    .filter(entry -> entry.uses > 0)
                    .findFirst()
                    .orElseThrow();
        }
    }

    @Nested
    class Terms {
        private Entry<String, FakeConnection> idle(ReuseGrade grade) {
            Entry<String, FakeConnection> entry = lease("a", LeaseTerms.FRESH);
            entry.assign(new FakeConnection());
            requireNonNull(entry.connection()).grade(grade);
            pool().release(entry, true);
            return entry;
        }

        private Future<Entry<String, FakeConnection>> ask(LeaseTerms terms) {
            return pool().lease("a", null, terms, Timeout.DISABLED, null);
        }

        private Entry<String, FakeConnection> lease(String route, LeaseTerms terms) {
            return entry(pool().lease(route, null, terms, Timeout.DISABLED, null));
        }

        @ParameterizedTest
        @CsvSource({
            "ANY, FRESH, true", "ANY, USED, true", "ANY, PROVEN, true",
            "PROVEN, FRESH, true", "PROVEN, USED, false", "PROVEN, PROVEN, true",
            "FRESH, FRESH, true", "FRESH, USED, false", "FRESH, PROVEN, false"
        })
        void aCallerGetsOnlyWhatItAccepts(LeaseTerms terms, ReuseGrade grade, boolean accepted) {
            Entry<String, FakeConnection> idle = idle(grade);

            Entry<String, FakeConnection> leased = lease("a", terms);

            assertThat(leased == idle).isEqualTo(accepted);
            assertThat(leased.connection() != null).isEqualTo(accepted);
        }

        @Test
        void aWaitingCallerKeepsItsTermsAndItsTurn() {
            use(1, 1);
            Entry<String, FakeConnection> used = dial("a");
            Future<Entry<String, FakeConnection>> first = ask(LeaseTerms.FRESH);
            Future<Entry<String, FakeConnection>> second = ask(LeaseTerms.ANY);

            pool().release(used, true);

            assertThat(entry(first).connection() != null).isFalse();
            assertThat(used.connection() != null).isFalse();
            assertThat(second).isNotDone();
        }
    }

    @Nested
    class TermsWhereDialsAreGoverned {
        // A dial takes six times as long as a connection is held. Returns a connection that is leased.
        private Entry<String, FakeConnection> know(int perRoute) {
            use(perRoute, 10);
            pool().maxDialing(1);
            Entry<String, FakeConnection> used = dial("a");
            nowNanos += Duration.ofMillis(30).toNanos();
            used.dialed();
            nowNanos += Duration.ofMillis(5).toNanos();
            pool().release(used, true);
            return dial("a");
        }

        private Future<Entry<String, FakeConnection>> ask(LeaseTerms terms) {
            return pool().lease("a", null, terms, Timeout.DISABLED, null);
        }

        @ParameterizedTest
        @CsvSource({"ANY, false", "PROVEN, true", "FRESH, true"})
        void aCallerThatCannotUseWhatBecomesFreeDialsAtOnce(LeaseTerms terms, boolean dials) {
            know(10);

            assertThat(ask(terms).isDone()).isEqualTo(dials);
        }

        @Test
        void aCallerThatMayNotDialYetIsOvertakenByOneThatNeedsNoDial() {
            Entry<String, FakeConnection> used = know(10);
            Future<Entry<String, FakeConnection>> dialing = ask(LeaseTerms.FRESH);
            Future<Entry<String, FakeConnection>> next = ask(LeaseTerms.FRESH);
            Future<Entry<String, FakeConnection>> easy = ask(LeaseTerms.ANY);

            pool().release(used, true);

            assertThat(entry(easy)).isSameAs(used);
            assertThat(next).isNotDone();
            entry(dialing).dialed();
            assertThat(entry(next).connection() != null).isFalse();
        }
    }

    @Nested
    class EndsOfWaits {

        @Test
        void noCallerIsServedTooLate() {
            use(1, 1);
            Entry<String, FakeConnection> first = dial("a");
            RecordingCallback callback = new RecordingCallback();
            pool().lease("a", null, Timeout.ofMilliseconds(5), callback);

            nowNanos += Duration.ofMillis(5).toNanos();
            pool().release(first, true);

            assertThat(callback.failures).hasSize(1);
            assertTotals(0, 1, 0);
        }

        @Test
        void closingCancelsWaitingCallers() {
            use(1, 1);
            dial("a");
            RecordingCallback callback = new RecordingCallback();
            pool().lease("a", null, Timeout.DISABLED, callback);
            Future<Entry<String, FakeConnection>> elsewhere = ask("b", null);

            pool().close(CloseMode.GRACEFUL);

            assertThat(callback.cancelled).isEqualTo(1);
            assertThat(elsewhere).isCancelled();
            assertTotals(0, 0, 0);
        }

        @Test
        void anInterruptGivesUpThePlace() {
            use(1, 1);
            Entry<String, FakeConnection> first = dial("a");
            Future<Entry<String, FakeConnection>> waiting = ask("a", null);

            Thread.currentThread().interrupt();
            assertThatExceptionOfType(InterruptedException.class).isThrownBy(() -> waiting.get(1, TimeUnit.DAYS));
            pool().release(first, true);

            assertTotals(0, 1, 0);
        }

        @Test
        void anInterruptDoesNotLoseAnEntryThatCame() throws Exception {
            use(1, 1);
            Entry<String, FakeConnection> first = dial("a");
            Future<Entry<String, FakeConnection>> waiting = ask("a", null);
            pool().release(first, true);

            Thread.currentThread().interrupt();
            Entry<String, FakeConnection> entry = waiting.get();

            assertThat(Thread.interrupted()).isTrue();
            assertThat(entry).isSameAs(first);
        }
    }

    @Nested
    class Misbehaviour {}
}
