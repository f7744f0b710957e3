package dev.weir.spring;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What an application prints that cannot start. */
class StartFailureTest {

    private final BootApp app = BootApp.with();

    @Test
    void namesEveryViolationWithItsPropertyItsValueAndWhereItIsSet() {
        String text = app.failure(
                "weir.pools.payments.timeouts.read=1s",
                "weir.defaults.timeouts.connect=3s",
                "weir.defaults.eviction.jitter=2");

        assertThat(text)
                .contains(
                        "weir.defaults.eviction.jitter must be from 0.0 to 0.99, but was 2.0",
                        "\n    weir.defaults.eviction.jitter = 2 (",
                        "(\"weir.defaults.eviction.jitter\" from property source",
                        "weir.defaults.timeouts.connect must be shorter than weir.pools.payments.timeouts.read (1s),"
                                + " but was 3s",
                        "; weir.defaults.timeouts.connect=",
                        "\n    weir.pools.payments.timeouts.read = 1s (");
    }

    @Test
    void namesARouteByItsNickname() {
        assertThat(app.failure(
                        "weir.defaults.max-total=10",
                        "weir.defaults.routes.recs.target=https://recs:8443",
                        "weir.defaults.routes.recs.max-connections=50"))
                .contains("weir.defaults.routes.recs.max-connections = 50 (", "weir.defaults.max-total = 10 (");
    }

    @Test
    void asksForTheTargetOfARoute() {
        assertThat(app.failure("weir.pools.payments.routes.bank.max-connections=5"))
                .contains("weir.pools.payments.routes.bank has no target.", "routes.recs.target=https://recs:8443");
    }

    @ParameterizedTest
    @CsvSource({
        "weir.pools.payments.max-totl, max-total",
        "weir.pools.payments.read, timeouts.read",
        "weir.defaults.routes.recs.max-conections, max-connections",
        "weir.defaults.timeouts.conect, timeouts.connect"
    })
    void guessesWhatAnUnknownPropertyMeans(String property, String meant) {
        assertThat(app.failure(property + "=5s"))
                .startsWith("There is no property " + property + " = 5s (")
                .contains("Did you mean " + meant + "?");
    }

    @Test
    void explainsKeys() {
        assertThat(app.failure("weir.pools[0].name=payments")).contains("Pools have names and are no list");
        assertThat(app.failure("weir.defaults.routes.api.example.com.max-connections=5"))
                .contains("A route has a nickname without dots as its key, and the host is a value");
    }

    @Test
    void keepsThePasswordInAnAddressToItself() {
        assertThat(app.failure("weir.defaults.proxy=ftp://user:s3cret@proxy:21"))
                .doesNotContain("s3cret");
        assertThat(app.failure("weir.defaults.prox=http://user:s3cret@proxy:21"))
                .doesNotContain("s3cret");
    }

    @Test
    void namesAnUnknownBundle() {
        assertThat(app.failure("weir.pools.payments.ssl.bundle=theirs"))
                .contains("There is no SSL bundle 'theirs', which weir.pools.payments.ssl.bundle names.");
    }

    @Test
    void proposesTheTargetThatAPropertyMeans() {
        assertThat(app.failure("weir.defaults.routes.a.target=recs", "weir.defaults.routes.a.max-connections=2"))
                .contains("; weir.defaults.routes.a.target=https://recs would pass");
    }

    @Test
    void refusesTwoValuesForOneThing() {
        assertThat(app.failure(
                        "weir.defaults.timeouts.read=3s",
                        "spring.http.clients.read-timeout=4s",
                        "weir.pools.payments.timeouts.connect=1s",
                        "spring.http.serviceclient.payments.connect-timeout=2s"))
                .contains(
                        "Two properties set the read timeout to different values:",
                        "weir.defaults.timeouts.read = 3s (",
                        "spring.http.clients.read-timeout = 4s (",
                        "Two properties set the connect timeout to different values:");
    }

    @Test
    void refusesAnOrderBrokenByAPropertyOfOursAndOneOfBoots() {
        assertThat(app.failure("weir.defaults.timeouts.total=2s", "spring.http.clients.read-timeout=30s"))
                .contains("weir.defaults.timeouts.total = 2s (", "spring.http.clients.read-timeout = 30s (");
    }
}
