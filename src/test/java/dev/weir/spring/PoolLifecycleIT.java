package dev.weir.spring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.testserver.Handler;
import dev.weir.testserver.LoopbackServer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
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

    // Not the common pool, which may have a single thread.
    private final ExecutorService callers = Executors.newCachedThreadPool();

    @AfterEach
    void stop() {
        callers.shutdownNow();
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
        CompletableFuture<String> answer = CompletableFuture.supplyAsync(() -> get(client), callers);
        assertThat(arrived.await(30, TimeUnit.SECONDS)).isTrue();

        context.close();

        assertThat(answer.get(30, TimeUnit.SECONDS)).isEqualTo("finished");
    }

    @Test
    void goesOnAfterAPause() {
        BootApp.run(context -> {
            RestClient client = BootApp.restClient(context);
            get(client);

            context.stop();
            server.awaitOpen(0, Duration.ofSeconds(20));
            context.start();

            assertThat(get(client)).isEqualTo("hello");
        });
    }

    @Test
    void waitsNoLongerThanItMay() {
        CountDownLatch arrived = new CountDownLatch(2);
        CountDownLatch never = new CountDownLatch(1);
        server.handler(exchange -> {
            arrived.countDown();
            exchange.await(never).ok("late");
        });
        BootApp.run(context -> {
            RestClient client = BootApp.restClient(context);
            List<CompletableFuture<String>> requests = List.of(
                    CompletableFuture.supplyAsync(() -> get(client), callers),
                    CompletableFuture.supplyAsync(() -> get(client), callers));
            BootApp.await(() -> arrived.getCount() == 0);

            assertThat(stop(context, Duration.ofMillis(50))).succeedsWithin(Duration.ofSeconds(20));

            assertThat(requests).noneMatch(CompletableFuture::isDone);
            never.countDown(); // or the context waits for them
        });
    }

    private CompletableFuture<Void> stop(ConfigurableApplicationContext context, Duration longest) {
        PoolLifecycle lifecycle = new PoolLifecycle(context.getBean(HttpPools.class), () -> longest);
        return CompletableFuture.runAsync(lifecycle::stop, callers);
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
