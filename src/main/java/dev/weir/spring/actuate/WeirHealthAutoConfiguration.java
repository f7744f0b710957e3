package dev.weir.spring.actuate;

import dev.weir.spring.HttpPools;
import dev.weir.spring.WeirAutoConfiguration;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.health.autoconfigure.contributor.ConditionalOnEnabledHealthIndicator;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.annotation.Bean;

/** Adds the pools to the health of an application, as {@code httppools}; the status does not depend on them. */
@AutoConfiguration(after = WeirAutoConfiguration.class)
@ConditionalOnClass({HealthIndicator.class, ConditionalOnEnabledHealthIndicator.class})
@ConditionalOnBean(name = "httpPools")
public final class WeirHealthAutoConfiguration {

    WeirHealthAutoConfiguration() {}

    // Boot makes the component's name from the bean's. On the class, the condition on it would be loaded even where the
    // health module is missing.
    @Bean
    @ConditionalOnEnabledHealthIndicator("httppools")
    @ConditionalOnMissingBean(name = {"httppoolsHealthIndicator", "httppoolsHealthContributor"})
    HealthIndicator httppoolsHealthIndicator(HttpPools pools) {
        return new HttpPoolsHealthIndicator(pools::pools);
    }
}
