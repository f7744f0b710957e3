package dev.weir.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which targets are excluded from the proxy. */
class NoProxyTest {

    private static PoolConfig config(String... entries) {
        return PoolConfig.builder("shop")
                .proxy("http://proxy:3128")
                .noProxy(entries)
                .build();
    }

    @ParameterizedTest
    @CsvSource({
        "recs, recs, 80",
        "recs, RECS., 443",
        "Recs.Internal., recs.internal, 80",
        "recs:8443, recs, 8443",
        "*.internal, recs.internal, 80",
        "*.internal, a.b.recs.internal, 80",
        "*.internal:8443, recs.internal, 8443",
        "*, anything.example, 80",
        "*:8080, anything.example, 8080",
        "*.bücher.example, www.xn--bcher-kva.example, 80",
        "127.0.0.1, 127.0.0.1, 80",
        "127.0.0.1:8080, 127.0.0.1, 8080",
        "10.0.0.0/8, 10.255.0.1, 80",
        "10.1.2.3/8, 10.255.0.1, 80",
        "192.168.0.128/25, 192.168.0.255, 80",
        "10.0.0.0/8:8443, 10.0.0.1, 8443",
        "0.0.0.0/0, 93.184.216.34, 80",
        "10.0.0.0/8, ::ffff:10.0.0.1, 80",
        "::1, ::1, 80",
        "::1, [0:0:0:0:0:0:0:1], 80",
        "[::1]:8443, ::1, 8443",
        "fd00::/8, fd12:3456::1, 80",
        "[fd00::]/8:8443, [fd12:3456::1], 8443",
        "fe80::/10, fe80::1%eth0, 80"
    })
    void excludesHostsThatAnEntryMatches(String entry, String host, int port) {
        assertThat(config(entry).proxyFor("http", host, port)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "recs, recs.internal, 80",
        "recs, my-recs, 80",
        "recs:8443, recs, 443",
        "*.internal, internal, 80",
        "*.internal, recsinternal, 80",
        "*.internal, internal.example, 80",
        "*.internal:8443, recs.internal, 443",
        "*:8080, anything.example, 80",
        "127.0.0.1, localhost, 80",
        "localhost, 127.0.0.1, 80",
        "127.0.0.0/8, localhost, 80",
        "10.0.0.0/8, 11.0.0.1, 80",
        "10.0.0.0/8, 10.example, 80",
        "192.168.0.128/25, 192.168.0.127, 80",
        "10.0.0.0/8:8443, 10.0.0.1, 443",
        "0.0.0.0/0, ::1, 80",
        "fd00::/8, fe00::1, 80",
        "::/0, 10.0.0.1, 80"
    })
    void leavesToTheProxy(String entry, String host, int port) {
        assertThat(config(entry).proxyFor("http", host, port)).contains(URI.create("http://proxy:3128"));
    }

    @ParameterizedTest
    @CsvSource({
        "'', *.internal",
        "http://recs:8080/x, recs:8080",
        "127.*, 127.0.0.0/8",
        "192.168.*, 192.168.0.0/16",
        "recs:0, *.internal",
        "recs:65536, *.internal",
        "re cs, *.internal",
        "'a,b', *.internal",
        "a|b, *.internal",
        "a.*.b, *.internal",
        "300.1.1.1, *.internal",
        "10.0.0.010, *.internal",
        "10.0.0, *.internal",
        "fd00::/129, fd00::",
        "1::2::3, *.internal",
        "[recs], *.internal",
        "recs/8, recs"
    })
    void refusesWithWhatWouldPass(String entry, String remedy) {
        List<Violation> violations =
                Violations.of(config -> config.proxy("http://proxy:3128").noProxy(entry));

        assertThat(violations).extracting(Violation::rule).containsExactly("no-proxy-entry");
        assertThat(violations).extracting(Violation::suggestion).containsExactly("noProxy(\"" + remedy + "\")");
    }

    @Test
    void showsNoPasswordOfAnEntry() {
        List<Violation> violations =
                Violations.of(config -> config.proxy("http://proxy:3128").noProxy("http://ann:secret@recs/"));

        assertThat(violations)
                .singleElement()
                .asString()
                .doesNotContain("secret")
                .contains("noProxy(\"recs\")");
    }

    @Test
    void refusesToExcludeFromTheSocksProxyOfAnAsynchronousPool() {
        Violation violation = Violations.ofAsync(
                        b -> b.proxy("socks://proxy:1080").noProxy("recs"))
                .get(0);

        assertThat(violation.message())
                .isEqualTo(
                        "noProxy must be empty where buildAsync() has proxy socks://proxy:1080, but was \"recs\": the"
                                + " I/O threads of an asynchronous pool open all their connections through its SOCKS"
                                + " proxy; noProxy() would pass [async-socks-for-all]");
    }
}
