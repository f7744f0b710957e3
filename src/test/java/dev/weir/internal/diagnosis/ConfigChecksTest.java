package dev.weir.internal.diagnosis;

import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.config.PoolConfig;
import dev.weir.diagnosis.Finding;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import org.junit.jupiter.api.Test;

class ConfigChecksTest {

    @Test
    void findsNothingWhereTheJvmForgetsAsSoonAsThePool() {
        PoolConfig config = PoolConfig.builder("shop").build();

        assertThat(ConfigChecks.jvmDns(config, SettingNames.PLAIN, ofSeconds(10), 0))
                .isEmpty();
    }

    @Test
    void findsNothingUnderDefaultSettings() {
        PoolConfig config = PoolConfig.builder("shop").build();

        assertThat(ConfigChecks.jvmDns(config, SettingNames.PLAIN, ofSeconds(30), 0))
                .isEmpty();
    }

    @Test
    void tellsOfALongerCacheWhereAddressesChange() {
        PoolConfig config = PoolConfig.builder("shop").build();

        Finding finding = ConfigChecks.jvmDns(config, SettingNames.PLAIN, ofSeconds(11), 3)
                .orElseThrow();

        assertThat(finding.severity()).isEqualTo(Finding.Severity.INFO);
        assertThat(finding.evidence())
                .isEqualTo("networkaddress.cache.ttl is 11 s, dns.ttl is 10 s; connections closed recently because"
                        + " addresses changed: 3.");
    }

    @Test
    void warnsOfALongerCacheWhereTheTtlIsExplicit() {
        PoolConfig config =
                PoolConfig.builder("shop").dns(d -> d.ttl(ofSeconds(10))).build();

        assertThat(ConfigChecks.jvmDns(config, SettingNames.PLAIN, ofSeconds(30), 0)
                        .map(Finding::toString))
                .hasValue("WARN: The JVM's own DNS cache keeps addresses for longer than this pool, so that a change"
                        + " of address is seen later than dns.ttl says. Evidence: networkaddress.cache.ttl is 30"
                        + " s, dns.ttl is 10 s. Advice: Set it to the same by JvmDnsCache.apply(...) at the very"
                        + " start of the program, or start the JVM with -Dsun.net.inetaddr.ttl=10.");
    }

    @Test
    void saysSoIfTheJvmKeepsAddressesForever() {
        PoolConfig config =
                PoolConfig.builder("shop").dns(d -> d.ttl(ofSeconds(10))).build();

        assertThat(ConfigChecks.jvmDns(config, SettingNames.PLAIN, ChronoUnit.FOREVER.getDuration(), 0)
                        .map(Finding::evidence))
                .hasValue("networkaddress.cache.ttl is forever, dns.ttl is 10 s.");
    }

    @Test
    void warnsOfCallsThatNothingEnds() {
        PoolConfig endless = PoolConfig.builder("shop")
                .timeouts(t -> t.read(Duration.ZERO).total(Duration.ZERO))
                .build();
        PoolConfig limited = PoolConfig.builder("shop")
                .timeouts(t -> t.read(Duration.ZERO).total(ofSeconds(10)))
                .build();

        assertThat(ConfigChecks.endless(endless, SettingNames.PLAIN).map(Finding::toString))
                .hasValue("WARN: A call to a server that stays silent never ends. Evidence: timeouts.read and"
                        + " timeouts.total are both 0, which means no limit. Advice: Set timeouts.read,"
                        + " timeouts.total or both.");
        assertThat(ConfigChecks.endless(limited, SettingNames.PLAIN)).isEmpty();
    }
}
