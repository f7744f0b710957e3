package dev.weir;

import dev.weir.config.JvmDnsCache;
import dev.weir.config.PoolConfig;
import dev.weir.diagnosis.Diagnosis;
import dev.weir.diagnosis.Finding;
import dev.weir.event.CloseCause;
import dev.weir.internal.diagnosis.AssumedServers;
import dev.weir.internal.diagnosis.EarlyLeaks;
import dev.weir.internal.diagnosis.Examination;
import dev.weir.internal.diagnosis.ForAsyncPools;
import dev.weir.internal.diagnosis.HeldUpThreads;
import dev.weir.internal.diagnosis.JvmDns;
import dev.weir.internal.diagnosis.OutOfOrder;
import dev.weir.internal.diagnosis.PoolFigures;
import dev.weir.internal.diagnosis.PortsRunOut;
import dev.weir.internal.diagnosis.RaisedTimeouts;
import dev.weir.internal.diagnosis.SettingNames;
import dev.weir.internal.diagnosis.ThreadFigures;
import dev.weir.internal.diagnosis.UnlikelyValues;
import dev.weir.internal.diagnosis.WithoutEffect;
import dev.weir.internal.event.DiagnosisData;
import dev.weir.internal.log.Log;
import dev.weir.internal.ports.LocalPorts;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import org.apache.hc.client5.http.DnsResolver;
import org.apache.hc.client5.http.SystemDefaultDnsResolver;

/** Looks for what is wrong with a pool. Immutable. */
final class PoolHealth {

    private static final Log LOG = Log.of(HttpPool.class);

    private final DnsResolver resolver;
    private final SettingNames names;
    private final Function<PoolConfig, Stream<Optional<Finding>>> ofKind;

    private PoolHealth(
            DnsResolver resolver, SettingNames names, Function<PoolConfig, Stream<Optional<Finding>>> ofKind) {
        this.resolver = resolver;
        this.names = names;
        this.ofKind = ofKind;
    }

    /**
     * Creates it for a blocking pool that asks this resolver, below its own cache, and may have a factory of connections.
     */
    static PoolHealth ofBlocking(DnsResolver resolver, SettingNames names, boolean hasOwnFactory) {
        return new PoolHealth(
                resolver,
                names,
                config -> Stream.of(
                        ForAsyncPools.find(config, names),
                        hasOwnFactory ? WithoutEffect.besideFactory(config, names) : Optional.empty()));
    }

    /** Creates it for an asynchronous pool; what a customizer has set without any effect is named. */
    static PoolHealth ofAsync(DnsResolver resolver, SettingNames names, List<String> ignored) {
        return new PoolHealth(resolver, names, config -> Stream.of(WithoutEffect.inCustomizer(ignored)));
    }

    /** Looks at a pool as it is. */
    Diagnosis diagnose(PoolFigures figures, ThreadFigures threads) {
        long addressChanges = figures.routes().stream()
                .mapToLong(route -> route.traffic().closed(CloseCause.DNS_CHANGED))
                .sum();
        return new DiagnosisData(Stream.of(
                        HeldUpThreads.find(threads),
                        ofConfig(figures.config(), addressChanges),
                        PortsRunOut.find(figures, LocalPorts::look).stream(),
                        Examination.of(figures).stream())
                .flatMap(findings -> findings)
                .sorted(Comparator.comparing(Finding::severity).reversed())
                .toList());
    }

    private Stream<Finding> ofConfig(PoolConfig config, long addressChanges) {
        return Stream.concat(
                        ofKind.apply(config), Stream.of(jvmDns(config, addressChanges), OutOfOrder.find(config, names)))
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
        AssumedServers.find(config, names).forEach(warning -> LOG.warn("Pool '{}': {}", config.name(), warning));
        RaisedTimeouts.find(config, names).forEach(raised -> LOG.info("Pool '{}': {}", config.name(), raised));
        UnlikelyValues.find(config, names).forEach(warning -> LOG.warn("Pool '{}': {}", config.name(), warning));
        EarlyLeaks.find(config, names).ifPresent(warning -> LOG.warn("Pool '{}': {}", config.name(), warning));
    }
}
