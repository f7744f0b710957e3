package dev.weir.internal.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.config.PoolConfig;
import dev.weir.internal.pool.ConnectionPool;
import dev.weir.internal.retry.RetryBudget;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hc.client5.http.HttpRoute;
import org.apache.hc.client5.http.protocol.HttpClientContext;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.http.HttpResponse;
import org.apache.hc.core5.http.message.BasicHttpResponse;
import org.junit.jupiter.api.Test;

class RetriesTest {

    private static final HttpRoute ROUTE = new HttpRoute(new HttpHost("upstream.test", 80));
    private static final PoolConfig CONFIG = PoolConfig.builder("test")
            .retry(r -> r.maxRetries(2).backoff(Duration.ofMillis(100)).onStatus(503))
            .build();

    private final AtomicLong nowNanos = new AtomicLong(Long.MAX_VALUE - 1_000); // overflows soon
    private final Retries retries = new Retries(new ConnectionPool(CONFIG, List.of(), nowNanos::get, socket -> {
        throw new UnsupportedOperationException();
    }));
    private final HttpClientContext context = HttpClientContext.create();

    private static HttpResponse response(int status) {
        return new BasicHttpResponse(status);
    }

    private RetryDecision after(HttpResponse response) {
        Repeats.wish(context);
        return retries.after(response, ROUTE, context);
    }

    @Test
    void areNotMadeWithoutAWish() {
        assertThat(retries.after(response(503), ROUTE, context)).isSameAs(RetryDecision.NONE);
        assertThat(retries.afterFailure(ROUTE, context)).isSameAs(RetryDecision.NONE);
    }

    @Test
    void areMadeAfterTheConfiguredStatusesAlone() {
        assertThat(after(response(500)).isRetry()).isFalse();
        assertThat(after(response(503)).isRetry()).isTrue();
    }

    @Test
    void endAfterAsManyAsAreConfigured() {
        assertThat(after(response(503)).isRetry()).isTrue();
        assertThat(after(response(503)).isRetry()).isTrue();

        assertThat(after(response(503))).isSameAs(RetryDecision.NONE);
        assertThat(Repeats.retries(context)).isEqualTo(2);
    }

    @Test
    void pauseForLessThanTheBackoffIfTheServerAsksForNothing() {
        assertThat(after(response(503)).pauseNanos()).isBetween(0L, TimeUnit.MILLISECONDS.toNanos(100));
    }

    @Test
    void pauseForAsLongAsTheServerAsks() {
        HttpResponse busy = response(503);
        busy.setHeader("Retry-After", "3");

        long pauseNanos = after(busy).pauseNanos();

        assertThat(pauseNanos).isBetween(TimeUnit.SECONDS.toNanos(3), TimeUnit.MILLISECONDS.toNanos(3_100));
    }

    @Test
    void areNotMadeIfTheServerAsksForALongerPauseThanConfigured() {
        HttpResponse busy = response(503);
        busy.setHeader("Retry-After", "31");

        assertThat(after(busy)).isSameAs(RetryDecision.NONE);
    }

    @Test
    void areMadeAtOnceIfTheHeaderOfTheServerCannotBeRead() {
        HttpResponse busy = response(503);
        busy.setHeader("Retry-After", "soon");

        assertThat(after(busy).pauseNanos()).isLessThan(TimeUnit.MILLISECONDS.toNanos(100));
    }

    @Test
    void areRefusedWithTheReasonOnceTheBudgetIsUsedUp() {
        for (int i = 0; i < RetryBudget.RESERVE; i++) {
            HttpClientContext other = HttpClientContext.create();
            Repeats.wish(other);
            assertThat(retries.afterFailure(ROUTE, other).isRetry()).isTrue();
        }

        RetryDecision decision = after(response(503));

        assertThat(decision.isRetry()).isFalse();
        HttpResponse shown = response(503);
        decision.noteIn(shown);
        assertThat(shown.getFirstHeader("Weir-Retry").getValue()).isEqualTo("budget-used-up");
        assertThat(Repeats.retries(context)).isZero();
    }

    @Test
    void noteTheRefusalOnceInAFailureThatSeveralCallsShare() {
        for (int i = 0; i < RetryBudget.RESERVE; i++) {
            HttpClientContext other = HttpClientContext.create();
            Repeats.wish(other);
            retries.afterFailure(ROUTE, other);
        }
        Repeats.wish(context);
        RetryDecision decision = retries.afterFailure(ROUTE, context);
        Exception failure = new Exception();

        decision.noteIn(failure);
        decision.noteIn(failure);

        assertThat(failure.getSuppressed()).hasSize(1);
    }
}
