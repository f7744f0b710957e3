package dev.weir.spring;

import org.apache.hc.core5.reactive.ReactiveResponseConsumer;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.http.client.HttpClientSettings;
import org.springframework.boot.http.client.autoconfigure.reactive.ClientHttpConnectorBuilderCustomizer;
import org.springframework.boot.http.client.autoconfigure.reactive.ReactiveHttpClientAutoConfiguration;
import org.springframework.boot.http.client.reactive.ClientHttpConnectorBuilder;
import org.springframework.boot.webclient.WebClientCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Lazy;
import org.springframework.http.client.reactive.ClientHttpConnector;
import reactor.core.publisher.Mono;

/**
 * Puts the {@code WebClient}s of an application on pools, if {@code httpcore5-reactive} is on the class path, which has no
 * other use.
 */
@AutoConfiguration(after = WeirAutoConfiguration.class, before = ReactiveHttpClientAutoConfiguration.class)
@ConditionalOnClass({ClientHttpConnectorBuilder.class, ReactiveResponseConsumer.class, Mono.class})
@ConditionalOnBean(name = "httpPools")
public final class WeirReactiveAutoConfiguration {

    WeirReactiveAutoConfiguration() {}

    @Bean
    @Lazy
    AsyncBoot httpPoolAsyncBoot(ObjectProvider<ClientHttpConnectorBuilderCustomizer<?>> customizers) {
        return new ReactiveBoot(
                new ConnectorCustomizers(customizers.orderedStream().toList())::apply);
    }

    @Bean
    @Conditional(OnReactiveHttpComponents.class)
    @ConditionalOnMissingBean(ClientHttpConnectorBuilder.class)
    ClientHttpConnectorBuilder<ClientHttpConnector> httpPoolConnectorBuilder(HttpPools pools) {
        return settings ->
                pools.connector(HttpPools.DEFAULT, settings == null ? HttpClientSettings.defaults() : settings);
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(WebClientCustomizer.class)
    static final class MarkedWebClients {

        @Bean
        WebClientCustomizer httpPoolWebClientMark() {
            return Bypasses.Reactive::mark;
        }
    }
}
