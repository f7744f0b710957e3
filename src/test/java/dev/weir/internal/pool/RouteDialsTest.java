package dev.weir.internal.pool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.event.DialOutcome;
import dev.weir.internal.traffic.TrafficCounters;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class RouteDialsTest {

    private static final long RELEVANT_NANOS = Duration.ofSeconds(10).toNanos();

    private final AtomicLong nowNanos = new AtomicLong(Long.MAX_VALUE - 1_000); // overflows soon
    private final TrafficCounters traffic = new TrafficCounters(nowNanos.get());
    private final RouteDials dials = new RouteDials(traffic, nowNanos::get);

    private @Nullable DialOutcome failure() {
        return dials.failure(nowNanos.get(), RELEVANT_NANOS);
    }

    @Test
    void failWhileTheLastOneHasFailedAndThatIsRelevant() {
        dials.ended(DialOutcome.REFUSED, 1_000);

        nowNanos.addAndGet(RELEVANT_NANOS);
        assertThat(failure()).isEqualTo(DialOutcome.REFUSED);
        nowNanos.addAndGet(1);
        assertThat(failure()).isNull();
    }

    @Test
    void workAfterASuccess() {
        dials.ended(DialOutcome.REFUSED, 1_000);
        dials.ended(DialOutcome.CONNECTED, 1_000);

        assertThat(failure()).isNull();
    }

    @Test
    void areNotJudgedByOneThatWasCanceled() {
        dials.ended(DialOutcome.CANCELLED, 1_000);
        assertThat(failure()).isNull();

        dials.ended(DialOutcome.REFUSED, 1_000);
        dials.ended(DialOutcome.CANCELLED, 1_000);
        assertThat(failure()).isEqualTo(DialOutcome.REFUSED);
    }
}
