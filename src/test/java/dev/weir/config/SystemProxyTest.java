package dev.weir.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.net.ProxySelector;
import java.net.URI;
import java.util.Map;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SystemProxyTest {

    private static String chosen(ProxySelector selector, String uri) {
        return selector.select(URI.create(uri)).get(0).toString().replace("/<unresolved>", "");
    }

    private static ProxySelector ofEnvironment(String... variables) {
        return SystemProxy.of(Map.of(), map(variables));
    }

    private static ProxySelector ofProperties(String... properties) {
        return SystemProxy.of(map(properties), Map.of());
    }

    private static Map<String, String> map(String... pairs) {
        return pairs.length == 2 ? Map.of(pairs[0], pairs[1]) : Map.of(pairs[0], pairs[1], pairs[2], pairs[3]);
    }

    @Test
    void isDirectWhereNothingIsSet() {
        ProxySelector none = SystemProxy.of(Map.of(), Map.of("HTTPS_PROXY", " ", "NO_PROXY", "recs"));

        assertThat(chosen(none, "https://recs")).isEqualTo("DIRECT");
        assertThat(chosen(none, "ftp://recs")).isEqualTo("DIRECT");
    }

    @Test
    void isThatOfTheSchemeAlone() {
        ProxySelector selector = SystemProxy.of(
                Map.of("http.proxyHost", "one", "http.proxyPort", "3128"), Map.of("HTTPS_PROXY", "http://two:3129"));

        assertThat(chosen(selector, "http://recs")).isEqualTo("HTTP @ one:3128");
        assertThat(chosen(selector, "https://recs")).isEqualTo("HTTP @ two:3129");
    }

    @Test
    void prefersPropertiesWithTheirExclusionsToTheEnvironment() {
        ProxySelector selector = SystemProxy.of(
                Map.of("https.proxyHost", "one", "http.nonProxyHosts", "a"),
                Map.of("HTTPS_PROXY", "two:3129", "NO_PROXY", "b"));

        assertThat(chosen(selector, "https://a")).isEqualTo("DIRECT");
        assertThat(chosen(selector, "https://b")).isEqualTo("HTTP @ one:443");
    }

    @Nested
    class OfProperties {
        @ParameterizedTest
        @CsvSource({
            "https://recs.internal, DIRECT",
            "https://a.b.internal, DIRECT",
            "https://internal, HTTP @ proxy:443",
            "https://10.1.2.3, DIRECT",
            "https://110.1.2.3, HTTP @ proxy:443",
            "https://RECS, DIRECT",
            "https://a.recs, HTTP @ proxy:443",
            "https://my_service.internal:8443, DIRECT",
            "https://my_service:8443, HTTP @ proxy:443",
            "https://localhost, HTTP @ proxy:443"
        })
        void excludesHostsByNameAndWildcard(String uri, String expected) {
            ProxySelector selector =
                    ofProperties("https.proxyHost", "proxy", "http.nonProxyHosts", "*.internal|10.*| recs |");

            assertThat(chosen(selector, uri)).isEqualTo(expected);
        }

        @ParameterizedTest
        @ValueSource(strings = {"http://localhost:8080", "http://127.0.0.1", "http://127.1.2.3", "http://[::1]:8080"})
        void excludesTheLoopbackUnlessToldOtherwise(String uri) {
            assertThat(chosen(ofProperties("http.proxyHost", "proxy"), uri)).isEqualTo("DIRECT");
            assertThat(chosen(ofProperties("http.proxyHost", "proxy", "http.nonProxyHosts", ""), uri))
                    .isEqualTo("HTTP @ proxy:80");
        }

        @ParameterizedTest
        @ValueSource(strings = {"0", "65536", "http", "-1"})
        void refusesAPortThatIsNone(String port) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> ofProperties("https.proxyHost", "proxy", "https.proxyPort", port))
                    .withMessage("https.proxyPort must be a port from 1 to 65535, but was " + port + "; such as 3128");
        }

        @Test
        void refusesAnExclusionThatMatchesNothing() {
            assertThatIllegalArgumentException()
                    .isThrownBy(() ->
                            ofProperties("https.proxyHost", "proxy", "http.nonProxyHosts", "recs|ann:secret@recs"))
                    .withMessage(
                            "http.nonProxyHosts must have only host names and addresses, with * for any characters,"
                                    + " between its |, but has ***@recs; such as localhost|*.internal|10.*");
        }
    }

    @Nested
    class OfTheEnvironment {
        @ParameterizedTest
        @CsvSource({
            "https://internal, DIRECT",
            "https://a.b.internal, DIRECT",
            "https://ainternal, HTTP @ proxy:3128",
            "https://below, HTTP @ proxy:3128",
            "https://a.below, DIRECT",
            "https://10.1.2.3, DIRECT",
            "https://11.1.2.3, HTTP @ proxy:3128",
            "https://recs:8443, DIRECT",
            "https://recs, HTTP @ proxy:3128",
            "https://a.recs:8443, DIRECT",
            "https://192.168.7.7, DIRECT",
            "https://localhost, DIRECT",
            "https://127.3.2.1, DIRECT",
            "https://[::1], DIRECT",
            "https://b\u00fccher.example, DIRECT",
            "https://xn--bcher-kva.example, DIRECT"
        })
        void excludesNamesWithThoseBelowAddressesAndBlocks(String uri, String expected) {
            ProxySelector selector = ofEnvironment(
                    "https_proxy",
                    "http://proxy:3128/",
                    "NO_PROXY",
                    "internal, .below,10.0.0.0/8 recs:8443,192.168.*,b\u00fccher.example");

            assertThat(chosen(selector, uri)).isEqualTo(expected);
        }

        @Test
        void excludesEverythingByAnAsterisk() {
            assertThat(chosen(ofEnvironment("HTTPS_PROXY", "proxy:3128", "no_proxy", "*"), "https://recs"))
                    .isEqualTo("DIRECT");
        }

        @Test
        void leavesUserInfoOut() {
            ProxySelector selector = ofEnvironment("HTTPS_PROXY", "http://ann:secret@proxy:3128");

            assertThat(chosen(selector, "https://recs")).isEqualTo("HTTP @ proxy:3128");
            assertThat(selector.toString() + selector.select(URI.create("https://recs")))
                    .doesNotContain("secret");
        }

        @ParameterizedTest
        @CsvSource({
            "https://proxy:3128, https://proxy:3128",
            "socks5://ann:secret@proxy:1080, socks5://***@proxy:1080",
            "http://proxy:70000, http://proxy:70000",
            "ann:sec ret@proxy, ***@proxy",
        })
        void refusesWhatIsNoHttpProxyWithoutShowingItsUser(String value, String shown) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> ofEnvironment("HTTPS_PROXY", value))
                    .withMessage("HTTPS_PROXY must be http://host:port, but was " + shown
                            + "; such as http://proxy:3128. A proxy of another kind is set by proxy(...)");
        }

        @Test
        void refusesAnExclusionThatMatchesNothing() {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> ofEnvironment("HTTPS_PROXY", "proxy:3128", "NO_PROXY", "recs,http://recs/"))
                    .withMessage(
                            "NO_PROXY must have only host names, .domain, *, IP addresses and CIDR blocks between its"
                                    + " commas, but has http://recs/; such as localhost,.internal,10.0.0.0/8");
        }

        @Test
        void believesNoHeaderOfACgiRequest() {
            Map<String, String> cgi = Map.of("REQUEST_METHOD", "GET", "HTTP_PROXY", "http://evil:1");

            assertThat(chosen(SystemProxy.of(Map.of(), cgi), "http://recs")).isEqualTo("DIRECT");
            assertThat(chosen(ofEnvironment("HTTP_PROXY", "http://proxy:1"), "http://recs"))
                    .isEqualTo("HTTP @ proxy:1");
        }
    }

    @Test
    void isReadWhenItIsAskedFor() {
        assertThat(SystemProxy.current().select(URI.create("http://127.0.0.1"))).hasSize(1);
    }
}
