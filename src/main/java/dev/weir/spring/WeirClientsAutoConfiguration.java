package dev.weir.spring;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.context.annotation.Lazy;
import org.springframework.web.client.RestClient;
import org.springframework.web.reactive.function.client.WebClient;

/** Declares builders of clients for each pool with properties, as beans with its name as the qualifier. */
@AutoConfiguration(
        after = {WeirAutoConfiguration.class, WeirReactiveAutoConfiguration.class},
        afterName = {
            "org.springframework.boot.restclient.autoconfigure.RestClientAutoConfiguration",
            "org.springframework.boot.webclient.autoconfigure.WebClientAutoConfiguration"
        })
@ConditionalOnBean(name = "httpPools")
@Import(QualifiedBuilders.class)
public final class WeirClientsAutoConfiguration {

    WeirClientsAutoConfiguration() {}

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(RestClient.class)
    @ConditionalOnBean(name = "httpPoolRequestFactoryBuilder")
    @Lazy
    static final class Blocking {

        private final ObjectProvider<HttpPools> pools;
        private final ObjectProvider<RestClient.Builder> builders;

        Blocking(ObjectProvider<HttpPools> pools, ObjectProvider<RestClient.Builder> builders) {
            this.pools = pools;
            this.builders = builders;
        }

        /** Creates a builder as Boot does, on the pool of a name. */
        RestClient.Builder builder(String pool) {
            return builders.getObject().apply(pools.getObject().restClient(pool));
        }
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(WebClient.class)
    @ConditionalOnBean(name = "httpPoolConnectorBuilder")
    @Lazy
    static final class Reactive {

        private final ObjectProvider<HttpPools> pools;
        private final ObjectProvider<WebClient.Builder> builders;

        Reactive(ObjectProvider<HttpPools> pools, ObjectProvider<WebClient.Builder> builders) {
            this.pools = pools;
            this.builders = builders;
        }

        /** Creates a builder as Boot does, on the pool of a name. */
        WebClient.Builder builder(String pool) {
            return builders.getObject().apply(pools.getObject().webClient(pool));
        }
    }
}
