package dev.weir.internal.records;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetSocketAddress;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ResolverConfigTest {

    @Test
    void readsServersInTheirOrder() {
        ResolverConfig config =
                parse("# by DHCP", "nameserver 10.0.0.53", "; more", "  nameserver\tfd00::53  # local", "");

        assertThat(config.servers())
                .containsExactly(new InetSocketAddress("10.0.0.53", 53), new InetSocketAddress("fd00::53", 53));
    }

    @Test
    void passesOverWhatMakesNoSense() {
        ResolverConfig config = parse(
                "nameserver",
                "nameserver dns.test",
                "nameserver 1.2.3.4.5",
                "search",
                "options ndots:x rotate",
                "lookup file");

        assertThat(config).isEqualTo(new ResolverConfig(List.of(), List.of(), 1));
    }

    @Test
    void takesThreeServersLikeTheCLibrary() {
        assertThat(parse("nameserver 1.1.1.1", "nameserver 1.1.1.2", "nameserver 1.1.1.3", "nameserver 1.1.1.4")
                        .servers())
                .hasSize(3);
    }

    @Test
    void theLastSearchCounts() {
        assertThat(parse("domain a.test", "search b.test c.test").domains()).containsExactly("b.test", "c.test");
        assertThat(parse("search b.test c.test", "domain a.test").domains()).containsExactly("a.test");
    }

    @ParameterizedTest
    @CsvSource({
        "recs, recs.a.test recs.b.test recs",
        "recs.shop, recs.shop.a.test recs.shop.b.test recs.shop",
        "recs.shop.svc, recs.shop.svc recs.shop.svc.a.test recs.shop.svc.b.test",
        "recs., recs.",
    })
    void shortNamesAreLookedForInTheDomainsFirst(String host, String expected) {
        ResolverConfig config = parse("search a.test b.test", "options timeout:1 ndots:2");

        assertThat(config.candidates(host)).containsExactly(expected.split(" ", -1));
    }

    @Test
    void domainsThatMakeANameTooLongAreLeftOut() {
        String label = "x".repeat(60);
        ResolverConfig config = parse("search " + String.join(".", label, label, label, label));

        assertThat(config.candidates("recs-of-the-shop")).containsExactly("recs-of-the-shop");
    }

    @Test
    void readsTheUrlsOfTheJdk() {
        assertThat(ResolverConfig.ofUrls("dns://10.0.0.53 dns://[fe80::1]/ dns://10.0.0.54/corp.test")
                        .servers())
                .containsExactly(
                        new InetSocketAddress("10.0.0.53", 53),
                        new InetSocketAddress("fe80::1", 53),
                        new InetSocketAddress("10.0.0.54", 53));
    }

    private static ResolverConfig parse(String... lines) {
        return ResolverConfig.parse(List.of(lines));
    }
}
