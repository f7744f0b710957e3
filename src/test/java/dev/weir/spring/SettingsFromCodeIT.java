package dev.weir.spring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.ManagedPool;
import dev.weir.testserver.Handler;
import dev.weir.testserver.LoopbackServer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Collection;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.http.client.ClientHttpRequestFactoryBuilder;
import org.springframework.boot.http.client.HttpClientSettings;
import org.springframework.boot.http.client.reactive.ClientHttpConnectorBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.http.HttpMethod;
import org.springframework.http.client.ClientHttpResponse;
import org.springframework.web.client.RestClient;
import org.springframework.web.reactive.function.client.WebClient;
import reactor.core.publisher.Mono;

/** Clients with timeouts from code, of which an application may build one for each request. */
class SettingsFromCodeIT {

    private static final int ENOUGH = PassingPools.MOST + 20;

    private final LoopbackServer server =
            LoopbackServer.http().handler(Handler.ok("hello")).start();

    @AfterEach
    void stop() {
        server.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"http-1-1", "negotiate"})
    void leaveFewPoolsAndConnectionsHoweverManyTimeoutsThereAre(String protocol) {
        BootApp.run(
                context -> {
                    for (int i = 1; i <= ENOUGH; i++) {
                        assertThat(get(client(context, i))).isEqualTo("hello");
                    }

                    assertThat(pools(context)).hasSizeLessThanOrEqualTo(PassingPools.MOST);
                    server.awaitOpen(pools(context).size(), Duration.ofSeconds(20));
                },
                "weir.defaults.protocol=" + protocol);
    }

    @Test
    void leaveFewPoolsOfWebClientsToo() {
        BootApp.run(context -> {
            for (int i = 1; i <= ENOUGH; i++) {
                assertThat(exchange(webClient(context, i)).block(Duration.ofSeconds(60)))
                        .isEqualTo("hello");
            }

            assertThat(pools(context)).hasSizeLessThanOrEqualTo(PassingPools.MOST);
        });
    }

    @Test
    void shareTheConnectionOfThoseWithTheSame() {
        BootApp.run(context -> {
            for (int i = 1; i <= 20; i++) {
                get(client(context, 7));
            }

            assertThat(server.accepted()).isEqualTo(1);
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"http-1-1", "negotiate"})
    void goOnWithAnotherPoolAfterTheirsWasClosed(String protocol) {
        BootApp.run(
                context -> {
                    RestClient early = client(context, 9_999);
                    get(early);
                    ManagedPool first = pools(context).iterator().next();
                    others(context);

                    String answer = get(early);

                    assertThat(first.isOpen()).isFalse();
                    assertThat(answer).isEqualTo("hello");
                },
                "weir.defaults.protocol=" + protocol);
    }

    @Test
    void settingsOfAWebClientGoOnWithAnotherPoolAfterTheirsWasClosed() {
        BootApp.run(context -> {
            Mono<String> early = exchange(webClient(context, 9_999));
            early.block(Duration.ofSeconds(60));
            ManagedPool first = pools(context).iterator().next();
            for (int i = 1; i <= ENOUGH; i++) {
                exchange(webClient(context, i)).block(Duration.ofSeconds(60));
            }

            String answer = early.block(Duration.ofSeconds(60));

            assertThat(first.isOpen()).isFalse();
            assertThat(answer).isEqualTo("hello");
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"http-1-1", "negotiate"})
    void keepTheirPoolWhileAResponseIsRead(String protocol) throws IOException {
        String large = "x".repeat(1_000_000);
        server.handler(exchange -> exchange.ok(exchange.target().equals("/large") ? large : "hello"));
        try (ConfigurableApplicationContext context = BootApp.with().start("weir.defaults.protocol=" + protocol)) {
            ClientHttpResponse reading = factory(context)
                    .build(settings(9_999))
                    .createRequest(server.uri("/large"), HttpMethod.GET)
                    .execute();
            others(context);

            String text = new String(reading.getBody().readAllBytes(), StandardCharsets.UTF_8);

            assertThat(text).isEqualTo(large);
            reading.close();
        }
    }

    @Test
    void settingsFromPropertiesAreNotSettingsFromCode() {
        BootApp.run(
                context -> {
                    get(BootApp.restClient(context));
                    others(context);

                    assertThat(context.getBean(HttpPools.class).find("default"))
                            .map(ManagedPool::isOpen)
                            .hasValue(true);
                },
                "spring.http.clients.read-timeout=40s");
    }

    private void others(ConfigurableApplicationContext context) {
        for (int i = 1; i <= ENOUGH; i++) {
            get(client(context, i));
        }
    }

    private static Collection<ManagedPool> pools(ConfigurableApplicationContext context) {
        return context.getBean(HttpPools.class).pools();
    }

    private static HttpClientSettings settings(int number) {
        // Long enough for a busy machine.
        return HttpClientSettings.defaults()
                .withConnectTimeout(Duration.ofSeconds(30))
                .withReadTimeout(Duration.ofSeconds(60).plusMillis(number));
    }

    private static ClientHttpRequestFactoryBuilder<?> factory(ConfigurableApplicationContext context) {
        return context.getBean(ClientHttpRequestFactoryBuilder.class);
    }

    private static RestClient client(ConfigurableApplicationContext context, int number) {
        return RestClient.builder()
                .requestFactory(factory(context).build(settings(number)))
                .build();
    }

    private static WebClient webClient(ConfigurableApplicationContext context, int number) {
        return WebClient.builder()
                .clientConnector(
                        context.getBean(ClientHttpConnectorBuilder.class).build(settings(number)))
                .build();
    }

    private String get(RestClient client) {
        return String.valueOf(client.get().uri(server.uri("/")).retrieve().body(String.class));
    }

    private Mono<String> exchange(WebClient client) {
        return client.get().uri(server.uri("/")).retrieve().bodyToMono(String.class);
    }
}
