package dev.weir.spring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.event.PoolSnapshot;
import dev.weir.testpool.PoolCall;
import dev.weir.testserver.Handler;
import dev.weir.testserver.LoopbackServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.slf4j.event.SubstituteLoggingEvent;
import org.slf4j.helpers.MessageFormatter;
import org.slf4j.helpers.SubstituteLogger;
import org.springframework.boot.http.client.HttpClientSettings;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.web.reactive.function.client.WebClient;

/** Connections that are opened when an application starts. */
class WarmUpIT {

    private final LoopbackServer server =
            LoopbackServer.http().handler(Handler.ok("hello")).start();

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void areThereBeforeTheFirstRequest() {
        BootApp.run(
                context -> {
                    assertThat(pool(context, "default").idle()).isEqualTo(3);
                    assertThat(server.requests()).isZero();

                    BootApp.restClient(context)
                            .get()
                            .uri(server.uri("/"))
                            .retrieve()
                            .toBodilessEntity();

                    server.awaitAccepted(3, PoolCall.PATIENCE);
                    assertThat(server.accepted()).isEqualTo(3);
                },
                "weir.defaults.warm-up.targets=" + server.origin(),
                "weir.defaults.warm-up.connections=3");
    }

    @Test
    void areThoseOfThePoolThatNamesThem() {
        BootApp.run(
                context -> {
                    assertThat(pool(context, "payments").idle()).isEqualTo(2);
                    assertThat(context.getBean(HttpPools.class).pools()).hasSize(1);
                },
                "weir.pools.payments.warm-up.targets=" + server.origin(),
                "weir.defaults.warm-up.connections=2");
    }

    @Test
    void letAnApplicationStartThatMissesThem() {
        BootApp.run(
                context -> assertThat(pool(context, "payments").idle()).isZero(),
                "weir.pools.payments.warm-up.targets=" + nobody());
    }

    @Test
    void areMissedByNoApplicationThatRequiresThem() {
        String text = BootApp.with()
                .failure("weir.defaults.warm-up.targets=" + nobody(), "weir.defaults.warm-up.required=true");

        assertThat(text)
                .contains("Pool 'default': 0 of 1 connections to http://localhost:")
                .endsWith(". weir.defaults.warm-up.required=true keeps the application from starting");
    }

    @Test
    void areNotMoreThanThePoolMayHave() {
        String text = BootApp.with()
                .failure(
                        "weir.pools.payments.warm-up.targets=" + server.origin(),
                        "weir.pools.payments.warm-up.connections=500");

        assertThat(text)
                .isEqualTo("weir.pools.payments.warm-up cannot be done: Pool 'payments': warmUp(\"" + server.origin()
                        + "\", 500) must not exceed maxTotal (100), but was 500: those above it would be closed again"
                        + " at once; 100 would pass");
    }

    @Test
    void warmUpNeedsATarget() {
        String text = BootApp.with().failure("weir.pools.payments.warm-up.targets=recs");

        assertThat(text)
                .startsWith("weir.pools.payments.warm-up cannot be done: ")
                .contains("recs");
    }

    @Test
    void areThoseOfPoolsThatMaySpeakHttp2() {
        BootApp.run(
                context -> assertThat(pool(context, "default").idle()).isEqualTo(2),
                "weir.defaults.warm-up.targets=" + server.origin(),
                "weir.defaults.warm-up.connections=2",
                "weir.defaults.protocol=negotiate");
    }

    @Test
    void areThoseOfWebClientIfThatIsMeant() {
        BootApp.run(
                context -> {
                    context.getBean(WebClient.Builder.class)
                            .build()
                            .get()
                            .uri(server.uri("/"))
                            .retrieve()
                            .toBodilessEntity()
                            .block();

                    assertThat(server.accepted()).isEqualTo(1);
                    assertThat(context.getBean(HttpPools.class).pools()).hasSize(1);
                },
                "weir.defaults.warm-up.targets=" + server.origin(),
                "weir.defaults.warm-up.reactive=true");
    }

    @Test
    void warmedUpConnectionsAreLogged() {
        Queue<SubstituteLoggingEvent> log = new ArrayDeque<>();
        String[] properties = {"weir.pools.payments.warm-up.targets=" + server.origin() + "," + nobody()};

        BootApp.run(
                context -> new WarmUps(
                                context.getBean(HttpPools.class),
                                new SetProperties(context.getEnvironment()),
                                name -> HttpClientSettings.defaults(),
                                new SubstituteLogger("recording", log, false))
                        .run(),
                properties);

        assertThat(lines(log)).hasSize(2);
        assertThat(lines(log).get(0))
                .matches("INFO Pool 'payments' has a connection open before the first request to " + server.origin()
                        + ", after \\d+ ms");
        assertThat(lines(log).get(1))
                .startsWith(
                        "WARN The warm-up of weir.pools.payments.warm-up failed; its requests open their connections"
                                + " themselves. Pool 'payments': 0 of 1 connections to http://localhost:")
                .endsWith(". weir.pools.payments.warm-up.required=true would keep the application from starting");
    }

    private static List<String> lines(Queue<SubstituteLoggingEvent> log) {
        return log.stream()
                .map(event -> event.getLevel() + " "
                        + MessageFormatter.arrayFormat(event.getMessage(), event.getArgumentArray())
                                .getMessage())
                .toList();
    }

    private static PoolSnapshot pool(ConfigurableApplicationContext context, String name) {
        return context.getBean(HttpPools.class).find(name).orElseThrow().snapshot();
    }

    private static String nobody() {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return "http://localhost:" + socket.getLocalPort();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}
