package dev.weir.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class MinIdleTest {

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
                .hasToString("Setting[name=maxTotal, value=150, origin=default, raised to fit the minIdle of all routes"
                        + " = 150]");
    }

    @Test
    void keepsToThePatternsThatMatchItsOrigin() {
        assertThat(Violations.rules(
                        b -> b.route("https://*.eu", r -> r.maxIdle(4)).route("https://recs.eu", r -> r.minIdle(5))))
                .containsExactly("min-idle-within-max-idle");
        assertThat(Violations.rules(b -> b.route("https://*.eu", r -> r.keepAlive(k -> k.max(Duration.ZERO)))
                        .route("https://recs.eu", r -> r.minIdle(5))))
                .containsExactly("min-idle-needs-keep-alive");
    }

    @Test
    void needsARouteThatIsDirect() {
        assertThat(Violations.rules(
                        b -> b.route("https://recs", r -> r.minIdle(1).proxy("http://proxy:3128"))))
                .containsExactly("min-idle-needs-direct-route");
        assertThat(Violations.rules(b -> b.proxy("http://proxy:3128")
                        .route("https://recs", r -> r.minIdle(1).proxy("none"))))
                .isEmpty();
        assertThat(Violations.rules(b -> b.proxy("socks://proxy:1080").route("https://recs", r -> r.minIdle(1))))
                .isEmpty();
    }
}
