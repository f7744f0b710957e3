package dev.weir.spring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.HttpPool;
import dev.weir.testserver.Handler;
import dev.weir.testserver.LoopbackServer;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.observation.ObservationHandler;
import io.micrometer.observation.ObservationRegistry;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.HttpStatus;
import org.springframework.http.client.ClientHttpRequestFactory;
import org.springframework.http.client.HttpComponentsClientHttpRequestFactory;
import org.springframework.http.client.JdkClientHttpRequestFactory;
import org.springframework.http.client.reactive.JdkClientHttpConnector;
import org.springframework.mock.http.client.MockClientHttpRequest;
import org.springframework.mock.http.client.MockClientHttpResponse;
import org.springframework.web.client.RestClient;
import org.springframework.web.client.RestTemplate;
import org.springframework.web.reactive.function.client.ClientResponse;
import org.springframework.web.reactive.function.client.WebClient;
import reactor.core.publisher.Mono;

/** Clients that no bean shows, found by the observations of their requests. */
class ObservedBypassIT {

    private final LoopbackServer server =
            LoopbackServer.http().handler(Handler.ok("hello")).start();

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void areNamedByTheLineThatMakesTheirRequests() {
        app().test(context -> {
            get(observed(context, new JdkClientHttpRequestFactory()));

            assertThat(bypasses(context))
                    .singleElement()
                    .asString()
                    .startsWith("A RestClient or RestTemplate makes requests to " + server.origin()
                            + " without a pool of Weir, with the JDK's HttpClient, at dev.weir.spring.ObservedBypassIT.get("
                            + "ObservedBypassIT.java:")
                    .endsWith(
                            "). Build it with the injected RestClient.Builder or RestTemplateBuilder, without a request"
                                    + " factory of its own; weir.adopt=false ends this warning");
        });
    }

    @Test
    void areNamedOnceForEachLine() {
        app().test(context -> {
            RestTemplate template = template(context);
            for (String host : List.of("127.0.0.1", "localhost")) {
                template.getForObject("http://" + host + ":" + server.uri("/").getPort() + "/", String.class);
            }

            assertThat(bypasses(context)).singleElement().asString().contains("http://127.0.0.1:");
        });
    }

    @Test
    void areNamedOnceForEachHost() {
        app().test(context -> {
            get(observed(context, new JdkClientHttpRequestFactory()));
            template(context).getForObject(server.uri("/"), String.class);
            template(context).getForObject("http://localhost:" + server.uri("/").getPort() + "/", String.class);

            assertThat(bypasses(context))
                    .hasSize(2)
                    .anyMatch(text -> text.contains("http://127.0.0.1:"))
                    .anyMatch(text -> text.contains("http://localhost:"));
        });
    }

    @Test
    void areFoundBehindInterceptors() {
        app().test(context -> {
            get(intercepted(observed(context, new HttpComponentsClientHttpRequestFactory())));

            assertThat(bypasses(context)).singleElement().asString().contains(", with HttpClient, at ");
        });
    }

    @Test
    void areThoseOfHttpClientToo() {
        app().test(context -> {
            get(RestClient.builder().observationRegistry(registry(context)).build());

            assertThat(bypasses(context)).singleElement().asString().contains(", with HttpClient, at ");
        });
    }

    @Test
    void areNoneOnPools() {
        app().test(context -> {
            RestClient.Builder builder =
                    context.getBean(RestClient.Builder.class).observationRegistry(registry(context));
            get(builder.build());
            get(intercepted(builder.build()));
            get(context.getBean(WebClient.Builder.class)
                    .observationRegistry(registry(context))
                    .build());
            try (HttpPool own = HttpPool.builder("own").build()) {
                get(observed(context, new HttpComponentsClientHttpRequestFactory(own.client())));
                get(intercepted(observed(context, new HttpComponentsClientHttpRequestFactory(own.client()))));
            }

            assertThat(bypasses(context)).isEmpty();
        });
    }

    @Test
    void areNoneWhereNothingIsSent() {
        app().test(context -> {
            get(observed(context, (uri, method) -> {
                MockClientHttpRequest request = new MockClientHttpRequest(method, uri);
                request.setResponse(new MockClientHttpResponse(new byte[0], HttpStatus.OK));
                return request;
            }));
            get(WebClient.builder()
                    .observationRegistry(registry(context))
                    .exchangeFunction(request ->
                            Mono.just(ClientResponse.create(HttpStatus.OK).build()))
                    .build());

            assertThat(bypasses(context)).isEmpty();
        });
    }

    @Test
    void areWebClientsByTheirHosts() {
        app().test(context -> {
            WebClient client = WebClient.builder()
                    .clientConnector(new JdkClientHttpConnector())
                    .observationRegistry(registry(context))
                    .build();
            get(client);
            get(client);

            assertThat(bypasses(context))
                    .containsExactly("A WebClient makes requests to " + server.origin()
                            + " without a pool of Weir. Build it with the injected WebClient.Builder, without a connector of"
                            + " its own; weir.adopt=false ends this warning");
        });
    }

    @Test
    void areNotNamedASecondTimeAfterTheirBean() {
        app(Named.class).test(context -> {
            get(context.getBean("catalog", RestClient.class));
            get(context.getBean("news", WebClient.class));

            assertThat(bypasses(context))
                    .containsExactlyInAnyOrder(
                            BypassFinder.text("RestClient", "catalog", true),
                            BypassFinder.text("WebClient", "news", true));
        });
    }

    @Test
    void observedClientsAreLetBe() {
        app().test(
                        context -> {
                            get(observed(context, new JdkClientHttpRequestFactory()));

                            assertThat(bypasses(context)).isEmpty();
                        },
                        "weir.adopt=false");
    }

    @Test
    void areNoExceptionsWhereAnotherLibraryIsChosen() {
        app().test(
                        context -> {
                            get(context.getBean(RestClient.Builder.class)
                                    .observationRegistry(registry(context))
                                    .build());

                            assertThat(bypasses(context))
                                    .singleElement()
                                    .asString()
                                    .startsWith("Blocking HTTP clients run");
                        },
                        "spring.http.clients.imperative.factory=jdk");
    }

    @Test
    void areNotWatchedWithoutMeters() {
        app().test(
                        context -> assertThat(context.getBeanNamesForType(ObservedBypass.class))
                                .isEmpty(),
                        "weir.metrics.enabled=false");
    }

    @Test
    void tellNoPasswordAndNoMoreThanEnough() {
        UnknownClients clients = new UnknownClients(new OwnClasses(List.of()));

        Optional<String> first = clients.reactive(URI.create("http://joe:secret@recs:81/path?token=1"));
        for (int i = 0; i < 100; i++) {
            clients.reactive(URI.create("http://recs-" + i + "/"));
        }

        assertThat(first).hasValueSatisfying(text -> assertThat(text).contains(" to http://recs:81 without"));
        assertThat(clients.reactive(URI.create("http://last/"))).isEmpty();
        assertThat(clients.blocking("Jdk", URI.create("http://last/"))).isEmpty();
    }

    private static BootApp app(Class<?>... more) {
        return more.length == 0 ? BootApp.with(Registries.class) : BootApp.with(Registries.class, more[0]);
    }

    private static ObservationRegistry registry(ConfigurableApplicationContext context) {
        return context.getBean(ObservationRegistry.class);
    }

    private static RestClient observed(ConfigurableApplicationContext context, ClientHttpRequestFactory factory) {
        return RestClient.builder()
                .requestFactory(factory)
                .observationRegistry(registry(context))
                .build();
    }

    private static RestClient intercepted(RestClient client) {
        return client.mutate()
                .requestInterceptor((request, body, execution) -> execution.execute(request, body))
                .build();
    }

    private static RestTemplate template(ConfigurableApplicationContext context) {
        RestTemplate template = new RestTemplate();
        template.setObservationRegistry(registry(context));
        return template;
    }

    private static List<String> bypasses(ConfigurableApplicationContext context) {
        return context.getBean(HttpPools.class).bypasses();
    }

    private void get(RestClient client) {
        client.get().uri(server.uri("/")).retrieve().toBodilessEntity();
    }

    private void get(WebClient client) {
        client.get().uri(server.uri("/")).retrieve().bodyToMono(String.class).block(Duration.ofSeconds(30));
    }

    @Configuration(proxyBeanMethods = false)
    static class Registries {
        @Bean
        SimpleMeterRegistry meters() {
            return new SimpleMeterRegistry();
        }

        /** Registers handlers that are beans, as Boot's module for observations does. */
        @Bean
        ObservationRegistry observations(ObjectProvider<ObservationHandler<?>> handlers) {
            ObservationRegistry registry = ObservationRegistry.create();
            handlers.forEach(registry.observationConfig()::observationHandler);
            return registry;
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Named {
        @Bean
        RestClient catalog(ObservationRegistry registry) {
            return RestClient.builder()
                    .requestFactory(new JdkClientHttpRequestFactory())
                    .observationRegistry(registry)
                    .build();
        }

        @Bean
        WebClient news(ObservationRegistry registry) {
            return WebClient.builder()
                    .clientConnector(new JdkClientHttpConnector())
                    .observationRegistry(registry)
                    .build();
        }
    }
}
