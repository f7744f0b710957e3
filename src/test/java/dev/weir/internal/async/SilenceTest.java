package dev.weir.internal.async;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.internal.deadline.FakeAlarms;
import dev.weir.internal.thread.NoThreadException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class SilenceTest {

    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);
    private static final long READ = 5 * SECOND;

    private final FakeAlarms time = new FakeAlarms();
    private final Exchange exchange = new Exchange();
    private final Silence silence = silence(READ, exchange);

    private Silence silence(long readNanos, Exchange of) {
        return new Silence(readNanos, of, time.alarms());
    }

    private static class Exchange implements Silence.Heard {
        final List<Long> reports = new ArrayList<>();
        private boolean isHeldBack;

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
    void isNotReportedOnceItHasEnded() throws NoThreadException {
        silence.listen();

        silence.end();
        silence.end();

        time.pass(READ);
        assertThat(exchange.reports).isEmpty();
        assertThat(time.count()).isZero();
    }
}
