package dev.weir.spring;

import static org.assertj.core.api.Assertions.assertThat;

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
