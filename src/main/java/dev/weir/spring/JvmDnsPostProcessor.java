package dev.weir.spring;

import dev.weir.config.JvmDnsCache;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.EnvironmentPostProcessor;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.core.Ordered;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.Environment;

/**
 * Sets the times of the JVM's DNS cache as soon as the properties are known: the first lookup of a name makes them final.
 */
final class JvmDnsPostProcessor implements EnvironmentPostProcessor, Ordered {

    private static final Duration LONGEST = Duration.ofSeconds(Integer.MAX_VALUE);
    private static final Logger LOG = LoggerFactory.getLogger(HttpPools.class);

    @Override
    public void postProcessEnvironment(ConfigurableEnvironment environment, SpringApplication application) {
        Binder binder = Binder.get(environment);
        Duration ttl = binder.bind("weir.jvm-dns.ttl", Duration.class).orElse(null);
        Duration negativeTtl =
                binder.bind("weir.jvm-dns.negative-ttl", Duration.class).orElse(null);
        if ((ttl != null || negativeTtl != null)
                && binder.bind("weir.enabled", Boolean.class).orElse(true)) {
            check("weir.jvm-dns.ttl", ttl, environment);
            check("weir.jvm-dns.negative-ttl", negativeTtl, environment);
            apply(ttl, negativeTtl);
        }
    }

    private static void check(String name, @Nullable Duration time, Environment environment) {
        if (time != null && (time.isNegative() || time.compareTo(LONGEST) > 0)) {
            throw new InvalidPropertiesException(
                    List.of(PropertyNames.describe(environment, name) + " must be between 0s and " + LONGEST.toSeconds()
                            + "s, since the JVM counts whole seconds; " + name + "=10s would pass"));
        }
    }

    private static void apply(@Nullable Duration ttl, @Nullable Duration negativeTtl) {
        boolean isInTime = JvmDnsCache.apply(
                Objects.requireNonNullElseGet(ttl, JvmDnsCache::ttl),
                Objects.requireNonNullElseGet(negativeTtl, JvmDnsCache::negativeTtl));
        if (!isInTime) {
            LOG.warn(
                    "weir.jvm-dns.* has no effect: the JVM looked up a name before. Set networkaddress.cache.ttl in the"
                            + " file java.security of the JVM instead");
        }
    }

    /** After the files with properties were read. */
    @Override
    public int getOrder() {
        return Ordered.LOWEST_PRECEDENCE;
    }
}
