package dev.weir.exchange;

import static dev.weir.testpool.ClientCalls.get;
import static dev.weir.testpool.ClientCalls.post;
import static dev.weir.testpool.ClientCalls.send;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.AsyncHttpPool;
import dev.weir.HttpPool;
import dev.weir.HttpPoolBuilder;
import dev.weir.config.ReusePolicy;
import dev.weir.testpool.PatientPool;
import dev.weir.testserver.LoopbackServer;
import java.io.IOException;
import java.time.Duration;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Routes whose rules have retries and a reuse policy of their own, beside one without a rule. */
class RouteRetryIT {

    private LoopbackServer ruled;
    private LoopbackServer other;

    @BeforeEach
    void start() {
        ruled = busy();
        other = busy();
    }

    private static LoopbackServer busy() {
        return LoopbackServer.http()
                .handler(exchange -> {
                    if (exchange.target().equals("/busy")) {
                        exchange.respond(503, "busy".getBytes(UTF_8));
                    } else {
                        exchange.ok("ok");
                    }
                })
                .start();
    }

    @AfterEach
    void stop() {
        ruled.close();
        other.close();
    }

    private HttpPoolBuilder retryingOnRuled() {
        return PatientPool.builder("test")
                .route(
                        ruled.origin(),
                        r -> r.retry(retry -> retry.onStatus(503).maxRetries(3).backoff(Duration.ofMillis(1))));
    }

    @Test
    void areRetriedByTheRuleOfTheirRouteAlone() throws IOException {
        try (HttpPool pool = retryingOnRuled().build()) {
            assertRetries(pool.client(), 4, 1);
        }
    }

    @Test
    void areRetriedByTheRuleOfTheirRouteInAsynchronousPoolsToo() throws IOException {
        try (AsyncHttpPool pool = retryingOnRuled().buildAsync()) {
            assertRetries(pool.blockingClient(), 4, 1);
        }
    }

    @Test
    void areNotRetriedWhereTheRuleOfTheirRouteSaysSo() throws IOException {
        HttpPoolBuilder builder = PatientPool.builder("test")
                .retry(retry -> retry.onStatus(503).backoff(Duration.ofMillis(1)))
                .route(ruled.origin(), r -> r.retry(retry -> retry.maxRetries(0)));

        try (HttpPool pool = builder.build()) {
            assertRetries(pool.client(), 1, 2);
        }
    }

    @Test
    void areRetriedByTheNextRuleAfterAReconfiguration() throws IOException {
        try (HttpPool pool = retryingOnRuled().build()) {
            get(pool.client(), ruled.uri("/"));

            pool.reconfigure(pool.config().toBuilder()
                    .route(ruled.origin(), r -> r.retry(retry -> retry.maxRetries(1)))
                    .build());

            assertRetries(pool.client(), 1 + 2, 1);
        }
    }

    private void assertRetries(CloseableHttpClient client, int ofRuled, int ofOther) throws IOException {
        assertThat(get(client, ruled.uri("/busy"))).isEqualTo("503 busy");
        assertThat(get(client, other.uri("/busy"))).isEqualTo("503 busy");

        assertThat(ruled.requests()).isEqualTo(ofRuled);
        assertThat(other.requests()).isEqualTo(ofOther);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void useConnectionsByTheReusePolicyOfTheirRoute(boolean isAsync) throws IOException {
        HttpPoolBuilder builder = PatientPool.builder("test").route(ruled.origin(), r -> r.reuse(ReusePolicy.SAFE));

        if (isAsync) {
            try (AsyncHttpPool pool = builder.buildAsync()) {
                assertThat(connectionsOf(pool.blockingClient())).isEqualTo("2 1");
            }
        } else {
            try (HttpPool pool = builder.build()) {
                assertThat(connectionsOf(pool.client())).isEqualTo("2 1");
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"NEVER", "SAFE", "AGGRESSIVE"})
    void useAnyConnectionWhereTheRuleOfTheirRouteTakesThePolicyBack(ReusePolicy policy) throws IOException {
        try (HttpPool pool = PatientPool.builder("test")
                .reuse(policy)
                .route(ruled.origin(), r -> r.reuse(ReusePolicy.ALWAYS))
                .build()) {
            assertThat(connectionsOf(pool.client())).isEqualTo("1 2");
        }
    }

    @Test
    void closeEachConnectionWhereTheRuleOfTheirRouteSaysNever() throws IOException {
        try (HttpPool pool = PatientPool.builder("test")
                .route(ruled.origin(), r -> r.reuse(ReusePolicy.NEVER))
                .build()) {
            assertThat(connectionsOf(pool.client())).isEqualTo("2 1");
            assertThat(pool.snapshot().idle()).isEqualTo(1);
        }
    }

    private String connectionsOf(CloseableHttpClient client) throws IOException {
        for (LoopbackServer server : new LoopbackServer[] {ruled, other}) {
            get(client, server.uri("/"));
            send(client, post(server.uri("/"), "order"));
        }
        return ruled.accepted() + " " + other.accepted();
    }
}
