package dev.weir.spring;

import java.util.List;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.http.client.autoconfigure.reactive.ClientHttpConnectorBuilderCustomizer;
import org.springframework.boot.http.client.reactive.ClientHttpConnectorBuilder;
import org.springframework.boot.http.client.reactive.HttpComponentsClientHttpConnectorBuilder;
import org.springframework.boot.util.LambdaSafe;

/** The application's customizers of Boot's builder of connectors, applied as Boot applies them. Thread-safe. */
final class ConnectorCustomizers {

    private final ObjectProvider<ClientHttpConnectorBuilderCustomizer<?>> customizers;

    ConnectorCustomizers(ObjectProvider<ClientHttpConnectorBuilderCustomizer<?>> customizers) {
        this.customizers = customizers;
    }

    HttpComponentsClientHttpConnectorBuilder apply(HttpComponentsClientHttpConnectorBuilder first) {
        return ReplacedBuilderException.check(HttpComponentsClientHttpConnectorBuilder.class, customized(first));
    }

    @SuppressWarnings("unchecked") // LambdaSafe leaves out customizers of other builders
    private ClientHttpConnectorBuilder<?> customized(ClientHttpConnectorBuilder<?> first) {
        List<ClientHttpConnectorBuilderCustomizer<?>> ordered =
                customizers.orderedStream().toList();
        ClientHttpConnectorBuilder<?>[] builder = {first};
        LambdaSafe.callbacks(ClientHttpConnectorBuilderCustomizer.class, ordered, first)
                .invoke(customizer -> builder[0] = customizer.customize(builder[0]));
        return builder[0];
    }
}
