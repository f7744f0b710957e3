package dev.weir.spring;

import dev.weir.event.PoolListener;
import dev.weir.micrometer.PoolMetrics;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.observation.ObservationRegistry;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.actuate.autoconfigure.endpoint.condition.ConditionalOnAvailableEndpoint;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.web.PathMappedEndpoints;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.health.autoconfigure.contributor.ConditionalOnEnabledHealthIndicator;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Lazy;
import org.springframework.core.env.Environment;
import org.springframework.web.client.support.RestClientHttpServiceGroupConfigurer;
import org.springframework.web.reactive.function.client.support.WebClientHttpServiceGroupConfigurer;

/**
 * Gives the groups of HTTP service interfaces the pools of their names, adds meters and observations, and shows the pools
 * through the actuator: the endpoints {@code httppools} and {@code httppoolspage}, each only if it is exposed, and the health
 * component {@code httppools}. A separate class, because Boot's beans for these come later than those that the pools must
 * precede.
 */
@AutoConfiguration(
        after = WeirAutoConfiguration.class,
        afterName = {
            "org.springframework.boot.http.client.autoconfigure.service.HttpServiceClientPropertiesAutoConfiguration",
            "org.springframework.boot.micrometer.metrics.autoconfigure.CompositeMeterRegistryAutoConfiguration",
            "org.springframework.boot.micrometer.observation.autoconfigure.ObservationAutoConfiguration"
        })
@ConditionalOnBean(name = "httpPools")
public final class WeirClientsAutoConfiguration {

    WeirClientsAutoConfiguration() {}

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(RestClientHttpServiceGroupConfigurer.class)
    @ConditionalOnBean(name = OnPools.BLOCKING)
    static class BlockingGroups {

        @Bean
        @Lazy
        RestClientHttpServiceGroupConfigurer httpPoolRestClientGroups(HttpPools pools, BeanFactory beans) {
            return OnPools.isBuiltBy(OnPools.BLOCKING, beans) ? new RestClientGroups(pools) : all -> {};
        }
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(WebClientHttpServiceGroupConfigurer.class)
    @ConditionalOnBean(name = OnPools.REACTIVE)
    static class ReactiveGroups {

        @Bean
        @Lazy
        WebClientHttpServiceGroupConfigurer httpPoolWebClientGroups(HttpPools pools, BeanFactory beans) {
            return OnPools.isBuiltBy(OnPools.REACTIVE, beans) ? new WebClientGroups(pools) : all -> {};
        }
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(MeterRegistry.class)
    @ConditionalOnBean(MeterRegistry.class)
    @ConditionalOnBooleanProperty(name = "weir.metrics.enabled", matchIfMissing = true)
    static class Meters {

        // One listener for all pools. Lazy, as the registry is needed at the first of them only.
        @Bean
        @Lazy
        HttpPoolCustomizer httpPoolMeters(WeirProperties properties, MeterRegistry registry) {
            PoolMetrics metrics = PoolMetrics.bindTo(registry);
            PoolMetrics shaped = properties.metrics().histograms() ? metrics.withHistograms() : metrics;
            PoolListener listener = properties.metrics().requests() ? shaped.withRequests() : shaped;
            return (pool, builder) -> builder.listener(listener);
        }
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass({ObservationRegistry.class, MeterRegistry.class})
    @ConditionalOnBean(ObservationRegistry.class)
    @ConditionalOnBooleanProperty(name = "weir.metrics.enabled", matchIfMissing = true)
    static class Observations {

        @Bean
        @Lazy
        HttpPoolCustomizer httpPoolObservations(ObservationRegistry registry) {
            return (pool, builder) -> builder.customizeClient(PoolMetrics.observe(pool, registry))
                    .customizeAsyncClient(PoolMetrics.observeAsync(pool, registry));
        }
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass({Endpoint.class, ConditionalOnAvailableEndpoint.class})
    static class Endpoints {

        @Bean
        @ConditionalOnAvailableEndpoint
        @ConditionalOnMissingBean(name = "httpPoolsEndpoint")
        HttpPoolsEndpoint httpPoolsEndpoint(HttpPools pools) {
            return new HttpPoolsEndpoint(pools);
        }

        @Bean
        @ConditionalOnAvailableEndpoint
        @ConditionalOnMissingBean(name = "statsPageEndpoint")
        StatsPageEndpoint statsPageEndpoint(Environment environment, ObjectProvider<PathMappedEndpoints> endpoints) {
            return new StatsPageEndpoint(environment.getProperty("spring.application.name", "application"), endpoints);
        }
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass({HealthIndicator.class, ConditionalOnEnabledHealthIndicator.class})
    static class Healths {

        // Boot makes the component's name from the bean's. On the class, the condition on it would be loaded even where
        // the health module is missing.
        @Bean
        @ConditionalOnEnabledHealthIndicator("httppools")
        @ConditionalOnMissingBean(name = {"httppoolsHealthIndicator", "httppoolsHealthContributor"})
        HealthIndicator httppoolsHealthIndicator(HttpPools pools) {
            return new HttpPoolsHealthIndicator(pools);
        }
    }
}
