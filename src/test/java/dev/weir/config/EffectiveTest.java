package dev.weir.config;

import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;

class EffectiveTest {
    private final PoolConfig config = PoolConfig.builder("recommendations")
            .maxTotal(100)
            .maxPerRoute(20)
            .maxIdlePerRoute(20)
            .maxPending(1_000)
            .route("https://recs:8443", r -> r.maxConnections(50))
            .route("https://*.internal", r -> r.maxConnections(10).timeouts(t -> t.read(ofSeconds(8))))
            .route("https://*.db.internal", r -> r.maxConnections(3).maxIdle(1).maxPending(0))
            .route("http://[::1]", r -> r.maxConnections(2))
            .timeouts(t -> t.poolWait(ofSeconds(1))
                    .connect(ofSeconds(2))
                    .read(ofSeconds(5))
                    .total(ofSeconds(10)))
            .keepAlive(k -> k.serverIdle(ofSeconds(60))
                    .max(ofSeconds(30))
                    .margin(ofSeconds(2))
                    .learn(true))
            .build();

    @Test
    void takesTheMostSpecificRule() {
        assertThat(config.effective("https://recs:8443").maxConnections()).isEqualTo(50);
        assertThat(config.effective("https://RECS:8443").maxConnections()).isEqualTo(50);
        assertThat(config.effective("https://recs").maxConnections()).isEqualTo(20);
        assertThat(config.effective("https://a.internal").maxConnections()).isEqualTo(10);
        assertThat(config.effective("https://a.db.internal:443").maxConnections())
                .isEqualTo(3);
        assertThat(config.effective("http://[0:0:0:0:0:0:0:1]:80").maxConnections())
                .isEqualTo(2);
    }

    @Test
    void overridesOnlyWhatTheRuleNames() {
        RouteConfig route = config.effective("https://a.internal");

        assertThat(route.target()).isEqualTo("https://a.internal:443");
        assertThat(route.timeouts().read()).hasSeconds(8);
        assertThat(route.timeouts().total()).hasSeconds(10);
        assertThat(route.keepAlive()).isEqualTo(config.keepAlive());
        assertThat(route.eviction()).isEqualTo(config.eviction());
        assertThat(route.maxPending()).isEqualTo(1_000);
        assertThat(route.handshake()).hasSeconds(2);
    }

    @Test
    void tellsWhereEachValueCameFrom() {
        RouteConfig route = config.effective("https://a.internal");

        assertThat(route.setting("timeouts.read"))
                .isEqualTo(new RouteConfig.Setting("timeouts.read", "8s", "route https://*.internal"));
        assertThat(route.setting("timeouts.total")).isEqualTo(new RouteConfig.Setting("timeouts.total", "10s", "pool"));
        assertThat(route.setting("eviction.idle"))
                .isEqualTo(new RouteConfig.Setting("eviction.idle", "30s", "default"));
        assertThat(route.setting("maxConnections"))
                .isEqualTo(new RouteConfig.Setting("maxConnections", "10", "route https://*.internal"));
        assertThat(route.settings()).hasSameSizeAs(Knobs.ALL);
    }

    @Test
    void printsAnAlignedTable() {
        String table = config.effective().toString();

        assertThat(table)
                .startsWith("*\nmaxTotal                100       pool\nmaxPerRoute             20        pool\n");
        assertThat(config.effective("https://recs:8443").toString())
                .contains("\nmaxConnections          50        route https://recs:8443\n");
    }

    @Test
    void refusesWhatIsNoOrigin() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> config.effective("https://u:secret@recs"))
                .withMessage("target must not contain user info, but was https://***@recs; such as https://recs:8443");
        assertThatIllegalArgumentException().isThrownBy(() -> config.effective("https://*.internal"));
        assertThatIllegalArgumentException().isThrownBy(() -> config.effective().setting("speed"));
    }
}
