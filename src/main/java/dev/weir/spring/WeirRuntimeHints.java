package dev.weir.spring;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.RuntimeHintsRegistrar;
import org.springframework.aot.hint.TypeReference;
import org.springframework.boot.context.properties.bind.BindableRuntimeHintsRegistrar;
import org.springframework.boot.http.client.autoconfigure.HttpClientProperties;

/**
 * Tells a native image what is looked up by name: HttpClient's version, optional types, and Boot's properties of groups, which
 * are bound by hand.
 */
final class WeirRuntimeHints implements RuntimeHintsRegistrar {

    private static final List<String> OPTIONAL = List.of(
            "io.micrometer.observation.Observation",
            "org.springframework.boot.http.client.InetAddressFilter",
            "org.springframework.boot.webclient.WebClientCustomizer",
            "org.springframework.web.reactive.function.client.WebClient");

    @Override
    public void registerHints(RuntimeHints hints, @Nullable ClassLoader classLoader) {
        OPTIONAL.forEach(type -> hints.reflection().registerType(TypeReference.of(type)));
        hints.resources().registerPattern("org/apache/hc/*/version.properties");
        hints.resources().registerPattern("dev/weir/spring/stats-page.html");
        BindableRuntimeHintsRegistrar.forTypes(HttpClientProperties.class).registerHints(hints, classLoader);
    }
}
