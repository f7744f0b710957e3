package dev.weir.internal.async;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.failure.NoThreadException;
import dev.weir.internal.deadline.FakeAlarms;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Exchanges that begin at the same moment as something else: none is without an alarm that looks at it in time. */
@Timeout(120)
class SilenceRaceTest {

    private static final int ROUNDS = 300;
    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);
    private static final long READ = 5 * SECOND;

    private final ExecutorService other = Executors.newSingleThreadExecutor();

    @AfterEach
    void endThread() {
        other.shutdownNow();
    }

    @Test
    void oneThatBeginsWhileTheLookForAnotherRingsIsLookedAt() throws Exception {
        for (int i = 0; i < ROUNDS; i++) {
            Round round = new Round();
            Exchange earlier = round.exchange(READ);
            Exchange next = round.exchange(READ);
            earlier.silence.listen();
            earlier.silence.end();

            together(next::begin, () -> {
                round.time.pass(SECOND);
                return true;
            });

            round.time.pass(READ);
            round.time.pass(SECOND);
            assertThat(next.reports).hasValue(1);
        }
    }

    @Test
    void oneDoesNotRelyOnTheAlarmThatAnotherCouldNotSet() throws Exception {
        for (int i = 0; i < ROUNDS; i++) {
            Round round = new Round();
            List<Exchange> both = List.of(round.exchange(READ), round.exchange(READ));
            round.time.refuse(1);

            List<Boolean> areOn = together(both.get(0)::begin, both.get(1)::begin);

            round.time.pass(READ);
            round.time.pass(SECOND);
            for (int each = 0; each < both.size(); each++) {
                if (areOn.get(each)) {
                    assertThat(both.get(each).reports).hasValue(1);
                }
            }
        }
    }

    @Test
    void oneWithAShortTimeIsLookedAtInTimeThoughAnotherTakesItsAlarmOver() throws Exception {
        for (int i = 0; i < ROUNDS; i++) {
            Round round = new Round();
            Exchange hasty = round.exchange(SECOND / 10);
            Exchange patient = round.exchange(READ);

            together(hasty::begin, patient::begin);

            round.time.pass(SECOND / 10);
            assertThat(hasty.reports).hasValue(1);
        }
    }

    private List<Boolean> together(Callable<Boolean> here, Callable<Boolean> there) throws Exception {
        CyclicBarrier start = new CyclicBarrier(2);
        Future<Boolean> elsewhere = other.submit(() -> {
            start.await(20, TimeUnit.SECONDS);
            return there.call();
        });
        start.await(20, TimeUnit.SECONDS);
        boolean result = here.call();
        return List.of(result, elsewhere.get(20, TimeUnit.SECONDS));
    }

    private static final class Round {
        private final FakeAlarms time = new FakeAlarms();
        private final List<Exchange> exchanges = new ArrayList<>();
        private final SilenceWatch watch = new SilenceWatch(time.alarms(), exchanges);

        Exchange exchange(long readNanos) {
            Exchange made = new Exchange(readNanos, watch);
            exchanges.add(made);
            return made;
        }
    }

    private static final class Exchange implements Silence.Heard {
        private final AtomicInteger reports = new AtomicInteger();
        private final Silence silence;

        Exchange(long readNanos, SilenceWatch watch) {
            silence = new Silence(readNanos, this, watch);
        }

        /** Begins; returns whether it could. */
        boolean begin() {
            try {
                silence.listen();
                return true;
            } catch (NoThreadException e) {
                silence.end();
                return false;
            }
        }

        @Override
        public Silence silence() {
            return silence;
        }

        @Override
        public boolean isHeldBack() {
            return false;
        }

        @Override
        public void silent(long nanos) {
            reports.incrementAndGet();
        }
    }
}
