package dev.weir.spring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.ManagedPool;
import dev.weir.testserver.Handler;
import dev.weir.testserver.LoopbackServer;
import dev.weir.testserver.TestCertificates;
import java.io.IOException;
import java.lang.ref.Reference;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.http.client.ClientHttpRequestFactoryBuilder;
import org.springframework.boot.http.client.HttpClientSettings;
import org.springframework.boot.http.client.reactive.ClientHttpConnectorBuilder;
import org.springframework.boot.ssl.SslBundle;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.http.HttpMethod;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.ReactiveHttpOutputMessage;
import org.springframework.http.client.ClientHttpRequest;
import org.springframework.http.client.ClientHttpRequestFactory;
import org.springframework.http.client.ClientHttpResponse;
import org.springframework.http.client.reactive.ClientHttpConnector;
import org.springframework.web.client.RestClient;
import org.springframework.web.reactive.function.client.WebClient;
import reactor.core.publisher.Mono;

/** Pools of SSL bundles without a name go with their clients, and not before. */
class UnnamedBundlesIT {

    private final LoopbackServer server = LoopbackServer.https(TestCertificates.trusted())
            .handler(Handler.ok("secret"))
            .start();

    @AfterEach
    void stop() {
        server.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"http-1-1", "negotiate"})
    @Tag("slow")
    void areFewHoweverManyClientsCameAndWent(String protocol) {
        BootApp.run(
                context -> {
                    for (int i = 1; i <= 100; i++) {
                        assertThat(get(client(context))).isEqualTo("secret");
                        if (i % 10 == 0) {
                            System.gc();
                        }
                    }

                    Site.await(() -> hasAtMost(2, context));
                },
                "weir.defaults.protocol=" + protocol);
    }

    @Test
    @Tag("slow")
    void areFewHoweverManyWebClientsCameAndWent() {
        BootApp.run(context -> {
            for (int i = 1; i <= 40; i++) {
                assertThat(exchange(context).block(Duration.ofSeconds(10))).isEqualTo("secret");
                if (i % 10 == 0) {
                    System.gc();
                }
            }

            Site.await(() -> hasAtMost(2, context));
        });
    }

    @Test
    void stayWithAClient() {
        BootApp.run(context -> {
            RestClient client = client(context);
            get(client);
            Site.await(othersGo(context, 1));

            get(client);

            assertThat(pools(context)).extracting(ManagedPool::name).contains("default");
            assertThat(pool(context, "default").snapshot().idle()).isEqualTo(1);
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"http-1-1", "negotiate"})
    void stayForARequestThatIsYetToBeSent(String protocol) {
        BootApp.run(
                context -> {
                    ClientHttpRequest request = request(context);
                    Site.await(othersGo(context, 1));

                    assertThat(body(request)).isEqualTo("secret");
                },
                "weir.defaults.protocol=" + protocol);
    }

    @Test
    void stayForARequestWithoutASubscriberYet() {
        BootApp.run(context -> {
            Mono<HttpStatusCode> request = connector(context)
                    .connect(HttpMethod.GET, server.uri("/"), ReactiveHttpOutputMessage::setComplete)
                    .map(reactive -> reactive.getStatusCode());
            Site.await(othersGo(context, 1));

            assertThat(request.block(Duration.ofSeconds(10))).isEqualTo(HttpStatusCode.valueOf(200));
        });
    }

    @Test
    void stayForAResponseThatIsBeingRead() {
        server.handler(exchange -> exchange.ok("x".repeat(1_000_000)));
        BootApp.run(context -> {
            ClientHttpResponse response = sent(request(context));
            Site.await(othersGo(context, 1));

            assertThat(text(response)).hasSize(1_000_000);
        });
    }

    /** Makes clients that go again, until there is no pool but theirs and those that must stay. */
    private BooleanSupplier othersGo(ConfigurableApplicationContext context, int staying) {
        for (int i = 0; i < 3; i++) {
            get(client(context));
        }
        return () -> hasAtMost(staying + 1, context);
    }

    private boolean hasAtMost(int count, ConfigurableApplicationContext context) {
        System.gc();
        get(client(context));
        return pools(context).size() <= count;
    }

    private static List<ManagedPool> pools(ConfigurableApplicationContext context) {
        return List.copyOf(context.getBean(HttpPools.class).pools());
    }

    private static ManagedPool pool(ConfigurableApplicationContext context, String name) {
        return context.getBean(HttpPools.class).find(name).orElseThrow();
    }

    private static HttpClientSettings settings() {
        SslBundle bundle = BootSettingsIT.bundle(TestCertificates.trusted());
        return HttpClientSettings.ofSslBundle(bundle);
    }

    private static ClientHttpRequestFactory requestFactory(ConfigurableApplicationContext context) {
        return context.getBean(ClientHttpRequestFactoryBuilder.class).build(settings());
    }

    private static RestClient client(ConfigurableApplicationContext context) {
        return RestClient.builder().requestFactory(requestFactory(context)).build();
    }

    private String get(RestClient client) {
        try {
            return String.valueOf(client.get().uri(server.uri("/")).retrieve().body(String.class));
        } finally {
            Reference.reachabilityFence(client);
        }
    }

    private Mono<String> exchange(ConfigurableApplicationContext context) {
        return WebClient.builder()
                .clientConnector(connector(context))
                .build()
                .get()
                .uri(server.uri("/"))
                .retrieve()
                .bodyToMono(String.class);
    }

    private static ClientHttpConnector connector(ConfigurableApplicationContext context) {
        return context.getBean(ClientHttpConnectorBuilder.class).build(settings());
    }

    private ClientHttpRequest request(ConfigurableApplicationContext context) {
        try {
            return requestFactory(context).createRequest(server.uri("/"), HttpMethod.GET);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static String body(ClientHttpRequest request) {
        return text(sent(request));
    }

    private static ClientHttpResponse sent(ClientHttpRequest request) {
        try {
            return request.execute();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static String text(ClientHttpResponse response) {
        try (response) {
            return new String(response.getBody().readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}
