package dev.weir.internal.call;

import static java.util.concurrent.TimeUnit.MICROSECONDS;
import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import dev.weir.failure.TotalTimeoutException;
import java.io.IOException;
import java.time.Duration;
import org.apache.hc.client5.http.HttpRoute;
import org.apache.hc.client5.http.protocol.HttpClientContext;
import org.apache.hc.core5.http.HttpHost;
import org.junit.jupiter.api.Test;

class CallDeadlineTest {

    private long nowNanos = Long.MAX_VALUE - 1_000; // soon overflows
    private final CallDeadline call = new CallDeadline(
            "a", new HttpRoute(new HttpHost("a", 80)), 1, null, HttpClientContext.create(), null, nowNanos);

    private void enter(CallPhase phase, long afterNanos) {
        nowNanos += afterNanos;
        call.enter(phase, nowNanos);
    }

    @Test
    void addsUpThePhasesOfAllTries() {
        enter(CallPhase.CONNECT, MILLISECONDS.toNanos(1));
        enter(CallPhase.RESPONSE, MILLISECONDS.toNanos(10));
        enter(CallPhase.PAUSE, MILLISECONDS.toNanos(20));
        enter(CallPhase.QUEUE, MILLISECONDS.toNanos(50));
        enter(CallPhase.RESPONSE, MILLISECONDS.toNanos(2));

        assertThat(call.spent(CallPhase.RESPONSE, nowNanos + MILLISECONDS.toNanos(17), null))
                .containsExactly(
                        entry(CallPhase.QUEUE, Duration.ofMillis(3)),
                        entry(CallPhase.CONNECT, Duration.ofMillis(10)),
                        entry(CallPhase.RESPONSE, Duration.ofMillis(37)),
                        entry(CallPhase.PAUSE, Duration.ofMillis(50)));
    }

    @Test
    void phaseShorterThanAMillisecondCountsToTheOneAfterIt() {
        enter(CallPhase.CONNECT, MICROSECONDS.toNanos(999));
        enter(CallPhase.RESPONSE, MICROSECONDS.toNanos(1));
        enter(CallPhase.BODY, MICROSECONDS.toNanos(500));

        assertThat(call.spent(CallPhase.BODY, nowNanos + MICROSECONDS.toNanos(500), null))
                .containsExactly(
                        entry(CallPhase.QUEUE, Duration.ZERO),
                        entry(CallPhase.CONNECT, Duration.ofMillis(1)),
                        entry(CallPhase.RESPONSE, Duration.ZERO),
                        entry(CallPhase.BODY, Duration.ofMillis(1)));
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
