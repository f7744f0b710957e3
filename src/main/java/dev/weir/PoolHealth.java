package dev.weir;

import dev.weir.config.JvmDnsCache;
import dev.weir.config.PoolConfig;
import dev.weir.diagnosis.Diagnosis;
import dev.weir.diagnosis.Finding;
import dev.weir.event.CloseCause;
import dev.weir.internal.diagnosis.Examination;
import dev.weir.internal.diagnosis.JvmDns;
import dev.weir.internal.diagnosis.LateMaintenance;
import dev.weir.internal.diagnosis.OutOfOrder;
import dev.weir.internal.diagnosis.PoolFigures;
import dev.weir.internal.diagnosis.SettingNames;
import dev.weir.internal.diagnosis.ThreadFigures;
import dev.weir.internal.log.Log;
import java.time.Duration;
import java.util.Comparator;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.hc.client5.http.DnsResolver;
import org.apache.hc.client5.http.SystemDefaultDnsResolver;

/** Looks for what is wrong with a pool. Immutable. */
final class PoolHealth {

    private static final Log LOG = Log.of("config");

    private final DnsResolver resolver;
    private final SettingNames names;

    /** Creates it for a pool that asks this resolver, below its own cache. */
    PoolHealth(DnsResolver resolver, SettingNames names) {
        this.resolver = resolver;
        this.names = names;
    }

    /** Looks at a pool as it is. */
    Diagnosis diagnose(PoolFigures figures, ThreadFigures threads) {
        long addressChanges = figures.routes().stream()
                .mapToLong(route -> route.traffic().closed(CloseCause.DNS_CHANGED))
                .sum();
        return new Diagnosis(Stream.of(
                        LateMaintenance.find(threads).stream(),
                        ofConfig(figures.config(), addressChanges),
                        Examination.of(figures).stream())
                .flatMap(findings -> findings)
                .sorted(Comparator.comparing(Finding::severity).reversed())
                .toList());
    }

    private Stream<Finding> ofConfig(PoolConfig config, long addressChanges) {
        return Stream.of(jvmDns(config, addressChanges), OutOfOrder.find(config, names))
                .flatMap(Optional::stream);
    }

    private Optional<Finding> jvmDns(PoolConfig config, long addressChanges) {
        // Only the JDK's own look-up goes through the JVM's cache.
        return resolver instanceof SystemDefaultDnsResolver
                ? JvmDns.find(config, names, JvmDnsCache.current().positive(), addressChanges)
                : Optional.empty();
    }

    /** Logs what is known to be wrong before the first request. */
    void report(PoolConfig config) {
        ofConfig(config, 0)
                .filter(finding -> finding.severity() == Finding.Severity.WARN)
                .forEach(finding -> LOG.warn("Pool '{}': {}", config.name(), finding));
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
