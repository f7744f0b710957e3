package dev.weir.spring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.config.JvmDnsCache;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class JvmDnsIT {

    private final JvmDnsCache.Ttls before = JvmDnsCache.current();

    @AfterEach
    void restore() {
        JvmDnsCache.apply(before.positive(), before.negative());
    }

    @Test
    void setsTheTimesOfTheJvm() {
        BootApp.run(
                context -> assertThat(JvmDnsCache.current())
                        .isEqualTo(new JvmDnsCache.Ttls(Duration.ofSeconds(17), Duration.ofSeconds(3))),
                "weir.jvm-dns.ttl=17s",
                "weir.jvm-dns.negative-ttl=3s");
    }

    @Test
    void refusesTimesThatTheJvmCannotHave() {
        assertThat(BootApp.with().failure("weir.jvm-dns.negative-ttl=-5s"))
                .startsWith("weir.jvm-dns.negative-ttl = -5s (")
                .endsWith(") must be between 0s and 2147483647s, since the JVM counts whole seconds;"
                        + " weir.jvm-dns.negative-ttl=10s would pass");
    }

    @Test
    void leavesAloneWhatIsNotSet() {
        BootApp.run(
                context -> assertThat(JvmDnsCache.current())
                        .isEqualTo(new JvmDnsCache.Ttls(Duration.ofSeconds(18), before.negative())),
                "weir.jvm-dns.ttl=18s");
        restore();

        BootApp.run(
                context -> assertThat(JvmDnsCache.current()).isEqualTo(before),
                "weir.jvm-dns.ttl=19s",
                "weir.enabled=false");
    }
}
