package dev.weir.spring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.event.ConnectionSnapshot;
import dev.weir.testserver.Handler;
import dev.weir.testserver.LoopbackServer;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.event.ContextClosedEvent;
import org.springframework.http.client.ClientHttpResponse;
import org.springframework.scheduling.concurrent.ExecutorConfigurationSupport;
import org.springframework.web.client.RestClient;

class PoolLifecycleIT {

    private final LoopbackServer server =
            LoopbackServer.http().handler(Handler.ok("hello")).start();

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void letsARequestUnderWayFinishWhileTheContextCloses() throws Exception {
        CountDownLatch arrived = new CountDownLatch(1);
        CountDownLatch closing = new CountDownLatch(1);
        server.handler(exchange -> {
            arrived.countDown();
            exchange.await(closing).ok("finished");
        });
        ConfigurableApplicationContext context = BootApp.with().start();
        context.addApplicationListener(event -> {
            if (event instanceof ContextClosedEvent) {
                closing.countDown();
            }
        });
        RestClient client = BootApp.restClient(context);
        CompletableFuture<String> answer = CompletableFuture.supplyAsync(() -> get(client));
        assertThat(arrived.await(10, TimeUnit.SECONDS)).isTrue();

        context.close();

        assertThat(answer.get(10, TimeUnit.SECONDS)).isEqualTo("finished");
    }

    @Test
    void doesNotWaitForLongForAResponseThatNobodyCloses() {
        server.handler(exchange -> exchange.ok("x".repeat(100_000)));
        ConfigurableApplicationContext context =
                BootApp.with().start("spring.lifecycle.timeout-per-shutdown-phase=10m");
        BootApp.restClient(context).get().uri(server.uri("/")).exchange((request, response) -> response, false);

        assertThat(CompletableFuture.runAsync(context::close)).succeedsWithin(Duration.ofMinutes(2));
    }

    @Test
    void seesWhetherARequestGetsOn() {
        CountDownLatch arrived = new CountDownLatch(1);
        CountDownLatch answer = new CountDownLatch(1);
        server.handler(exchange -> {
            arrived.countDown();
            exchange.await(answer).ok("x".repeat(100_000));
        });
        BootApp.run(context -> {
            RestClient client = BootApp.restClient(context);
            CompletableFuture<ClientHttpResponse> response = CompletableFuture.supplyAsync(
                    () -> client.get().uri(server.uri("/")).exchange((request, body) -> body, false));
            Site.await(() -> arrived.getCount() == 0 && connection(context).isAwaitingResponse());
            long before = connection(context).bytesMoved();

            answer.countDown();
            ClientHttpResponse open = response.join();
            assertThat(connection(context).isAwaitingResponse()).isFalse();
            assertThat(connection(context).bytesMoved()).isGreaterThan(before);
            open.close();
        });
    }

    private static ConnectionSnapshot connection(ConfigurableApplicationContext context) {
        return context.getBean(HttpPools.class)
                .find("default")
                .orElseThrow()
                .snapshot()
                .routes()
                .get(0)
                .connections()
                .get(0);
    }

    @Test
    void goesOnAfterAPause() {
        BootApp.run(context -> {
            RestClient client = BootApp.restClient(context);
            get(client);

            context.stop();
            server.awaitOpen(0, Duration.ofSeconds(5));
            context.start();

            assertThat(get(client)).isEqualTo("hello");
        });
    }

    @Test
    void stopsAfterTheExecutors() {
        BootApp.run(context -> assertThat(context.getBean(PoolLifecycle.class).getPhase())
                .isLessThan(ExecutorConfigurationSupport.DEFAULT_PHASE)
                .isGreaterThan(0));
    }

    private String get(RestClient client) {
        return String.valueOf(client.get().uri(server.uri("/")).retrieve().body(String.class));
    }
}
