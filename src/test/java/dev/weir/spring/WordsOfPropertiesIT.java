package dev.weir.spring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.ManagedPool;
import dev.weir.diagnosis.Finding;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What a pool says of itself names properties where properties made it. */
class WordsOfPropertiesIT {

    private final Site site = new Site();

    @AfterEach
    void stop() {
        site.close();
    }

    @Test
    void whereACallerGetsNoConnection() {
        site.start(
                "weir.defaults.max-per-route=1", "weir.defaults.max-pending=0", "weir.defaults.timeouts.connect=20s");
        site.hold(1);
        Site.await(() -> site.now().leased() == 1);

        String answer = site.get();

        assertThat(answer)
                .contains("(weir.defaults.max-pending (commandLineArgs) is 0)")
                .contains(
                        "raise weir.defaults.max-per-route (commandLineArgs), or weir.pools.default.routes.<nickname>.max-connections");
    }

    @Test
    void whereTheRuleOfARouteIsTheLimit() {
        site.start(
                "weir.defaults.max-pending=0",
                "weir.defaults.timeouts.connect=20s",
                "weir.defaults.routes.upstream.target=" + site.server().origin(),
                "weir.pools.default.routes.upstream.max-connections=1");
        site.hold(1);
        Site.await(() -> site.now().leased() == 1);

        String answer = site.get();

        assertThat(answer).contains("; raise weir.pools.default.routes.upstream.max-connections (commandLineArgs).");
    }

    @Test
    void whereSomethingIsFound() {
        site.start(
                "weir.defaults.dns.ttl=1s", "weir.defaults.timeouts.unordered=true", "weir.defaults.timeouts.total=1s");
        site.get();

        ManagedPool pool = site.pool();
        pool.reconfigure(pool.config().toBuilder()
                .timeouts(t -> t.connect(Duration.ofSeconds(5)))
                .build());

        assertThat(pool.diagnose().findings())
                .filteredOn(finding -> finding.what().contains("out of order"))
                .extracting(Finding::evidence)
                .singleElement()
                .asString()
                .contains(
                        "weir.pools.default.timeouts.connect = 5s",
                        "weir.defaults.timeouts.total (commandLineArgs) = 1s");
    }

    @Test
    void whereTheJvmKeepsAddressesForLonger() {
        try (var context = BootApp.with().start("weir.defaults.dns.ttl=1s")) {
            BootApp.restClient(context)
                    .get()
                    .uri(site.server().uri("/"))
                    .retrieve()
                    .toBodilessEntity();

            assertThat(context.getBean(HttpPools.class)
                            .find("default")
                            .orElseThrow()
                            .diagnose()
                            .findings())
                    .filteredOn(finding -> finding.what().contains("JVM's own DNS cache"))
                    .singleElement()
                    .satisfies(finding -> assertThat(finding.toString())
                            .contains(
                                    "than weir.defaults.dns.ttl (commandLineArgs) says",
                                    "Set it to the same by weir.jvm-dns.ttl, or start the JVM"));
        }
    }
}
