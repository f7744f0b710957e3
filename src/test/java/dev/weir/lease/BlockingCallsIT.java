package dev.weir.lease;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.AsyncHttpPool;
import dev.weir.HttpPool;
import dev.weir.event.PoolSnapshot;
import dev.weir.testserver.Handler;
import dev.weir.testserver.LoopbackServer;
import java.time.Duration;
import org.apache.hc.client5.http.classic.methods.HttpGet;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.junit.jupiter.api.AfterEach;
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
}
