package dev.weir.spring;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.stream.Stream;
import org.apache.hc.client5.http.classic.HttpClient;
import org.apache.hc.client5.http.impl.classic.HttpClientBuilder;
import org.apache.hc.client5.http.io.HttpClientConnectionManager;
import org.apache.hc.core5.reactive.ReactiveResponseConsumer;
import org.junit.jupiter.api.Test;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.http.client.ClientHttpRequestFactoryBuilder;
import org.springframework.boot.http.client.autoconfigure.HttpClientAutoConfiguration;
import org.springframework.boot.http.client.autoconfigure.imperative.ImperativeHttpClientAutoConfiguration;
import org.springframework.boot.http.client.autoconfigure.reactive.ReactiveHttpClientAutoConfiguration;
import org.springframework.boot.http.client.reactive.ClientHttpConnectorBuilder;
import org.springframework.boot.restclient.autoconfigure.RestClientAutoConfiguration;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.webclient.autoconfigure.WebClientAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.util.ClassUtils;
import org.springframework.web.client.RestClient;
import org.springframework.web.client.RestTemplate;
import org.springframework.web.reactive.function.client.WebClient;

/** Which beans there are, and which clients bypass the pools. No request is made. */
class WiringTest {

    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(
                    WeirAutoConfiguration.class,
                    WeirClientsAutoConfiguration.class,
                    HttpClientAutoConfiguration.class,
                    ImperativeHttpClientAutoConfiguration.class,
                    ReactiveHttpClientAutoConfiguration.class,
                    RestClientAutoConfiguration.class,
                    WebClientAutoConfiguration.class));

    @Test
    void takesOverTheBuildersOfBoot() {
        runner.run(context -> {
            assertThat(context).hasNotFailed().hasSingleBean(HttpPools.class);
            assertThat(context.getBeanNamesForType(ClientHttpRequestFactoryBuilder.class))
                    .containsExactly(OnPools.BLOCKING);
            assertThat(context.getBeanNamesForType(ClientHttpConnectorBuilder.class))
                    .containsExactly(OnPools.REACTIVE);
            assertThat(context.getBean(HttpPools.class).pools())
                    .as("built at the first request")
                    .isEmpty();
        });
    }

    @Test
    void exposesNoClientAndNoManager() {
        runner.run(context -> assertThat(context)
                .doesNotHaveBean(HttpClient.class)
                .doesNotHaveBean(HttpClientConnectionManager.class));
    }

    @Test
    void standsInSlicesOfTests() {
        new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(Stream.of(
                                "restclient.test.autoconfigure.AutoConfigureRestClient",
                                "webclient.test.autoconfigure.AutoConfigureWebClient")
                        .flatMap(slice -> imported("org.springframework.boot." + slice))
                        .toArray(Class<?>[]::new)))
                .withConfiguration(
                        AutoConfigurations.of(RestClientAutoConfiguration.class, WebClientAutoConfiguration.class))
                .withUserConfiguration(Pooled.class)
                .run(context -> assertThat(context).hasNotFailed().hasSingleBean(HttpPools.class));
    }

    private static Stream<Class<?>> imported(String slice) {
        try (InputStream file =
                WeirAutoConfiguration.class.getResourceAsStream("/META-INF/spring/" + slice + ".imports")) {
            return new String(file.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .map(name -> ClassUtils.resolveClassName(name, null));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void isOffByAProperty() {
        runner.withPropertyValues("weir.enabled=false")
                .run(context -> assertThat(context)
                        .hasNotFailed()
                        .doesNotHaveBean(HttpPools.class)
                        .hasSingleBean(ClientHttpRequestFactoryBuilder.class));
    }

    @Test
    void backsOffWithoutHttpClient() {
        runner.withClassLoader(new FilteredClassLoader(HttpClientBuilder.class))
                .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean(HttpPools.class));
        runner.withClassLoader(new FilteredClassLoader("org.apache.hc"))
                .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean(HttpPools.class));
    }

    @Test
    void needsNeitherReactiveClientsNorActuatorNorMicrometer() {
        runner.withClassLoader(new FilteredClassLoader(ReactiveResponseConsumer.class, WebClient.class))
                .run(context -> assertThat(context)
                        .hasNotFailed()
                        .hasSingleBean(HttpPools.class)
                        .doesNotHaveBean(OnPools.REACTIVE));
        runner.withClassLoader(new FilteredClassLoader(Endpoint.class, MeterRegistry.class))
                .run(context -> assertThat(context).hasNotFailed().hasSingleBean(HttpPools.class));
    }

    @Test
    void leavesClientsOfAnotherLibraryAloneAndSaysSo() {
        runner.withPropertyValues("spring.http.clients.imperative.factory=jdk").run(context -> {
            assertThat(context).doesNotHaveBean(OnPools.BLOCKING);
            assertThat(context.getBean(HttpPools.class).notes())
                    .containsExactly(
                            "Blocking HTTP clients run without Weir pools: spring.http.clients.imperative.factory ="
                                    + " jdk (\"spring.http.clients.imperative.factory\" from property source \"test\")"
                                    + " chooses another library");
        });
        runner.withPropertyValues("spring.http.clients.imperative.factory=HTTP_COMPONENTS")
                .run(context -> assertThat(context).hasBean(OnPools.BLOCKING));
    }

    @Test
    void leavesBuildersOfTheApplicationInChargeAndSaysSo() {
        runner.withUserConfiguration(OwnBuilder.class).run(context -> {
            assertThat(context).doesNotHaveBean(OnPools.BLOCKING);
            assertThat(context.getBean(HttpPools.class).notes())
                    .containsExactly("Blocking HTTP clients run without Weir pools: the bean 'ours' builds them");
        });
    }

    @Test
    void namesBeansThatBypassThePools() {
        runner.withUserConfiguration(Bypassing.class)
                .run(context -> assertThat(context.getBean(HttpPools.class).notes())
                        .containsExactlyInAnyOrder(
                                "The bean 'template' makes requests without a Weir pool: build it with the injected"
                                        + " RestTemplateBuilder",
                                "The bean 'rest' makes requests without a Weir pool: build it with the injected"
                                        + " RestClient.Builder",
                                "The bean 'web' makes requests without a Weir pool: build it with the injected"
                                        + " WebClient.Builder"));
    }

    @Test
    void namesNoBeanThatUsesAPool() {
        runner.withUserConfiguration(Pooled.class)
                .run(context ->
                        assertThat(context.getBean(HttpPools.class).notes()).isEmpty());
    }

    @Configuration(proxyBeanMethods = false)
    static class OwnBuilder {
        @Bean
        ClientHttpRequestFactoryBuilder<?> ours() {
            return ClientHttpRequestFactoryBuilder.jdk();
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Bypassing {
        @Bean
        RestTemplate template() {
            return new RestTemplate();
        }

        @Bean
        RestClient rest() {
            return RestClient.create();
        }

        @Bean
        WebClient web() {
            return WebClient.create();
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Pooled {
        @Bean
        RestClient rest(RestClient.Builder builder) {
            return builder.build();
        }

        @Bean
        RestClient named(HttpPools pools) {
            return RestClient.builder().apply(pools.restClient("payments")).build();
        }

        @Bean
        WebClient web(WebClient.Builder builder) {
            return builder.build();
        }
    }
}
