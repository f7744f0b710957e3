package dev.weir.spring;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.http.client.HttpClientSettings;
import org.springframework.boot.http.client.autoconfigure.service.HttpServiceClientProperties;
import org.springframework.boot.ssl.SslBundles;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Lazy;
import org.springframework.core.env.Environment;
import org.springframework.web.client.RestClient;
import org.springframework.web.client.support.RestClientHttpServiceGroupConfigurer;
import org.springframework.web.reactive.function.client.WebClient;
import org.springframework.web.reactive.function.client.support.WebClientHttpServiceGroupConfigurer;
import org.springframework.web.service.registry.HttpServiceProxyRegistry;

/**
 * Gives the groups of HTTP service interfaces the pools of their names. A separate class, because Boot's beans for groups
 * come later than those that the pools must precede.
 */
@AutoConfiguration(
        after = {WeirAutoConfiguration.class, WeirReactiveAutoConfiguration.class},
        afterName =
                "org.springframework.boot.http.client.autoconfigure.service.HttpServiceClientPropertiesAutoConfiguration")
@ConditionalOnClass({HttpServiceClientProperties.class, HttpServiceProxyRegistry.class})
@ConditionalOnBean(name = "httpPools")
public final class WeirGroupsAutoConfiguration {

    WeirGroupsAutoConfiguration() {}

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass({RestClient.class, RestClientHttpServiceGroupConfigurer.class})
    @ConditionalOnBean(name = "httpPoolRequestFactoryBuilder")
    static final class Blocking {

        @Bean
        @Lazy
        RestClientHttpServiceGroupConfigurer httpPoolRestClientGroupConfigurer(
                HttpPools pools,
                Environment environment,
                ObjectProvider<SslBundles> bundles,
                ObjectProvider<HttpClientSettings> settings) {
            return new RestClientGroups(pools, groupSettings(environment, bundles, settings));
        }
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass({WebClient.class, WebClientHttpServiceGroupConfigurer.class})
    @ConditionalOnBean(name = "httpPoolConnectorBuilder")
    static final class Reactive {

        @Bean
        @Lazy
        WebClientHttpServiceGroupConfigurer httpPoolWebClientGroupConfigurer(
                HttpPools pools,
                Environment environment,
                ObjectProvider<SslBundles> bundles,
                ObjectProvider<HttpClientSettings> settings) {
            return new WebClientGroups(pools, groupSettings(environment, bundles, settings));
        }
    }

    private static GroupSettings groupSettings(
            Environment environment, ObjectProvider<SslBundles> bundles, ObjectProvider<HttpClientSettings> settings) {
        return new GroupSettings(
                environment, bundles.getIfAvailable(), settings.getIfAvailable(HttpClientSettings::defaults));
    }
}
