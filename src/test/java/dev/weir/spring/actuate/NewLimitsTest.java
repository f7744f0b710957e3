package dev.weir.spring.actuate;

import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.config.InvalidPoolConfigException;
import dev.weir.config.PoolConfig;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class NewLimitsTest {

    private static final String TARGET = "https://recs.internal:8443";

    private final PoolConfig config = PoolConfig.builder("shop")
            .route("https://*.internal:8443", rule -> rule.timeouts(times -> times.read(ofSeconds(8))))
            .build();

    @Test
    void changesWhatIsNamedAndNothingElse() {
        PoolConfig changed = limits(50, 30, null, null).in(config);

        assertThat(changed.maxTotal()).isEqualTo(50);
        assertThat(changed.maxPerRoute()).isEqualTo(30);
        assertThat(changed.effective(TARGET).timeouts().read()).isEqualTo(ofSeconds(8));
    }

    @Test
    void changesTheLimitOfARoute() {
        PoolConfig changed = limits(null, null, "https://stock:8443", 3).in(config);

        assertThat(changed.effective("https://stock:8443").maxConnections()).isEqualTo(3);
        assertThat(changed.maxPerRoute()).isEqualTo(config.maxPerRoute());
    }

    @Test
    void changesTheLimitOfAPatternThatHasARule() {
        PoolConfig changed = limits(null, null, "https://*.internal:8443", 3).in(config);

        assertThat(changed.effective(TARGET).maxConnections()).isEqualTo(3);
        assertThat(changed.effective(TARGET).timeouts().read()).isEqualTo(ofSeconds(8));
    }

    @Test
    void refusesATargetThatWouldLoseTheRuleOfItsPattern() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> limits(null, null, TARGET, 3).in(config))
                .withMessage("route must be the pattern https://*.internal:8443, whose rule holds for " + TARGET
                        + " and would no longer: set the limit of the pattern, such as"
                        + " {\"route\": \"https://*.internal:8443\", \"maxConnections\": 10}");
    }

    @Test
    void refusesAPatternWithoutARule() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> limits(null, null, "https://*.example", 3).in(config))
                .withMessage("route must be a target, or a pattern that the pool has a rule for, but was"
                        + " https://*.example: such as https://recs:8443");
    }

    @Test
    void repeatsNoUserInfo() {
        assertThatIllegalArgumentException()
                .isThrownBy(() ->
                        limits(null, null, "https://user:secret@*.example", 3).in(config))
                .withMessageContaining("https://***@*.example");
        assertThatIllegalArgumentException()
                .isThrownBy(
                        () -> limits(null, null, "https://user:secret@recs", 3).in(config))
                .withMessageContaining("https://***@recs");
    }

    @Test
    void refusesWhatBreaksARule() {
        assertThatThrownBy(() -> limits(5, 10, null, null).in(config))
                .isInstanceOf(InvalidPoolConfigException.class)
                .hasMessageContaining("maxPerRoute must not exceed maxTotal");
    }

    @Test
    void refusesToChangeNothing() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> limits(null, null, null, null).in(config))
                .withMessage("limit must name what it changes, but names nothing: give maxTotal, maxPerRoute,"
                        + " or route and maxConnections, such as {\"maxTotal\": 50}");
    }

    @Test
    void refusesHalfOfARoute() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> limits(null, null, TARGET, null).in(config))
                .withMessage("route and maxConnections must stand together, but maxConnections is missing: such as"
                        + " {\"route\": \"https://recs:8443\", \"maxConnections\": 10}");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> limits(null, null, null, 3).in(config))
                .withMessageContaining("but route is missing");
    }

    private static NewLimits limits(
            @Nullable Integer maxTotal,
            @Nullable Integer maxPerRoute,
            @Nullable String route,
            @Nullable Integer maxConnections) {
        return new NewLimits(maxTotal, maxPerRoute, route, maxConnections);
    }
}
