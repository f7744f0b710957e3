package dev.weir.spring;

import java.util.List;
import org.springframework.boot.http.client.autoconfigure.reactive.ClientHttpConnectorBuilderCustomizer;
import org.springframework.boot.http.client.reactive.ClientHttpConnectorBuilder;
import org.springframework.boot.http.client.reactive.HttpComponentsClientHttpConnectorBuilder;
import org.springframework.boot.util.LambdaSafe;

/** The application's customizers of Boot's builder of connectors, applied as Boot applies them. Thread-safe. */
final class ConnectorCustomizers {

    private final List<ClientHttpConnectorBuilderCustomizer<?>> customizers;

    /**
     * Creates the customizers.
     *
     * @param customizers in their order
     */
    ConnectorCustomizers(List<ClientHttpConnectorBuilderCustomizer<?>> customizers) {
        this.customizers = customizers;
    }

    HttpComponentsClientHttpConnectorBuilder apply(HttpComponentsClientHttpConnectorBuilder first) {
        return ReplacedBuilderException.check(HttpComponentsClientHttpConnectorBuilder.class, customized(first));
    }

    @SuppressWarnings("unchecked") // LambdaSafe leaves out customizers of other builders
    private ClientHttpConnectorBuilder<?> customized(ClientHttpConnectorBuilder<?> first) {
        ClientHttpConnectorBuilder<?>[] builder = {first};
        LambdaSafe.callbacks(ClientHttpConnectorBuilderCustomizer.class, customizers, first)
                .invoke(customizer -> builder[0] = customizer.customize(builder[0]));
        return builder[0];
    }
}
