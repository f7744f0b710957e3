package dev.weir;

import dev.weir.config.JvmDnsCache;
import dev.weir.config.PoolConfig;
import dev.weir.diagnosis.Diagnosis;
import dev.weir.diagnosis.Finding;
import dev.weir.internal.diagnosis.ConfigChecks;
import dev.weir.internal.diagnosis.PoolFigures;
import dev.weir.internal.diagnosis.SettingNames;
import java.time.Duration;
import java.util.List;
import org.apache.hc.client5.http.DnsResolver;
import org.apache.hc.client5.http.SystemDefaultDnsResolver;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Looks for what is wrong with a pool. Immutable. */
final class PoolHealth {

    private static final Logger LOG = LoggerFactory.getLogger("dev.weir.config");

    private final DnsResolver resolver;
    private final SettingNames names;

    /** Creates it for a pool that asks this resolver, below its own cache. */
    PoolHealth(DnsResolver resolver, SettingNames names) {
        this.resolver = resolver;
        this.names = names;
    }

    /** Looks at a pool as it is. */
    Diagnosis diagnose(PoolFigures figures) {
        return new Diagnosis(figures.findings(ofConfig(figures.config(), figures.addressChanges())));
    }

    private List<Finding> ofConfig(PoolConfig config, long addressChanges) {
        // Only the JDK's own look-up goes through the JVM's cache.
        boolean isOfJvm = resolver instanceof SystemDefaultDnsResolver;
        return ConfigChecks.of(config, names, isOfJvm ? JvmDnsCache.ttl() : null, addressChanges);
    }

    /** Logs what is known to be wrong before the first request. */
    void report(PoolConfig config) {
        for (Finding finding : ofConfig(config, 0)) {
            if (finding.severity() == Finding.Severity.WARN) {
                LOG.warn("Pool '{}': {}", config.name(), finding);
            }
        }
        if (config.timeouts().isUnordered()) {
            LOG.warn(
                    "Pool '{}': {} switches off the check that poolWait < connect < read < total",
                    config.name(),
                    names.of("timeouts.unordered"));
        }
        Duration suspectedAfter = config.leakDetection();
        Duration read = config.timeouts().read();
        if (!suspectedAfter.isZero() && suspectedAfter.compareTo(read) < 0) {
            LOG.warn(
                    "Pool '{}': {} ({} ms) is shorter than {} ({} ms), so that callers that wait for the next byte are"
                            + " reported as leaks: raise the first or lower the second",
                    config.name(),
                    names.of("leakDetection"),
                    suspectedAfter.toMillis(),
                    names.of("timeouts.read"),
                    read.toMillis());
        }
    }
}
