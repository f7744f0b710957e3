package dev.weir;

import dev.weir.config.JvmDnsCache;
import dev.weir.config.PoolConfig;
import dev.weir.diagnosis.Diagnosis;
import dev.weir.diagnosis.Finding;
import dev.weir.internal.diagnosis.JvmDns;
import dev.weir.internal.diagnosis.WithoutEffect;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.hc.client5.http.DnsResolver;
import org.apache.hc.client5.http.SystemDefaultDnsResolver;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Looks for what is wrong with a pool. Immutable. */
final class PoolHealth {

    private static final Logger LOG = LoggerFactory.getLogger(HttpPool.class);

    private final DnsResolver resolver;

    /** Creates it for a pool that asks this resolver, below its own cache. */
    PoolHealth(DnsResolver resolver) {
        this.resolver = resolver;
    }

    Diagnosis diagnose(PoolConfig config) {
        return new Diagnosis(Stream.concat(WithoutEffect.find(config).stream(), jvmDns(config).stream())
                .toList());
    }

    private Optional<Finding> jvmDns(PoolConfig config) {
        // Only the JDK's own look-up goes through the JVM's cache.
        return resolver instanceof SystemDefaultDnsResolver
                ? JvmDns.find(config, JvmDnsCache.current().positive())
                : Optional.empty();
    }

    /** Logs what is known to be wrong before the first request. */
    void report(PoolConfig config) {
        for (Finding finding : diagnose(config).findings()) {
            if (finding.severity() == Finding.Severity.WARN) {
                LOG.warn("Pool '{}': {}", config.name(), finding);
            }
        }
        if (config.timeouts().isUnordered()) {
            LOG.warn(
                    "Pool '{}': timeouts.unordered() switches off the check that poolWait < connect < read < total",
                    config.name());
        }
    }
}
