package dev.weir.lease;

import static dev.weir.testpool.ClientCalls.get;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.weir.AsyncHttpPool;
import dev.weir.HttpPool;
import dev.weir.event.PoolSnapshot;
import dev.weir.testpool.ClientCalls;
import dev.weir.testserver.Handler;
import dev.weir.testserver.LoopbackServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.hc.client5.http.classic.methods.HttpGet;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/** Blocking clients on a thread that Reactor marks as non-blocking. */
class BlockingCallsIT {

    private final LoopbackServer server =
            LoopbackServer.http().handler(Handler.ok("hello")).start();

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void theClientOfAPoolIsRefusedAndLosesNothing() {
        try (HttpPool pool = HttpPool.builder("shop").build()) {
            assertRefused(pool.client());

            assertAtRest(pool.snapshot());
        }
    }

    @Test
    void theBlockingClientOfAnAsynchronousPoolIsRefused() {
        try (AsyncHttpPool pool = HttpPool.builder("shop").buildAsync()) {
            assertRefused(pool.blockingClient());

            assertAtRest(pool.snapshot());
        }
    }

    private void assertRefused(CloseableHttpClient client) {
        Mono<Integer> call = Mono.fromCallable(
                        () -> client.execute(new HttpGet(server.uri("/")), response -> response.getCode()))
                .subscribeOn(Schedulers.parallel());

        assertThatThrownBy(() -> call.block(Duration.ofSeconds(30)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("Reactor marks it as NonBlocking");
        assertThat(server.accepted()).isZero();
    }

    private static void assertAtRest(PoolSnapshot now) {
        assertThat(now.leased() + now.idle() + now.pending() + now.dialing()).isZero();
    }

    @Nested
    class VirtualThreads {
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
                            .handler(exchange ->
                                    exchange.delay(Duration.ofMillis(5)).ok("ok"))
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
                ClientCalls.assertAtRest(pool);
            } finally {
                threads.shutdownNow();
            }
        }
    }
}
