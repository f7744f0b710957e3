package dev.weir.config;

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.security.NoSuchAlgorithmException;
import java.util.List;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PoolConfigTest {

    @Test
    void keepsOnlyWhatWasExplicit() {
        PoolConfig config =
                PoolConfig.builder("shop").timeouts(t -> t.read(ofMillis(300))).build();

        PoolConfig changed =
                config.toBuilder().timeouts(t -> t.read(ofSeconds(5))).build();

        assertThat(changed.timeouts().connect()).hasSeconds(2);
        assertThat(changed)
                .isEqualTo(PoolConfig.builder("shop")
                        .timeouts(t -> t.read(ofSeconds(5)))
                        .build());
        assertThat(config.toBuilder().build()).isEqualTo(config).hasSameHashCodeAs(config);
    }

    @Test
    void printsOnlyWhatIsExplicit() {
        PoolConfig config = PoolConfig.builder("shop")
                .timeouts(t -> t.read(ofSeconds(90)))
                .maxTotal(50)
                .route("https://recs", r -> r.maxConnections(5))
                .build();

        assertThat(config)
                .hasToString(
                        "PoolConfig[shop: maxTotal=50, timeouts.read=90s, " + "route https://recs {maxConnections=5}]");
        assertThat(PoolConfig.builder("shop").build()).hasToString("PoolConfig[shop]");
    }

    @Test
    @SuppressWarnings({"NullAway", "DataFlowIssue"})
    void refusesNullAtOnceAndNamesTheKnob() {
        PoolConfig.Builder builder = PoolConfig.builder("shop");

        assertThatNullPointerException()
                .isThrownBy(() -> builder.timeouts(t -> t.read(null)))
                .withMessage("timeouts.read must not be null");
        assertThatNullPointerException().isThrownBy(() -> builder.reuse(null)).withMessage("reuse must not be null");
        assertThatNullPointerException()
                .isThrownBy(() -> builder.timeouts(null))
                .withMessage("timeouts must not be null");
        assertThatNullPointerException()
                .isThrownBy(() -> builder.tls(t -> t.protocols("TLSv1.3", null)))
                .withMessage("tls.protocols must not contain null");
        assertThatNullPointerException()
                .isThrownBy(() -> PoolConfig.builder(null))
                .withMessage("name must not be null");
    }

    @Test
    void reportsAllThatIsWrongAtOnce() {
        PoolConfig.Builder builder = PoolConfig.builder("my shop")
                .maxTotal(0)
                .timeouts(t -> t.connect(ofSeconds(9)).read(ofSeconds(5)))
                .route("recs", r -> r.maxPending(-1));

        assertThatThrownBy(builder::build)
                .isInstanceOf(InvalidPoolConfigException.class)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("""
                    pool 'my shop' has 5 violations:
                    - name must be 1 to 64 letters, digits, dots, underscores or hyphens, but was "my shop": \
                    the name stands in metrics, thread names and errors; name("my-shop") would pass [name-syntax]
                    - maxTotal must be at least 1, but was 0: with 0 no request could be sent; \
                    maxTotal(100) would pass [count-at-least-one]
                    - route[recs] must be scheme://host or scheme://host:port with http or https and, for a pattern, \
                    a host that is * or starts with *., but was "recs": a rule is matched against the origins of requests; \
                    route("https://recs") would pass [target-syntax]
                    - route[recs].maxPending must be at least 0, but was -1: it is a number of connections, callers or requests; \
                    route[recs].maxPending(1000) would pass [count-not-negative]
                    - timeouts.connect must be shorter than timeouts.read (5s), but was 9s: a host that takes \
                    longer to connect to than to respond is unreachable, and waiting hides it; \
                    timeouts.connect(2s) would pass \
                    [connect-below-read]\
                    """);
    }

    @ParameterizedTest
    @CsvSource({"ü, u", "größe, gro-e", "my shop, my-shop", "北京, pool", "' ', pool"})
    void proposesANameThatIsReadable(String name, String proposed) {
        assertThat(Violations.of(PoolConfig.builder(name)))
                .filteredOn(violation -> violation.rule().equals("name-syntax"))
                .extracting(Violation::suggestion)
                .containsExactly("name(\"" + proposed + "\")");
    }

    @Test
    void refusesARuleThatSetsNothing() throws NoSuchAlgorithmException {
        SSLContext context = SSLContext.getDefault();

        assertThat(Violations.of(b -> b.route("https://recs", r -> {})))
                .singleElement()
                .hasToString("route[https://recs] must set something, but was empty: a rule without"
                        + " a value changes nothing; leaving it out would pass [rule-sets-something]");
        assertThat(Violations.of(b -> b.route("https://recs", r -> r.sslContext(context))))
                .isEmpty();
    }

    @Test
    void refusesTwoRulesForOneTarget() {
        List<Violation> violations = Violations.of(b ->
                b.route("https://recs", r -> r.maxConnections(5)).route("https://RECS:443", r -> r.maxConnections(6)));

        assertThat(violations)
                .extracting(Violation::message)
                .containsExactly("route[https://RECS:443] must be another target than route[https://recs] of the same"
                        + " pool, but was \"https://RECS:443\": with two rules for one target it is unclear"
                        + " which one counts; route(\"https://recs\") once, with the values of both, would"
                        + " pass [target-unique]");
        assertThat(violations.get(0).values()).containsOnlyKeys("route[https://RECS:443]", "route[https://recs]");
    }

    @Test
    void neverShowsCredentials() {
        PoolConfig.Builder builder = PoolConfig.builder("shop")
                .proxy("http://user:s3cret/?#@proxy:3128")
                .route("https://user:s3cret@recs", r -> r.maxConnections(5).maxPending(-1));

        assertThatThrownBy(builder::build)
                .hasMessageContaining("http://***@proxy:3128")
                .hasMessageContaining("https://***@recs")
                .hasMessageNotContaining("s3cret");
    }

    @Test
    void aLiftedOrderCanBeRestored() {
        PoolConfig lifted = PoolConfig.builder("shop")
                .timeouts(t -> t.unordered().connect(ofSeconds(8)).read(ofSeconds(7)))
                .build();

        PoolConfig.Builder restored = lifted.toBuilder().timeouts(t -> t.unordered(false));

        assertThat(Violations.of(restored))
                .extracting(Violation::rule)
                .containsExactlyElementsOf(Violations.rules(
                        b -> b.timeouts(t -> t.connect(ofSeconds(8)).read(ofSeconds(7)))))
                .isNotEmpty();
    }

    @Test
    void speaksOtherProtocolsOnlyAsynchronously() {
        PoolConfig async = PoolConfig.builder("shop").asyncConfig();
        PoolConfig http2 = PoolConfig.builder("shop").protocol(Protocol.HTTP_2).asyncConfig();

        assertThat(async.effective().protocol()).isEqualTo(Protocol.NEGOTIATE);
        assertThat(http2.effective().protocol()).isEqualTo(Protocol.HTTP_2);
        assertThat(Violations.rules(b -> b.protocol(Protocol.HTTP_2))).containsExactly("protocol-of-blocking-pool");
    }
}
