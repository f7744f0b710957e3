package dev.weir.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.hc.core5.http.config.Http1Config;
import org.apache.hc.core5.http.io.SocketConfig;
import org.apache.hc.core5.reactor.IOReactorConfig;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;

/** Each rule at its limit and above it, with the whole message and with what it suggests. */
class RuleTest {

    @ParameterizedTest
    @CsvFileSource(resources = "/dev/weir/config/rules.txt", delimiter = '|', quoteCharacter = '~')
    void passesAtTheLimitAndAboveItTellsAllThatHelps(String passing, String failing, String message) {
        Map<String, String> settings = ExplicitKnob.map(failing);
        List<Violation> violations = Violations.of(ExplicitKnob.builder(settings));

        assertThat(Violations.of(ExplicitKnob.builder(ExplicitKnob.map(passing))))
                .isEmpty();
        assertThat(violations).extracting(Violation::message).containsExactly(message);
        assertThat(message).endsWith("[" + violations.get(0).rule() + "]");
        assertThat(settings).containsAllEntriesOf(violations.get(0).values());
        assertThat(Suggestions.heal(settings, violations.get(0).suggestion(), message))
                .allSatisfy(healed ->
                        assertThat(Violations.of(ExplicitKnob.builder(healed))).isEmpty());
    }

    @Nested
    class MinIdle {
        private static PoolConfig.Builder builder() {
            return PoolConfig.builder("shop");
        }

        @Test
        void makesDefaultLimitsGrow() {
            PoolConfig config = builder()
                    .route("https://recs", r -> r.minIdle(80))
                    .route("https://stock", r -> r.minIdle(70))
                    .build();

            assertThat(config.effective("https://recs").setting("maxConnections"))
                    .hasToString("Setting[name=maxConnections, value=80, origin=default, raised to fit"
                            + " route[https://recs].minIdle = 80]");
            assertThat(config.effective("https://recs").maxIdle()).isEqualTo(80);
            assertThat(config.effective().setting("maxTotal"))
                    .hasToString(
                            "Setting[name=maxTotal, value=150, origin=default, raised to fit the minIdle of all routes"
                                    + " = 150]");
        }

        @Test
        void keepsToThePatternsThatMatchItsOrigin() {
            assertThat(Violations.rules(b ->
                            b.route("https://*.eu", r -> r.maxIdle(4)).route("https://recs.eu", r -> r.minIdle(5))))
                    .containsExactly("min-idle-within-route");
            assertThat(Violations.rules(b -> b.route("https://*.eu", r -> r.keepAlive(k -> k.max(Duration.ZERO)))
                            .route("https://recs.eu", r -> r.minIdle(5))))
                    .containsExactly("min-idle-can-be-kept");
        }

        @Test
        void needsARouteThatIsDirect() {
            assertThat(Violations.rules(
                            b -> b.route("https://recs", r -> r.minIdle(1).proxy("http://proxy:3128"))))
                    .containsExactly("min-idle-can-be-kept");
            assertThat(Violations.rules(b -> b.proxy("http://proxy:3128")
                            .route("https://recs", r -> r.minIdle(1).proxy("none"))))
                    .isEmpty();
            assertThat(Violations.rules(b -> b.proxy("socks://proxy:1080").route("https://recs", r -> r.minIdle(1))))
                    .isEmpty();
        }
    }

    /** What HttpCore's own configurations must keep to. */
    @Nested
    class Protocols {
        @Test
        void refusesHeadsWithoutAnEnd() {
            Http1Config endless = Http1Config.custom().setMaxLineLength(-1).build();

            assertThat(Violations.rules(pool -> pool.http1Config(endless))).containsExactly("http1-config-has-limits");
            assertThat(Violations.rules(pool -> pool.http1Config(Http1Config.DEFAULT)))
                    .isEmpty();
        }

        @Test
        void leavesTheSilenceOfServersToTheReadTimeout() {
            SocketConfig sockets =
                    SocketConfig.custom().setSoTimeout(2, TimeUnit.SECONDS).build();
            IOReactorConfig reactor =
                    IOReactorConfig.custom().setSoTimeout(2, TimeUnit.SECONDS).build();

            assertThat(Violations.rules(pool -> pool.socketConfig(sockets)))
                    .containsExactly("sockets-without-timeout-and-proxy");
            assertThat(Violations.rulesOfAsync(pool -> pool.reactorConfig(reactor)))
                    .containsExactly("sockets-without-timeout-and-proxy");
        }
    }
}
