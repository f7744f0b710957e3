package dev.weir.spring.actuate;

import dev.weir.spring.HttpPools;
import dev.weir.spring.WeirAutoConfiguration;
import org.springframework.boot.actuate.autoconfigure.info.ConditionalOnEnabledInfoContributor;
import org.springframework.boot.actuate.autoconfigure.info.InfoContributorFallback;
import org.springframework.boot.actuate.info.InfoContributor;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;

/**
 * Tells of the pools in the info of an application, as {@code httpPools}, if {@code management.info.httppools.enabled=true}.
 */
@AutoConfiguration(after = WeirAutoConfiguration.class)
@ConditionalOnClass({InfoContributor.class, ConditionalOnEnabledInfoContributor.class})
@ConditionalOnBean(name = "httpPools")
public final class WeirInfoAutoConfiguration {

    WeirInfoAutoConfiguration() {}

    // On the class, the condition on it would be loaded even where actuator is missing.
    @Bean
    @ConditionalOnEnabledInfoContributor(value = "httppools", fallback = InfoContributorFallback.DISABLE)
    @ConditionalOnMissingBean(name = "httppoolsInfoContributor")
    InfoContributor httppoolsInfoContributor(HttpPools pools) {
        return new HttpPoolsInfoContributor(pools);
    }
}
