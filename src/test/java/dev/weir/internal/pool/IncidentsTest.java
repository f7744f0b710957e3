package dev.weir.internal.pool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.event.LeaseOutcome;
import dev.weir.failure.RetryBudgetException;
import dev.weir.internal.diagnosis.LeakFigures;
import dev.weir.internal.retry.RetryBudget;
import dev.weir.internal.traffic.TrafficCounters;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class IncidentsTest {

    private static final String TARGET = "http://upstream.test:80";
    private static final String KNOB = "retry.budget";
    private static final Duration TRACED = Duration.ofMinutes(10);

    private final AtomicLong nowNanos = new AtomicLong(Long.MAX_VALUE - 1_000); // overflows soon
    private final PoolEvents events = new PoolEvents("test", List.of(event -> {}));
    private final TrafficCounters traffic = new TrafficCounters(nowNanos.get());
    private final Incidents incidents = new Incidents(TARGET, events, traffic, nowNanos::get);

    private void pass(long nanos) {
        nowNanos.addAndGet(nanos);
    }

    private void takeReserve() {
        for (int i = 0; i < RetryBudget.RESERVE; i++) {
            assertThat(incidents.takeRetry(0, KNOB)).isNull();
        }
    }

    @Test
    void refusesRetriesBeyondTheReserveWithTheNameOfTheirSetting() {
        takeReserve();

        RetryBudgetException refusal = incidents.takeRetry(0, KNOB);

        assertThat(Objects.requireNonNull(refusal))
                .hasMessageStartingWith("Pool 'test': the request to " + TARGET + " was not sent again")
                .hasMessageContaining("retry.budget allows 0.0 of the requests");
    }

    @Test
    void addsAShareOfTheRequestsToTheRetries() {
        takeReserve();
        traffic.leased(LeaseOutcome.REUSED, 0);
        traffic.leased(LeaseOutcome.REUSED, 0);
        for (int i = 0; i < RetryBudget.RESERVE; i++) {
            traffic.leased(LeaseOutcome.REUSED, 0); // the retries themselves
        }

        assertThat(incidents.takeRetry(0.5, KNOB)).isNull();
        assertThat(incidents.takeRetry(0.5, KNOB)).isNotNull();
    }

    @Test
    void grantsRetriesAgainOnceThoseOfBeforeNoLongerCount() {
        takeReserve();
        assertThat(incidents.takeRetry(0, KNOB)).isNotNull();

        pass(RetryBudget.WINDOW_NANOS + Duration.ofSeconds(1).toNanos());

        assertThat(incidents.takeRetry(0, KNOB)).isNull();
    }

    @Test
    void tracesAllLeasesForTenMinutesAfterALeak() {
        assertThat(incidents.isTracingLeaks()).isFalse();

        incidents.leaks().suspected(nowNanos.get());

        assertThat(incidents.isTracingLeaks()).isTrue();
        pass(TRACED.toNanos());
        assertThat(incidents.isTracingLeaks()).isTrue();
        pass(1);
        assertThat(incidents.isTracingLeaks()).isFalse();
    }

    @Test
    void knowsOfNoLeakBeforeTheFirst() {
        assertThat(incidents.leaked(nowNanos.get())).isEqualTo(LeakFigures.NONE);

        incidents.leaks().suspected(nowNanos.get());

        assertThat(incidents.leaked(nowNanos.get()).held()).isEqualTo(1);
    }
}
