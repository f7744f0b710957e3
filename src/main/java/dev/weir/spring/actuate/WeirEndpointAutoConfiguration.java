package dev.weir.spring.actuate;

import dev.weir.spring.HttpPools;
import dev.weir.spring.WeirAutoConfiguration;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.actuate.autoconfigure.endpoint.condition.ConditionalOnAvailableEndpoint;
import org.springframework.boot.actuate.autoconfigure.endpoint.expose.EndpointExposure;
import org.springframework.boot.actuate.endpoint.SanitizingFunction;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.web.PathMappedEndpoints;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.ImportRuntimeHints;
import org.springframework.context.annotation.Lazy;
import org.springframework.core.env.Environment;

/**
 * Shows the pools of an application through the actuator: the endpoints {@code httppools} and {@code httppoolspage}. Each
 * exists only if it is exposed.
 */
@AutoConfiguration(after = WeirAutoConfiguration.class)
@ConditionalOnClass({Endpoint.class, ConditionalOnAvailableEndpoint.class})
@ConditionalOnBean(name = "httpPools")
@EnableConfigurationProperties({EndpointProperties.class, PageProperties.class})
@ImportRuntimeHints(StatsPageHints.class)
public final class WeirEndpointAutoConfiguration {

    @Bean
    @ConditionalOnAvailableEndpoint
    @ConditionalOnMissingBean(name = "httpPoolsEndpoint")
    HttpPoolsEndpoint httpPoolsEndpoint(
            HttpPools pools, EndpointProperties properties, ObjectProvider<SanitizingFunction> functions) {
        return new HttpPoolsEndpoint(pools, shown(pools, properties, functions));
    }

    @Bean
    @ConditionalOnAvailableEndpoint(exposure = EndpointExposure.WEB)
    @ConditionalOnMissingBean(name = "statsPageEndpoint")
    StatsPageEndpoint statsPageEndpoint(
            Environment environment, PageProperties properties, ObjectProvider<PathMappedEndpoints> endpoints) {
        String application = environment.getProperty("spring.application.name", "application");
        return new StatsPageEndpoint(application, properties, endpoints);
    }

    @Bean
    @Lazy
    static SanitizingFunction httpPoolCredentials() {
        return new HiddenCredentials();
    }

    private static ShownSettings shown(
            HttpPools pools, EndpointProperties properties, ObjectProvider<SanitizingFunction> functions) {
        return new ShownSettings(pools, properties, functions.orderedStream().toList());
    }
}
