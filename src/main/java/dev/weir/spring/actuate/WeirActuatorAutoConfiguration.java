package dev.weir.spring.actuate;

import dev.weir.spring.HttpPools;
import dev.weir.spring.WeirAutoConfiguration;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.actuate.autoconfigure.endpoint.condition.ConditionalOnAvailableEndpoint;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.web.PathMappedEndpoints;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.health.autoconfigure.contributor.ConditionalOnEnabledHealthIndicator;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;

/**
 * Shows the pools of an application through the actuator: the endpoints {@code httppools} and {@code httppoolspage}, each only
 * if it is exposed, and the health component {@code httppools}.
 */
@AutoConfiguration(after = WeirAutoConfiguration.class)
@ConditionalOnBean(name = "httpPools")
public final class WeirActuatorAutoConfiguration {

    WeirActuatorAutoConfiguration() {}

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
