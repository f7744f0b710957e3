package dev.weir.spring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.event.ConnectionSnapshot;
import dev.weir.testserver.Handler;
import dev.weir.testserver.LoopbackServer;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.slf4j.event.SubstituteLoggingEvent;
import org.slf4j.helpers.MessageFormatter;
import org.slf4j.helpers.SubstituteLogger;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.event.ContextClosedEvent;
import org.springframework.http.client.ClientHttpResponse;
import org.springframework.scheduling.concurrent.ExecutorConfigurationSupport;
import org.springframework.web.client.RestClient;

class PoolLifecycleIT {

    private final LoopbackServer server =
            LoopbackServer.http().handler(Handler.ok("hello")).start();

    // Not the common pool, which may have a single thread.
    private final ExecutorService callers = Executors.newCachedThreadPool();

    private final Queue<SubstituteLoggingEvent> log = new ConcurrentLinkedQueue<>();

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
    void doesNotWaitLongForAResponseThatIsNotClosed() {
        server.handler(exchange -> exchange.ok("x".repeat(100_000)));
        ConfigurableApplicationContext context =
                BootApp.with().start("spring.lifecycle.timeout-per-shutdown-phase=10m");
        BootApp.restClient(context).get().uri(server.uri("/")).exchange((request, response) -> response, false);

        assertThat(CompletableFuture.runAsync(context::close, callers)).succeedsWithin(Duration.ofMinutes(2));
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
                    () -> client.get().uri(server.uri("/")).exchange((request, body) -> body, false), callers);
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
            server.awaitOpen(0, Duration.ofSeconds(20));
            context.start();

            assertThat(get(client)).isEqualTo("hello");
        });
    }

    @Test
    void saysWhomItWaitsForAndNoMoreOnceTheyHaveFinished() {
        CountDownLatch arrived = new CountDownLatch(1);
        CountDownLatch answer = new CountDownLatch(1);
        server.handler(exchange -> {
            arrived.countDown();
            exchange.await(answer).ok("finished");
        });
        BootApp.run(context -> {
            RestClient client = BootApp.restClient(context);
            CompletableFuture<String> request = CompletableFuture.supplyAsync(() -> get(client), callers);
            Site.await(() -> arrived.getCount() == 0);

            CompletableFuture<Void> stop = stop(context, Duration.ofMinutes(1));
            Site.await(() -> !log.isEmpty());
            answer.countDown();

            assertThat(stop).succeedsWithin(Duration.ofSeconds(20));
            assertThat(request).succeedsWithin(Duration.ofSeconds(20)).isEqualTo("finished");
            assertThat(lines())
                    .containsExactly(
                            "INFO Requests under way may finish within 60000 ms: default: 1 to " + server.origin());
        });
    }

    @Test
    void warnsOfRequestsThatItCutsOff() {
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
            Site.await(() -> arrived.getCount() == 0);

            assertThat(stop(context, Duration.ofMillis(50))).succeedsWithin(Duration.ofSeconds(20));

            assertThat(requests).noneMatch(CompletableFuture::isDone);
            assertThat(lines())
                    .containsExactly(
                            "INFO Requests under way may finish within 50 ms: default: 2 to " + server.origin(),
                            "WARN Not waiting any longer for requests under way, which end with their pools: default: 2 to "
                                    + server.origin());
            never.countDown(); // or the context waits for them
        });
    }

    @Test
    void isSilentWhereNoCallIsAwaited() {
        BootApp.run(context -> {
            get(BootApp.restClient(context));

            assertThat(stop(context, Duration.ofMinutes(1))).succeedsWithin(Duration.ofSeconds(20));

            assertThat(lines()).isEmpty();
        });
    }

    private CompletableFuture<Void> stop(ConfigurableApplicationContext context, Duration longest) {
        SubstituteLogger recording = new SubstituteLogger("recording", log, false);
        PoolLifecycle lifecycle =
                new PoolLifecycle(context.getBean(HttpPools.class), () -> longest, () -> {}, recording);
        return CompletableFuture.runAsync(lifecycle::stop, callers);
    }

    private List<String> lines() {
        return log.stream()
                .map(event -> event.getLevel() + " "
                        + MessageFormatter.arrayFormat(event.getMessage(), event.getArgumentArray())
                                .getMessage())
                .toList();
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
