package dev.weir.internal.call;

import static java.util.concurrent.TimeUnit.MICROSECONDS;
import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import dev.weir.failure.TotalTimeoutException;
import dev.weir.failure.TotalTimeoutException.Phase;
import java.io.IOException;
import java.time.Duration;
import org.apache.hc.client5.http.HttpRoute;
import org.apache.hc.client5.http.protocol.HttpClientContext;
import org.apache.hc.core5.http.HttpHost;
import org.junit.jupiter.api.Test;

class CallDeadlineTest {

    private long nowNanos = Long.MAX_VALUE - 1_000; // soon overflows
    private final CallDeadline call = new CallDeadline(
            "a", new HttpRoute(new HttpHost("a", 80)), 1, false, HttpClientContext.create(), null, nowNanos);

    private void enter(Phase phase, long afterNanos) {
        nowNanos += afterNanos;
        call.enter(phase, nowNanos);
    }

    @Test
    void addsUpThePhasesOfAllTries() {
        enter(Phase.CONNECT, MILLISECONDS.toNanos(1));
        enter(Phase.RESPONSE, MILLISECONDS.toNanos(10));
        enter(Phase.PAUSE, MILLISECONDS.toNanos(20));
        enter(Phase.QUEUE, MILLISECONDS.toNanos(50));
        enter(Phase.RESPONSE, MILLISECONDS.toNanos(2));

        assertThat(call.spent(Phase.RESPONSE, nowNanos + MILLISECONDS.toNanos(17), null))
                .containsExactly(
                        entry(Phase.QUEUE, Duration.ofMillis(3)),
                        entry(Phase.CONNECT, Duration.ofMillis(10)),
                        entry(Phase.RESPONSE, Duration.ofMillis(37)),
                        entry(Phase.PAUSE, Duration.ofMillis(50)));
    }

    @Test
    void phaseShorterThanAMillisecondCountsToTheOneAfterIt() {
        enter(Phase.CONNECT, MICROSECONDS.toNanos(999));
        enter(Phase.RESPONSE, MICROSECONDS.toNanos(1));
        enter(Phase.BODY, MICROSECONDS.toNanos(500));

        assertThat(call.spent(Phase.BODY, nowNanos + MICROSECONDS.toNanos(500), null))
                .containsExactly(
                        entry(Phase.QUEUE, Duration.ZERO),
                        entry(Phase.CONNECT, Duration.ofMillis(1)),
                        entry(Phase.RESPONSE, Duration.ZERO),
                        entry(Phase.BODY, Duration.ofMillis(1)));
    }

    @Test
    void timeoutTellsHowTheCallFailedWhenItWasCut() {
        IOException failure = new IOException("Socket closed");
        call.ring();

        assertThat(call.ended(failure))
                .isInstanceOf(TotalTimeoutException.class)
                .cause()
                .isSameAs(failure);
    }
}
