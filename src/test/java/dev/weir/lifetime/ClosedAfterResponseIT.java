package dev.weir.lifetime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.diagnosis.Finding;
import dev.weir.testpool.PatientPool;
import dev.weir.testpool.PoolCall;
import dev.weir.testpool.PoolInUse;
import dev.weir.testpool.PoolKind;
import dev.weir.testserver.LoopbackServer;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hc.client5.http.classic.methods.HttpPost;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.io.entity.StringEntity;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** A server closes each connection after its response, and does not say so. */
@ParameterizedClass
@EnumSource(names = {"BLOCKING", "ASYNC_OVER_HTTP_1"})
class ClosedAfterResponseIT {

    private final PoolKind kind;
    private final Set<String> seen = ConcurrentHashMap.newKeySet();
    private final Set<String> seenTwice = ConcurrentHashMap.newKeySet();
    private final LoopbackServer server = LoopbackServer.http()
            .handler(exchange -> {
                String body = exchange.bodyText();
                if (!seen.add(body)) {
                    seenTwice.add(body);
                }
                exchange.ok("ok");
                exchange.hangUp();
            })
            .start();

    ClosedAfterResponseIT(PoolKind kind) {
        this.kind = kind;
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private int post(PoolInUse pool, int number) {
        HttpPost request = new HttpPost(server.uri("/orders"));
        request.setEntity(new StringEntity("order " + number, ContentType.TEXT_PLAIN));
        try {
            return pool.client().execute(request, response -> response.getCode());
        } catch (IOException e) {
            return 0; // lost to the race
        }
    }

    private static boolean hasLearned(PoolInUse pool) {
        return pool.snapshot().routes().stream()
                .anyMatch(route -> route.learnedKeepAlive().equals(java.util.Optional.of(Duration.ZERO)));
    }

    @Test
    void isLearnedAfterAFewSoThatNoFurtherRequestIsLostAndNoneIsSentTwice() throws IOException {
        try (PoolInUse pool = kind.build(PatientPool.builder("shop"))) {
            int number = 0;
            while (number < 100 && !hasLearned(pool)) {
                post(pool, number++);
                if (number % 2 == 0) { // by turns at once, and after the server has closed
                    PoolCall.awaitUntil(() -> server.open() == 0);
                }
            }
            assertThat(number).isLessThan(30);

            for (int i = 0; i < 50; i++) {
                assertThat(post(pool, number++)).isEqualTo(200);
            }
            List<Finding> findings = pool.pool().diagnose().findings();

            assertThat(seenTwice).isEmpty();
            assertThat(findings)
                    .extracting(Finding::what)
                    .containsExactly("The server closes connections right after a response, without announcing it by"
                            + " Connection: close.");
            assertThat(findings.get(0).advice()).contains("reuse(ReusePolicy.SAFE)");
        }
    }
}
