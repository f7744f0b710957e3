package dev.weir.internal.async;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.failure.NoThreadException;
import dev.weir.internal.deadline.FakeAlarms;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class SilenceTest {

    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);
    private static final long READ = 5 * SECOND;

    private final FakeAlarms time = new FakeAlarms();
    private final List<Exchange> exchanges = new ArrayList<>();
    // What happens when a look has seen all exchanges.
    private Runnable afterLook = () -> {};
    private final SilenceWatch watch = new SilenceWatch(time.alarms(), () -> new Looked(exchanges.iterator()));
    private final Exchange exchange = new Exchange();
    private final Silence silence = silence(READ, exchange);

    private Silence silence(long readNanos, Exchange of) {
        Silence made = new Silence(readNanos, of, watch);
        of.silence = made;
        exchanges.remove(of);
        exchanges.add(of);
        return made;
    }

    private final class Looked implements Iterator<Silence.Heard> {
        private final Iterator<Exchange> seen;

        Looked(Iterator<Exchange> seen) {
            this.seen = seen;
        }

        @Override
        public boolean hasNext() {
            boolean isLeft = seen.hasNext();
            if (!isLeft) {
                Runnable action = afterLook;
                afterLook = () -> {};
                action.run();
            }
            return isLeft;
        }

        @Override
        public Silence.Heard next() {
            return seen.next();
        }
    }

    private void listen(Silence to) {
        try {
            to.listen();
        } catch (NoThreadException e) {
            throw new AssertionError(e);
        }
    }

    private static class Exchange implements Silence.Heard {
        final List<Long> reports = new ArrayList<>();
        private boolean isHeldBack;
        private @Nullable Silence silence;

        @Override
        public Silence silence() {
            return Objects.requireNonNull(silence);
        }

        @Override
        public boolean isHeldBack() {
            return isHeldBack;
        }

        @Override
        public void silent(long nanos) {
            reports.add(nanos);
        }
    }

    @Test
    void isReportedWhenItHasLastedForTheReadTimeoutAndNotBefore() throws NoThreadException {
        silence.listen();

        time.pass(READ - 1);
        assertThat(exchange.reports).isEmpty();

        time.pass(1);
        assertThat(exchange.reports).containsExactly(READ);
    }

    @Test
    void needsOneAlarmHoweverManyExchangesBeginSoonAfterEachOther() throws NoThreadException {
        for (int i = 0; i < 50; i++) {
            Silence next = silence(READ, exchange);
            next.listen();
            next.end();
            time.pass(SECOND / 100);
        }

        assertThat(time.count()).isEqualTo(1);
        time.pass(SECOND);
        assertThat(time.count()).isZero();
    }

    @Test
    void isReportedIfItBeginsJustAfterALookHasSeenTheOthers() throws NoThreadException {
        silence.listen();
        silence.end();
        Exchange late = new Exchange();
        afterLook = () -> listen(silence(READ, late));
        time.pass(SECOND);

        time.pass(READ);
        time.pass(SECOND);

        assertThat(late.reports).containsExactly(READ);
    }

    @Test
    void isReportedThoughTheAlarmThatAnotherIsSettingFails() {
        Exchange next = new Exchange();
        Silence following = silence(READ, next);
        time.beforeItsThread(() -> {
            listen(following);
            time.refuse(1);
        });
        assertThatThrownBy(silence::listen).isInstanceOf(NoThreadException.class);
        silence.end();

        time.pass(READ);
        time.pass(SECOND);

        assertThat(next.reports).containsExactly(READ);
    }

    @Test
    void isReportedInTimeThoughAnotherBeginsWhileItsAlarmIsBeingSet() throws NoThreadException {
        Exchange hasty = new Exchange();
        Silence brief = silence(SECOND / 10, hasty);
        time.beforeItsThread(() -> listen(silence));

        brief.listen();
        time.pass(SECOND / 10);

        assertThat(hasty.reports).containsExactly(SECOND / 10);
        assertThat(exchange.reports).isEmpty();
    }

    @Test
    void isReportedInTimeThoughAnotherMayLastLonger() throws NoThreadException {
        Exchange hasty = new Exchange();
        silence.listen();
        Silence brief = silence(SECOND / 10, hasty);
        brief.listen();

        time.pass(SECOND / 10);

        assertThat(hasty.reports).containsExactly(SECOND / 10);
        assertThat(exchange.reports).isEmpty();
        assertThat(time.count()).isEqualTo(1);
    }

    @Test
    void isReportedThoughTheReportOfAnotherFails() throws NoThreadException {
        Exchange failing = new Exchange() {
            @Override
            public void silent(long nanos) {
                exchanges.remove(this);
                throw new IllegalStateException("on purpose");
            }
        };
        silence(READ, failing).listen();
        silence(READ, exchange).listen(); // after that one

        time.pass(READ);
        time.pass(SECOND);

        assertThat(exchange.reports).containsExactly(READ);
    }

    @Test
    void isReportedOnce() throws NoThreadException {
        silence.listen();

        time.pass(READ);
        time.pass(10 * READ);

        assertThat(exchange.reports).hasSize(1);
        assertThat(time.count()).isZero();
    }

    @Test
    void beginsAgainWithEachArrival() throws NoThreadException {
        silence.listen();
        time.pass(READ - 1);
        silence.heard();
        assertThat(silence.heardNanos).isEqualTo(time.nowNanos());

        time.pass(READ - 1);
        assertThat(exchange.reports).isEmpty();

        time.pass(1);
        assertThat(exchange.reports).containsExactly(READ);
    }

    @Test
    void beginsAgainWithAnArrivalAtItsLastMoment() throws NoThreadException {
        silence.listen();
        time.pass(READ - 1);
        silence.heard();
        time.pass(1);
        silence.heard();

        time.pass(READ - 1);
        assertThat(exchange.reports).isEmpty();

        time.pass(1);
        assertThat(exchange.reports).hasSize(1);
    }

    @Test
    void needsOneAlarmHoweverMuchArrives() throws NoThreadException {
        silence.listen();
        for (int i = 0; i < 100; i++) {
            time.pass(READ / 10);
            silence.heard();
        }

        assertThat(exchange.reports).isEmpty();
        assertThat(time.count()).isEqualTo(1);
    }

    @Test
    void isNotTheServersWhileThisSideKeepsItFromSending() throws NoThreadException {
        silence.listen();
        exchange.isHeldBack = true;
        time.pass(READ);
        time.pass(READ - SECOND);
        exchange.isHeldBack = false;
        silence.heard();

        time.pass(READ - 1);
        assertThat(exchange.reports).isEmpty();

        time.pass(1);
        assertThat(exchange.reports).containsExactly(READ);
    }

    @Test
    void mayLastForeverWithoutAReadTimeout() throws NoThreadException {
        Silence unlimited = silence(0, exchange);

        unlimited.listen();
        assertThat(time.count()).isZero();

        time.pass(TimeUnit.DAYS.toNanos(365));
        assertThat(exchange.reports).isEmpty();
    }

    @Test
    void isNotReportedAtOnceThoughTheReadTimeoutIsAsLongAsATimeCanBe() throws NoThreadException {
        Silence endless = silence(Long.MAX_VALUE, exchange);

        endless.listen();
        time.pass(-1); // a thread that looked at the clock just before
        assertThat(exchange.reports).isEmpty();

        time.pass(TimeUnit.DAYS.toNanos(10 * 365));
        assertThat(exchange.reports).isEmpty();
        assertThat(time.count()).isEqualTo(1);
    }

    @Test
    void isNotReportedIfSomethingArrivesJustAfterTheLookBegan() throws NoThreadException {
        Silence endless = silence(Long.MAX_VALUE, exchange);
        endless.listen();

        endless.look(time.nowNanos() - 1_000);

        assertThat(exchange.reports).isEmpty();
    }

    @Test
    void isNotReportedOnceItHasEnded() throws NoThreadException {
        silence.listen();

        silence.end();
        silence.end();

        time.pass(READ);
        assertThat(exchange.reports).isEmpty();
        assertThat(time.count()).isZero();
    }

    @Test
    void isNotReportedIfItEndedBeforeAnybodyListened() throws NoThreadException {
        silence.end();

        silence.listen();

        assertThat(time.count()).isZero();
        time.pass(READ);
        assertThat(exchange.reports).isEmpty();
    }

    /** Each of two exchanges that are silent at the same moment ends the other. */
    @Test
    void isNotReportedIfItEndsWhileItsAlarmIsAboutToRing() throws NoThreadException {
        List<Silence> both = new ArrayList<>();
        List<Long> all = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            both.add(silence(READ, new Exchange() {
                @Override
                public void silent(long nanos) {
                    all.add(nanos);
                    both.forEach(Silence::end);
                }
            }));
        }
        for (Silence one : both) {
            one.listen();
        }

        time.pass(READ);

        assertThat(all).hasSize(1);
    }

    @Test
    void cannotBeHeardWithoutAThread() {
        time.refuse(1);

        assertThatThrownBy(silence::listen).isInstanceOf(NoThreadException.class);

        assertThat(time.count()).isZero();
    }
}
