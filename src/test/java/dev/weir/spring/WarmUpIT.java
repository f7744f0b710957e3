package dev.weir.spring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.event.PoolSnapshot;
import dev.weir.testserver.Handler;
import dev.weir.testserver.LoopbackServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.context.ConfigurableApplicationContext;

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
                        + "\", 500) must not exceed maxTotal (100), but was 500: what is above it would be closed again at once; 100"
                        + " would pass");
    }

    @Test
    void needATarget() {
        String text = BootApp.with().failure("weir.pools.payments.warm-up.targets=recs");

        assertThat(text)
                .startsWith("weir.pools.payments.warm-up cannot be done: ")
                .contains("recs");
    }

    @Test
    void areNoneOfPoolsThatSpeakHttp2() {
        String text = BootApp.with()
                .failure("weir.pools.payments.warm-up.targets=https://recs:8443", "weir.defaults.protocol=negotiate");

        assertThat(text).startsWith("weir.pools.payments.warm-up.targets is for pools of HTTP/1.1, but ");
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
