package dev.weir.lease;

import static dev.weir.testpool.ClientCalls.assertAtRest;
import static dev.weir.testpool.ClientCalls.get;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.weir.HttpPool;
import dev.weir.testserver.LoopbackServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

class VirtualThreadsIT {

    // The tests are compiled for Java 17, which has none.
    private static ExecutorService virtualThreads() throws ReflectiveOperationException {
        return (ExecutorService)
                Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null);
    }

    @Test
    void shareAPoolByTheThousand() throws Exception {
        assumeTrue(Runtime.version().feature() >= 21, "this JDK has no virtual threads");
        ExecutorService threads = virtualThreads();
        try (LoopbackServer server = LoopbackServer.http()
                        .handler(
                                exchange -> exchange.delay(Duration.ofMillis(5)).ok("ok"))
                        .start();
                HttpPool pool = HttpPool.builder("test")
                        .maxTotal(20)
                        .timeouts(timeouts -> timeouts.poolWait(Duration.ofSeconds(30))
                                .connect(Duration.ofSeconds(31))
                                .read(Duration.ofSeconds(32)))
                        .build()) {
            Callable<String> call = () -> get(pool.client(), server.uri("/"));
            List<Future<String>> answers = new ArrayList<>();
            for (int i = 0; i < 1_000; i++) {
                answers.add(threads.submit(call));
            }

            for (Future<String> answer : answers) {
                assertThat(answer.get()).isEqualTo("200 ok");
            }
            assertThat(server.accepted()).isLessThanOrEqualTo(20);
            assertThat(server.requests()).isEqualTo(1_000);
            assertAtRest(pool);
        } finally {
            threads.shutdownNow();
        }
    }
}
