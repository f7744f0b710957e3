package dev.weir.spring;

import dev.weir.event.PoolListener;
import dev.weir.micrometer.PoolMetrics;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.observation.ObservationRegistry;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Lazy;

/**
 * Adds meters for the pools of an application, and to its traces the time that requests take to get a connection. Finds
 * requests without a pool by their observations.
 */
@AutoConfiguration(
        after = WeirAutoConfiguration.class,
        afterName = {
            "org.springframework.boot.micrometer.metrics.autoconfigure.CompositeMeterRegistryAutoConfiguration",
            "org.springframework.boot.micrometer.observation.autoconfigure.ObservationAutoConfiguration"
        })
@ConditionalOnBean(name = "httpPools")
@ConditionalOnBooleanProperty(name = "weir.metrics.enabled", matchIfMissing = true)
public final class WeirMetricsAutoConfiguration {

    WeirMetricsAutoConfiguration() {}

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(MeterRegistry.class)
    @ConditionalOnBean(MeterRegistry.class)
    static final class Meters {

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
    static final class Observations {

        @Bean
        @Lazy
        RequestNotes httpPoolObservations(ObservationRegistry registry) {
            return new ObservedRequests(registry);
        }
    }
}
