package dev.weir.internal.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.config.PoolConfig;
import dev.weir.engine.LeaseTerms;
import dev.weir.internal.call.Call;
import dev.weir.internal.diagnosis.SettingNames;
import dev.weir.internal.pool.BlockingConnection;
import dev.weir.internal.pool.ConnectionPool;
import dev.weir.internal.retry.RetryBudget;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.net.ConnectException;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.apache.hc.client5.http.ClientProtocolException;
import org.apache.hc.client5.http.HttpRoute;
import org.apache.hc.client5.http.classic.methods.HttpGet;
import org.apache.hc.client5.http.classic.methods.HttpPost;
import org.apache.hc.client5.http.protocol.HttpClientContext;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.ConnectionClosedException;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.http.HttpRequest;
import org.apache.hc.core5.http.HttpResponse;
import org.apache.hc.core5.http.HttpVersion;
import org.apache.hc.core5.http.MessageConstraintException;
import org.apache.hc.core5.http.NoHttpResponseException;
import org.apache.hc.core5.http.RequestNotExecutedException;
import org.apache.hc.core5.http.io.entity.InputStreamEntity;
import org.apache.hc.core5.http.io.entity.StringEntity;
import org.apache.hc.core5.http.message.BasicHttpRequest;
import org.apache.hc.core5.http.message.BasicHttpResponse;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class ResendStrategyTest {

    private static final HttpRoute ROUTE = new HttpRoute(new HttpHost("upstream.test", 80));
    private static final PoolConfig CONFIG = PoolConfig.builder("test")
            .retry(r -> r.maxRetries(2).backoff(Duration.ofMillis(100)).onStatus(503))
            .build();
    private final IOException reset = new SocketException("Connection reset");

    private final AtomicLong nowNanos = new AtomicLong(Long.MAX_VALUE - 1_000); // overflows soon
    private final ResendStrategy strategy = new ResendStrategy(
            new ConnectionPool(CONFIG, SettingNames.PLAIN, List.of(), nowNanos::get, BlockingConnection::new));
    private final HttpClientContext context = HttpClientContext.create();
    private final HttpGet get = new HttpGet("http://upstream.test/");
    private final HttpPost post = new HttpPost("http://upstream.test/");
    private Call call = begin(get);

    private Call begin(ClassicHttpRequest request) {
        call = Call.begin(context, ROUTE, null, null, null);
        call.keep(request);
        attempt();
        return call;
    }

    private void attempt() {
        call.begin(ROUTE, false);
    }

    private boolean again(HttpRequest request, IOException failure) {
        return strategy.retryRequest(request, failure, 1, context);
    }

    private boolean again(@Nullable HttpRequest request, HttpResponse response) {
        context.setRequest(request);
        return strategy.retryRequest(response, 1, context);
    }

    private static HttpResponse response(int status, String... retryAfter) {
        HttpResponse response = new BasicHttpResponse(status);
        for (String each : retryAfter) {
            response.setHeader("Retry-After", each);
        }
        return response;
    }

    private static Stream<IOException> finalFailures() {
        return Stream.of(
                new InterruptedIOException(),
                new UnknownHostException("upstream.test"),
                new ConnectException("refused"),
                new ClientProtocolException("plaintext before TLS"),
                new MessageConstraintException("Maximum line length"));
    }

    @ParameterizedTest
    @MethodSource("finalFailures")
    void sendsNothingAgainAfterAFailureThatWouldRepeatItself(IOException failure) {
        assertThat(again(get, failure)).isFalse();
    }

    @Test
    void retriesAnIdempotentRequestAloneAfterItsConnectionBroke() {
        assertThat(again(post, reset)).isFalse();
        assertThat(again(get, new NoHttpResponseException("none"))).isTrue();
        attempt();
        assertThat(again(get, new ConnectionClosedException("closed"))).isTrue();
        assertThat(call.takeTerms()).isEqualTo(LeaseTerms.FRESH);
    }

    @Test
    void sendsNothingAgainOnceAResponseHasBegun() {
        call.answered();
        call.raceLost(true);

        assertThat(again(get, reset)).isFalse();
        assertThat(again(get, new RequestNotExecutedException())).isFalse();
    }

    @Test
    void replaysALostRaceOnceOnANewConnection() {
        call.raceLost(false);
        assertThat(again(get, reset)).isTrue();
        assertThat(call.retries()).isZero();
        assertThat(call.takeTerms()).isEqualTo(LeaseTerms.FRESH);

        attempt();
        call.raceLost(false);
        assertThat(again(get, reset)).isTrue();
        assertThat(call.retries()).as("the second time it is a retry").isEqualTo(1);
    }

    @Test
    void replaysALostRaceOnASharedConnectionOnceMore() {
        context.setProtocolVersion(HttpVersion.HTTP_2);
        call.raceLost(false);
        assertThat(again(get, reset)).isTrue();
        assertThat(call.takeTerms()).isEqualTo(LeaseTerms.ANY);

        attempt();
        call.raceLost(false);
        assertThat(again(get, reset)).isTrue();
        assertThat(call.retries()).isZero();
        assertThat(call.takeTerms()).isEqualTo(LeaseTerms.FRESH);
    }

    @Test
    void replaysAPostOnlyIfNotAByteLeft() {
        begin(post);
        call.raceLost(false);
        assertThat(again(post, reset)).isFalse();

        call.raceLost(true);
        assertThat(again(post, reset)).isTrue();
    }

    @Test
    void repeatsWhateverWasRefusedWhileItsServerMakesProgress() {
        for (int i = 0; i < 10 * Call.MOST_REFUSALS_IN_A_ROW; i++) {
            call.refusedAmidProgress();
            assertThat(again(post, new RequestNotExecutedException())).isTrue();
            assertThat(call.takePauseNanos())
                    .isEqualTo(TimeUnit.MILLISECONDS.toNanos(Math.min(100, Math.max(0, i - 19))));
            attempt();
        }
        assertThat(call.retries()).isZero();
    }

    @Test
    void givesUpAServerThatDoesNothingButRefuse() {
        for (int i = 0; i < Call.MOST_REFUSALS_IN_A_ROW; i++) {
            assertThat(again(post, new RequestNotExecutedException())).isTrue();
            attempt();
        }
        assertThat(again(post, new RequestNotExecutedException())).isFalse();
    }

    @Test
    void retriesAsOftenAsIsConfigured() {
        assertThat(again(get, response(503))).isTrue();
        attempt();
        assertThat(again(get, response(503))).isTrue();
        attempt();
        assertThat(again(get, response(503))).isFalse();

        assertThat(call.retries()).isEqualTo(2);
    }

    @Test
    void refusesWithTheReasonOnceTheBudgetIsUsedUp() {
        for (int i = 0; i < RetryBudget.RESERVE; i++) {
            begin(get);
            assertThat(again(get, response(503))).isTrue();
        }
        begin(get);
        HttpResponse shown = response(503);
        assertThat(again(get, shown)).isFalse();
        assertThat(shown.getFirstHeader("Weir-Retry").getValue()).isEqualTo("budget-used-up");

        IOException shared = new SocketException("Connection reset");
        assertThat(again(get, shared)).isFalse();
        assertThat(again(get, shared)).isFalse();
        assertThat(shared.getSuppressed()).hasSize(1);
        assertThat(call.retries()).isZero();
    }

    @ParameterizedTest
    @CsvSource({
        "GET, true",
        "HEAD, true",
        "OPTIONS, true",
        "PUT, true",
        "DELETE, true",
        "POST, false",
        "PATCH, false",
        "CONNECT, false",
        "PURGE, false"
    })
    void theMethodTellsWhatMayBeSentTwice(String method, boolean isHarmless) {
        HttpRequest request = new BasicHttpRequest(method, "/");
        assertThat(ResendStrategy.mayBeSentTwice(request)).isEqualTo(isHarmless);

        request.addHeader("idempotency-key", "7");
        assertThat(ResendStrategy.mayBeSentTwice(request)).isTrue();
    }

    @ParameterizedTest
    @CsvSource({"true, true", "false, false"})
    void sendsNoBodyAgainThatCannotBeRepeated(boolean isRepeatable, boolean isSentAgain) {
        post.setEntity(
                isRepeatable
                        ? new StringEntity("a")
                        : new InputStreamEntity(InputStream.nullInputStream(), ContentType.TEXT_PLAIN));
        begin(post);

        assertThat(again(post, new RequestNotExecutedException())).isEqualTo(isSentAgain);
    }
}
