package dev.weir.spring;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Lazy;
import org.springframework.core.env.Environment;
import org.springframework.web.client.RestClient;
import org.springframework.web.reactive.function.client.WebClient;

/** Gives each pool that has properties builders of clients, as beans with its name as the qualifier. */
@AutoConfiguration(
        after = {WeirAutoConfiguration.class, WeirReactiveAutoConfiguration.class},
        afterName = {
            "org.springframework.boot.restclient.autoconfigure.RestClientAutoConfiguration",
            "org.springframework.boot.webclient.autoconfigure.WebClientAutoConfiguration"
        })
@ConditionalOnBean(HttpPools.class)
public final class WeirClientsAutoConfiguration {

    WeirClientsAutoConfiguration() {}

    @Bean
    static QualifiedBuilders httpPoolBuilders(Environment environment) {
        return new QualifiedBuilders(environment);
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(RestClient.class)
    @ConditionalOnBean(name = "httpPoolRequestFactoryBuilder", value = RestClient.Builder.class)
    static final class Blocking {

        @Bean
        @Lazy
        PooledRestClients httpPoolRestClients(HttpPools pools, ObjectProvider<RestClient.Builder> builders) {
            return new PooledRestClients(pools, builders);
        }
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(WebClient.class)
    @ConditionalOnBean(name = "httpPoolConnectorBuilder", value = WebClient.Builder.class)
    static final class Reactive {

        @Bean
        @Lazy
        PooledWebClients httpPoolWebClients(HttpPools pools, ObjectProvider<WebClient.Builder> builders) {
            return new PooledWebClients(pools, builders);
        }
    }
}
