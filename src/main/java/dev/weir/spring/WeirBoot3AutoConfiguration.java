package dev.weir.spring;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingClass;
import org.springframework.core.env.Environment;

/** Logs once why an application on Spring Boot 3 has no pools, and which properties have no effect there. */
@AutoConfiguration
@ConditionalOnClass(name = "org.springframework.web.client.RestClient")
@ConditionalOnMissingClass("org.springframework.boot.http.client.autoconfigure.HttpClientSettingsPropertyMapper")
public final class WeirBoot3AutoConfiguration {

    private static final Logger LOG = LoggerFactory.getLogger(WeirBoot3AutoConfiguration.class);

    WeirBoot3AutoConfiguration(Environment environment) {
        LOG.info("HTTP clients run without pools of Weir: these need Spring Boot 4. For Spring Boot 3 there is a bean"
                + " to copy in https://github.com/weir-dev/weir/blob/main/docs/spring.md#spring-boot-35");
        UnusedProperties.text(new SetProperties(environment)).ifPresent(LOG::warn);
    }
}
