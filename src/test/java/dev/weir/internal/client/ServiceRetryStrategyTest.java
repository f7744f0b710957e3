package dev.weir.internal.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.ConnectException;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.util.stream.Stream;
import org.apache.hc.client5.http.classic.methods.HttpGet;
import org.apache.hc.client5.http.classic.methods.HttpPost;
import org.apache.hc.client5.http.protocol.HttpClientContext;
import org.apache.hc.core5.http.ConnectionClosedException;
import org.apache.hc.core5.http.HttpRequest;
import org.apache.hc.core5.http.MessageConstraintException;
import org.apache.hc.core5.http.NoHttpResponseException;
import org.apache.hc.core5.http.message.BasicHttpResponse;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ServiceRetryStrategyTest {

    private final ServiceRetryStrategy strategy = new ServiceRetryStrategy();
    private final HttpClientContext context = HttpClientContext.create();
    private final HttpGet get = new HttpGet("http://upstream.test/");
    private final HttpPost post = new HttpPost("http://upstream.test/");

    private boolean wishes(HttpRequest request, IOException failure) {
        assertThat(strategy.retryRequest(request, failure, 1, context))
                .as("the step around HttpClient's own makes the retry")
                .isFalse();
        return Repeats.takeWish(context);
    }

    private boolean wishes(HttpRequest request, int status) {
        context.setRequest(request);
        assertThat(strategy.retryRequest(new BasicHttpResponse(status), 1, context))
                .as("the step around HttpClient's own makes the retry")
                .isFalse();
        return Repeats.takeWish(context);
    }

    @Test
    void sendsAnIdempotentRequestAgainAfterTheConnectionBroke() {
        assertThat(wishes(get, new NoHttpResponseException("none"))).isTrue();
        assertThat(wishes(get, new SocketException("Connection reset"))).isTrue();
    }

    @Test
    void sendsNoOtherRequestAgainAfterTheConnectionBroke() {
        assertThat(wishes(post, new NoHttpResponseException("none"))).isFalse();
    }

    private static Stream<IOException> finalFailures() {
        return Stream.of(
                new InterruptedIOException(),
                new UnknownHostException("upstream.test"),
                new ConnectException("refused"),
                new ConnectionClosedException("Premature end"),
                new MessageConstraintException("Maximum line length"));
    }

    @ParameterizedTest
    @MethodSource("finalFailures")
    void sendsNothingAgainAfterAFailureThatWouldRepeatItself(IOException failure) {
        assertThat(wishes(get, failure)).isFalse();
    }

    @Test
    void takesAClosedConnectionWithoutAResponseForOneThatBroke() {
        Repeats.unanswered(context);
        assertThat(wishes(get, new ConnectionClosedException("closed"))).isTrue();

        assertThat(wishes(get, new ConnectionClosedException("closed"))).isFalse();
    }

    @Test
    void sendsNothingAgainThatWasCanceled() {
        get.cancel();

        assertThat(wishes(get, new NoHttpResponseException("none"))).isFalse();
    }

    @Test
    void wishesARetryAfterEachErrorStatusAndNoOther() {
        assertThat(wishes(get, 399)).isFalse();
        assertThat(wishes(get, 400)).isTrue();
        assertThat(wishes(get, 503)).isTrue();
    }

    @Test
    void sendsAPostAgainAfterAnErrorStatusOnlyWithAKey() {
        assertThat(wishes(post, 503)).isFalse();

        post.setHeader("Idempotency-Key", "4711");

        assertThat(wishes(post, 503)).isTrue();
    }

    @Test
    void sendsTheRequestOfATunnelThatWasRefusedBecauseItWasNotSentYet() {
        assertThat(strategy.retryRequest(new BasicHttpResponse(503), 1, context))
                .isFalse();

        assertThat(Repeats.takeWish(context)).isTrue();
    }
}
