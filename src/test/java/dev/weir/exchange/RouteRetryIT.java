package dev.weir.exchange;

import static dev.weir.testpool.ClientCalls.get;
import static dev.weir.testpool.ClientCalls.post;
import static dev.weir.testpool.ClientCalls.send;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.HttpPoolBuilder;
import dev.weir.config.ReusePolicy;
import dev.weir.testpool.PatientPool;
import dev.weir.testpool.PoolInUse;
import dev.weir.testpool.PoolKind;
import dev.weir.testserver.LoopbackServer;
import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

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

    @ParameterizedTest
    @EnumSource(names = {"BLOCKING", "ASYNC_OVER_HTTP_1"})
    void areRetriedByTheRuleOfTheirRouteAlone(PoolKind kind) throws IOException {
        HttpPoolBuilder builder = PatientPool.builder("test")
                .route(
                        ruled.origin(),
                        r -> r.retry(retry -> retry.onStatus(503).maxRetries(3).backoff(Duration.ofMillis(1))));
        try (PoolInUse pool = kind.build(builder)) {
            assertRetries(pool, 4, 1);
            pool.pool()
                    .reconfigure(pool.pool().config().toBuilder()
                            .route(ruled.origin(), r -> r.retry(retry -> retry.maxRetries(1)))
                            .build());
            assertRetries(pool, 4 + 2, 2);
        }
    }

    private void assertRetries(PoolInUse pool, int ofRuled, int ofOther) throws IOException {
        assertThat(pool.get(ruled.uri("/busy").toString())).isEqualTo("busy");
        assertThat(pool.get(other.uri("/busy").toString())).isEqualTo("busy");
        assertThat(ruled.requests()).isEqualTo(ofRuled);
        assertThat(other.requests()).isEqualTo(ofOther);
    }

    @ParameterizedTest
    @CsvSource({
        "BLOCKING, ALWAYS, SAFE, 2 1",
        "ASYNC_OVER_HTTP_1, ALWAYS, SAFE, 2 1",
        "BLOCKING, ALWAYS, NEVER, 2 1",
        "BLOCKING, NEVER, ALWAYS, 1 2",
        "BLOCKING, SAFE, ALWAYS, 1 2"
    })
    void useConnectionsByTheReusePolicyOfTheirRoute(
            PoolKind kind, ReusePolicy ofPool, ReusePolicy ofRoute, String connections) throws IOException {
        HttpPoolBuilder builder =
                PatientPool.builder("test").reuse(ofPool).route(ruled.origin(), r -> r.reuse(ofRoute));
        try (PoolInUse pool = kind.build(builder)) {
            for (LoopbackServer server : new LoopbackServer[] {ruled, other}) {
                get(pool.client(), server.uri("/"));
                send(pool.client(), post(server.uri("/"), "order"));
            }
            assertThat(ruled.accepted() + " " + other.accepted()).isEqualTo(connections);
        }
    }
}
