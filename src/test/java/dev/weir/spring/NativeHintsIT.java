package dev.weir.spring;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hc.client5.http.impl.classic.HttpClientBuilder;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManagerBuilder;
import org.apache.hc.client5.http.impl.nio.PoolingAsyncClientConnectionManagerBuilder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.TypeReference;
import org.springframework.aot.hint.predicate.RuntimeHintsPredicates;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.SpringApplicationAotProcessor;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.http.client.autoconfigure.HttpClientProperties;
import org.springframework.context.aot.AbstractAotProcessor;

/** What a native image must be told, and that Spring's processing ahead of time gets through with the jar. */
class NativeHintsIT {

    private final RuntimeHints hints = new RuntimeHints();

    @ParameterizedTest
    @ValueSource(
            classes = {
                HttpClientBuilder.class,
                PoolingHttpClientConnectionManagerBuilder.class,
                PoolingAsyncClientConnectionManagerBuilder.class
            })
    void nameEveryFieldThatIsRead(Class<?> type) {
        new ReflectionHints().registerHints(hints, null);

        assertThat(type.getDeclaredFields())
                .allSatisfy(field -> assertThat(RuntimeHintsPredicates.reflection()
                                .onFieldAccess(field)
                                .test(hints))
                        .isTrue());
    }

    @ParameterizedTest
    @CsvSource({
        "org.apache.hc.client5.http.impl.async.HttpAsyncClientBuilder, ioReactorConfig",
        "org.springframework.web.client.DefaultRestClientBuilder, requestFactory",
        "org.springframework.web.reactive.function.client.DefaultWebClientBuilder, connector",
        "org.springframework.web.reactive.function.client.DefaultClientResponse, response",
        "org.springframework.http.client.HttpComponentsClientHttpRequest, httpClient",
        "org.springframework.http.client.InterceptingClientHttpRequest, requestFactory",
        "feign.hc5.ApacheHttp5Client, client",
    })
    void nameFieldsOfOtherLibraries(String type, String field) throws ReflectiveOperationException {
        new ReflectionHints().registerHints(hints, getClass().getClassLoader());

        assertThat(Class.forName(type).getDeclaredField(field)).isNotNull();
        assertThat(RuntimeHintsPredicates.reflection().onFieldAccess(type, field))
                .accepts(hints);
    }

    @Test
    void haveOnePlaceToLookForWhatIsRead() throws IOException {
        try (Stream<Path> sources = Files.walk(Path.of("src/main/java"))) {
            List<Path> reading = sources.filter(Files::isRegularFile)
                    .filter(file -> reads(file, "getDeclaredField"))
                    .toList();

            assertThat(reading)
                    .extracting(file -> file.getFileName().toString())
                    .containsExactly("Internals.java");
        }
    }

    private static boolean reads(Path file, String call) {
        try {
            return Files.readString(file).contains(call);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void nameTheFieldOfTheAsynchronousClient() throws ClassNotFoundException {
        new ReflectionHints().registerHints(hints, null);

        assertThat(RuntimeHintsPredicates.reflection()
                        .onFieldAccess(
                                "org.apache.hc.client5.http.impl.async.InternalAbstractHttpAsyncClient",
                                "defaultConfig"))
                .accepts(hints);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "org.apache.hc.core5.reactive.ReactiveResponseConsumer",
                "org.springframework.web.reactive.function.client.WebClient",
                "org.springframework.boot.restclient.RestClientCustomizer",
                "org.springframework.boot.restclient.RestTemplateBuilder",
                "org.springframework.boot.restclient.autoconfigure.service.HttpServiceClientAutoConfiguration",
                "org.springframework.boot.webclient.WebClientCustomizer",
                "org.springframework.cloud.openfeign.FeignClient",
                "feign.Client"
            })
    void nameTypesThatAreThereOrNot(String type) {
        new ReflectionHints().registerHints(hints, null);

        assertThat(RuntimeHintsPredicates.reflection().onType(TypeReference.of(type)))
                .accepts(hints);
    }

    @Test
    void nameBootsPropertiesThatAreBoundByHand() {
        new ReflectionHints().registerHints(hints, null);

        assertThat(RuntimeHintsPredicates.reflection().onType(HttpClientProperties.class))
                .accepts(hints);
    }

    @ParameterizedTest
    @ValueSource(strings = {"org/apache/hc/client5/version.properties", "org/apache/hc/core5/version.properties"})
    void nameTheVersionsOfHttpClient(String resource) {
        new ReflectionHints().registerHints(hints, null);

        assertThat(getClass().getClassLoader().getResource(resource)).isNotNull();
        assertThat(RuntimeHintsPredicates.resource().forResource(resource)).accepts(hints);
    }

    @Test
    void comeWithWhatIsMadeAheadOfTime(@TempDir Path directory) throws Exception {
        AbstractAotProcessor.Settings settings = AbstractAotProcessor.Settings.builder()
                .sourceOutput(directory.resolve("sources"))
                .resourceOutput(directory.resolve("resources"))
                .classOutput(directory.resolve("classes"))
                .groupId("test")
                .artifactId("application")
                .build();

        new SpringApplicationAotProcessor(Application.class, settings, new String[] {
                    "--weir.pools.payments.max-total=5",
                    "--management.endpoints.web.exposure.include=*",
                    "--spring.main.banner-mode=off"
                })
                .process();

        assertThat(text(directory.resolve("sources"))).contains("HttpPools");
        assertThat(text(directory.resolve("resources")))
                .contains(
                        PoolingHttpClientConnectionManagerBuilder.class.getName(),
                        WeirFailureAnalyzer.class.getName(),
                        WeirProperties.class.getName(),
                        "dev.weir.spring.actuate.PoolView",
                        "stats-*");
    }

    private static String text(Path directory) throws IOException {
        StringBuilder text = new StringBuilder();
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                text.append(Files.readString(file));
            }
        }
        return text.toString();
    }

    @SpringBootConfiguration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Application {
        public static void main(String[] args) {
            SpringApplication.run(Application.class, args);
        }
    }
}
