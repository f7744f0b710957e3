package dev.weir.spring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.config.JvmDnsCache;
import dev.weir.testserver.Handler;
import dev.weir.testserver.LoopbackServer;
import dev.weir.testserver.TestCertificates;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.List;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class JvmSettingsIT {

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

    /** Without a bundle, what the JVM was told about TLS holds, as it does for Boot's own clients. */
    @Nested
    class Tls {
        private final LoopbackServer server = LoopbackServer.https(TestCertificates.trusted())
                .handler(Handler.ok("secret"))
                .start();
        private final SSLContext before;

        Tls() throws NoSuchAlgorithmException {
            this.before = SSLContext.getDefault();
        }

        @BeforeEach
        void trust() {
            SSLContext.setDefault(TestCertificates.trusted().clientContext());
        }

        @AfterEach
        void restore() {
            SSLContext.setDefault(before);
            System.clearProperty("https.protocols");
            server.close();
        }

        @Test
        void reachesBlockingClients() {
            BootApp.run(context -> assertThat(BootApp.restClient(context)
                            .get()
                            .uri(server.uri("/"))
                            .retrieve()
                            .body(String.class))
                    .isEqualTo("secret"));
        }

        @Test
        void takesTheProtocolsOfTheSystemProperty() {
            System.setProperty("https.protocols", "TLSv1.2");

            BootApp.run(context -> {
                BootApp.restClient(context)
                        .get()
                        .uri(server.uri("/"))
                        .retrieve()
                        .toBodilessEntity();

                assertThat(context.getBean(HttpPools.class)
                                .find("default")
                                .orElseThrow()
                                .config()
                                .tls()
                                .protocols())
                        .containsExactly("TLSv1.2");
            });
        }
    }
}
