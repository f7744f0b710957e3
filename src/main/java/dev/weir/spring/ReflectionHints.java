package dev.weir.spring;

import java.util.List;
import org.apache.hc.client5.http.impl.async.HttpAsyncClientBuilder;
import org.apache.hc.client5.http.impl.classic.HttpClientBuilder;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManagerBuilder;
import org.apache.hc.client5.http.impl.nio.PoolingAsyncClientConnectionManagerBuilder;
import org.jspecify.annotations.Nullable;
import org.springframework.aot.hint.MemberCategory;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.RuntimeHintsRegistrar;
import org.springframework.aot.hint.TypeReference;
import org.springframework.boot.context.properties.bind.BindableRuntimeHintsRegistrar;
import org.springframework.boot.http.client.autoconfigure.HttpClientProperties;

/**
 * Tells a native image what is read by reflection: fields of HttpClient's that it has no methods for, its version,
 * Boot's properties of groups, which are bound by hand, and the types that are asked for by their names.
 */
final class ReflectionHints implements RuntimeHintsRegistrar {

    /** The asynchronous client of HttpClient, which has no method for its default configuration. */
    private static final List<String> CLIENTS = List.of("async.InternalAbstractHttpAsyncClient");

    private static final List<String> REQUESTS =
            List.of("web.client.DefaultRestClientBuilder", "web.reactive.function.client.DefaultWebClientBuilder");

    /** Optional types: an image can look up only types that it has hints for. */
    private static final List<String> ASKED_FOR = List.of(
            "org.apache.hc.core5.reactive.ReactiveResponseConsumer",
            "org.springframework.web.reactive.function.client.WebClient",
            "org.springframework.boot.restclient.RestClientCustomizer",
            "org.springframework.boot.restclient.RestTemplateBuilder",
            "org.springframework.boot.restclient.autoconfigure.service.HttpServiceClientAutoConfiguration",
            "org.springframework.boot.webclient.WebClientCustomizer");

    /** What leads to the selector of an I/O thread. */
    private static final List<String> REACTOR = List.of("IOReactorWorker", "AbstractSingleCoreIOReactor");

    @Override
    public void registerHints(RuntimeHints hints, @Nullable ClassLoader classLoader) {
        hints.reflection()
                .registerType(PoolingHttpClientConnectionManagerBuilder.class, MemberCategory.ACCESS_DECLARED_FIELDS)
                .registerType(PoolingAsyncClientConnectionManagerBuilder.class, MemberCategory.ACCESS_DECLARED_FIELDS)
                .registerType(HttpClientBuilder.class, MemberCategory.ACCESS_DECLARED_FIELDS)
                .registerType(HttpAsyncClientBuilder.class, MemberCategory.ACCESS_DECLARED_FIELDS);
        fields(hints, "org.apache.hc.client5.http.impl.", CLIENTS);
        fields(hints, "org.apache.hc.core5.reactor.", REACTOR);
        fields(hints, "org.springframework.", REQUESTS);
        ASKED_FOR.forEach(type -> hints.reflection().registerType(TypeReference.of(type)));
        PropertyNames.records()
                .forEach(type -> hints.reflection().registerType(type, MemberCategory.INVOKE_PUBLIC_METHODS));
        hints.resources().registerPattern("org/apache/hc/*/version.properties");
        BindableRuntimeHintsRegistrar.forTypes(HttpClientProperties.class).registerHints(hints, classLoader);
    }

    private static void fields(RuntimeHints hints, String prefix, List<String> types) {
        for (String type : types) {
            hints.reflection().registerType(TypeReference.of(prefix + type), MemberCategory.ACCESS_DECLARED_FIELDS);
        }
    }
}
