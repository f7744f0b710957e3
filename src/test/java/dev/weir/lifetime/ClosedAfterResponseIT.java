package dev.weir.lifetime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.ManagedPool;
import dev.weir.diagnosis.Finding;
import dev.weir.testpool.ClientKind;
import dev.weir.testpool.PatientPool;
import dev.weir.testpool.PoolCall;
import dev.weir.testpool.PoolCaller;
import dev.weir.testserver.LoopbackServer;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hc.client5.http.protocol.HttpClientContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A server closes each connection after its response, and does not say so. */
@Timeout(60)
class ClosedAfterResponseIT {

    private final Set<String> seen = ConcurrentHashMap.newKeySet();
    private final Set<String> seenTwice = ConcurrentHashMap.newKeySet();
    private final LoopbackServer server = LoopbackServer.http()
            .handler(exchange -> {
                if (!seen.add(exchange.target())) {
                    seenTwice.add(exchange.target());
                }
                exchange.ok("ok");
                exchange.hangUp();
            })
            .start();

    @AfterEach
    void stop() {
        server.close();
    }

    private boolean isAnswered(ClientKind.Call call, int number) {
        try {
            String answer = call.send("POST", server.origin() + "/orders/" + number, HttpClientContext.create());
            return answer.equals("200 ok");
        } catch (IOException e) {
            return false; // lost to the race
        }
    }

    private static boolean hasLearned(ManagedPool pool) {
        return pool.snapshot().routes().stream()
                .anyMatch(route -> route.learnedKeepAlive().equals(Optional.of(Duration.ZERO)));
    }

    @ParameterizedTest
    @EnumSource(names = {"BLOCKING", "ASYNC", "BLOCKING_CLIENT"})
    void isLearnedAfterAFewSoThatNoFurtherRequestIsLostAndNoneIsSentTwice(ClientKind kind) throws IOException {
        try (PoolCaller pool = kind.open(PatientPool.builder("shop"))) {
            int number = 0;
            while (number < 100 && !hasLearned(pool.pool())) {
                isAnswered(pool.call(), number++);
                if (number % 2 == 0) { // by turns at once, and after the server has closed
                    PoolCall.awaitUntil(() -> server.open() == 0);
                }
            }
            assertThat(number).isLessThan(60);

            for (int i = 0; i < 50; i++) {
                assertThat(isAnswered(pool.call(), number++)).isTrue();
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
