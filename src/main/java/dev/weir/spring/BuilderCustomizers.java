package dev.weir.spring;

import java.util.List;
import org.springframework.boot.http.client.ClientHttpRequestFactoryBuilder;
import org.springframework.boot.http.client.HttpComponentsClientHttpRequestFactoryBuilder;
import org.springframework.boot.http.client.autoconfigure.ClientHttpRequestFactoryBuilderCustomizer;
import org.springframework.boot.util.LambdaSafe;

/** The application's customizers of Boot's builder, applied as Boot applies them. Thread-safe. */
final class BuilderCustomizers {

    private final List<ClientHttpRequestFactoryBuilderCustomizer<?>> customizers;

    /**
     * Creates the customizers.
     *
     * @param customizers in their order
     */
    BuilderCustomizers(List<ClientHttpRequestFactoryBuilderCustomizer<?>> customizers) {
        this.customizers = customizers;
    }

    HttpComponentsClientHttpRequestFactoryBuilder apply(HttpComponentsClientHttpRequestFactoryBuilder first) {
        return ReplacedBuilderException.check(HttpComponentsClientHttpRequestFactoryBuilder.class, customized(first));
    }

    @SuppressWarnings("unchecked") // LambdaSafe leaves out customizers of other builders
    private ClientHttpRequestFactoryBuilder<?> customized(ClientHttpRequestFactoryBuilder<?> first) {
        ClientHttpRequestFactoryBuilder<?>[] builder = {first};
        LambdaSafe.callbacks(ClientHttpRequestFactoryBuilderCustomizer.class, customizers, first)
                .invoke(customizer -> builder[0] = customizer.customize(builder[0]));
        return builder[0];
    }
}
