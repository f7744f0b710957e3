package dev.weir.spring;

import dev.weir.HttpPool;
import dev.weir.event.PoolListener;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.http.client.ClientHttpRequestFactoryBuilder;
import org.springframework.boot.http.client.HttpClientSettings;
import org.springframework.boot.http.client.autoconfigure.ClientHttpRequestFactoryBuilderCustomizer;
import org.springframework.boot.http.client.autoconfigure.HttpClientAutoConfiguration;
import org.springframework.boot.http.client.autoconfigure.HttpClientSettingsPropertyMapper;
import org.springframework.boot.http.client.autoconfigure.imperative.ImperativeHttpClientAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.http.client.ClientHttpRequestFactory;

/**
 * Puts the blocking HTTP clients of an application on pools: the registry of the pools, and in the place of Boot's the bean
 * that makes request factories.
 */
@AutoConfiguration(after = HttpClientAutoConfiguration.class, before = ImperativeHttpClientAutoConfiguration.class)
@ConditionalOnClass({HttpPool.class, HttpClientSettingsPropertyMapper.class, ClientHttpRequestFactory.class})
@ConditionalOnBooleanProperty(name = "weir.enabled", matchIfMissing = true)
@EnableConfigurationProperties(WeirProperties.class)
public final class WeirAutoConfiguration {

    @Bean
    @ConditionalOnMissingBean
    HttpPools httpPools(
            WeirProperties properties,
            ObjectProvider<HttpClientSettings> settings,
            ObjectProvider<ClientHttpRequestFactoryBuilderCustomizer<?>> customizers,
            ObjectProvider<PoolListener> listeners) {
        PoolFactory factory = new PoolFactory(
                properties,
                settings.getIfAvailable(HttpClientSettings::defaults),
                new BuilderCustomizers(customizers)::apply,
                listeners::orderedStream);
        return new HttpPools(factory);
    }

    @Bean
    @ConditionalOnMissingBean(ClientHttpRequestFactoryBuilder.class)
    ClientHttpRequestFactoryBuilder<ClientHttpRequestFactory> poolRequestFactoryBuilder(HttpPools pools) {
        return settings ->
                pools.requestFactory(HttpPools.DEFAULT, settings == null ? HttpClientSettings.defaults() : settings);
    }
}
