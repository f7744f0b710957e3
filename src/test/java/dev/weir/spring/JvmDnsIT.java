package dev.weir.spring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.config.JvmDnsCache;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class JvmDnsIT {

    private final List<Duration> before = times();

    @AfterEach
    void restore() {
        JvmDnsCache.apply(before.get(0), before.get(1));
    }

    private static List<Duration> times() {
        return List.of(JvmDnsCache.ttl(), JvmDnsCache.negativeTtl());
    }

    @Test
    void setsTheTimesOfTheJvm() {
        BootApp.run(
                context -> assertThat(times()).containsExactly(Duration.ofSeconds(17), Duration.ofSeconds(3)),
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
                context -> assertThat(times()).containsExactly(Duration.ofSeconds(18), before.get(1)),
                "weir.jvm-dns.ttl=18s");
        restore();

        BootApp.run(context -> assertThat(times()).isEqualTo(before), "weir.jvm-dns.ttl=19s", "weir.enabled=false");
    }
}
