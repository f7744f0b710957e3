package dev.weir.spring;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.context.annotation.Lazy;

/**
 * The properties of the pools.
 *
 * @param enabled Whether the HTTP clients of the application run on pools
 * @param defaults Settings of every pool that does not set them itself
 * @param pools Settings of single pools by name
 * @param jvmDns Times for which the JVM itself remembers the answers of DNS
 * @param metrics Meters of the pools
 */
@Lazy // bound at the start only if any of them is set
@ConfigurationProperties(prefix = "weir", ignoreUnknownFields = false)
record WeirProperties(
        @DefaultValue("true") boolean enabled,
        @DefaultValue PoolProperties defaults,
        @DefaultValue Map<String, PoolProperties> pools,
        @Nullable JvmDnsProperties jvmDns,
        @DefaultValue MetricsProperties metrics) {

    WeirProperties {
        pools = Map.copyOf(pools);
    }
}
