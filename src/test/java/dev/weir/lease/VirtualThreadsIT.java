package dev.weir.lease;

import static dev.weir.testpool.ClientCalls.assertAtRest;
import static dev.weir.testpool.ClientCalls.get;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.weir.AsyncHttpPool;
import dev.weir.HttpPool;
import dev.weir.ManagedPool;
import dev.weir.testpool.PoolBooks;
import dev.weir.testpool.PoolCall;
import dev.weir.testpool.PoolFetch;
import dev.weir.testserver.Http2Server;
import dev.weir.testserver.LoopbackServer;
import dev.weir.testserver.TestCertificates;
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
    void shareHttp2ConnectionsByTheThousand() throws Exception {
        assumeTrue(Runtime.version().feature() >= 21, "this JDK has no virtual threads");
        int callers = 2_000;
        ExecutorService threads = virtualThreads();
        try (Http2Server server = Http2Server.allowing(100);
                AsyncHttpPool pool = HttpPool.builder("test")
                        .sslContext(TestCertificates.trusted().clientContext())
                        .maxPending(callers)
                        .timeouts(timeouts -> timeouts.poolWait(Duration.ofSeconds(30))
                                .connect(Duration.ofSeconds(31))
                                .read(Duration.ofSeconds(32)))
                        .buildAsync()) {
            List<Future<String>> answers = new ArrayList<>();
            for (int i = 0; i < callers; i++) {
                answers.add(threads.submit(() -> PoolFetch.get(pool.blockingClient(), server.uri() + "/held")));
            }
            PoolCall.awaitUntil(() -> server.held() == callers);
            server.release();

            for (Future<String> answer : answers) {
                assertThat(answer.get()).isEqualTo("/held/");
            }
            assertThat(server.accepted()).isEqualTo(callers / 100);
            assertThat(server.requests()).isEqualTo(callers);
            PoolBooks.atRest((ManagedPool) pool);
        } finally {
            threads.shutdownNow();
        }
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
