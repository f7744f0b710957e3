package dev.weir.spring;

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofMinutes;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.weir.config.PoolConfig;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PoolChangeTest {

    private static final String PATTERN = "https://*.internal:8443";
    private static final String TARGET = "https://recs.internal:8443";

    private final PoolConfig config = PoolConfig.builder("shop")
            .route(PATTERN, rule -> rule.timeouts(times -> times.read(ofSeconds(8))))
            .build();

    @Test
    void changesWhatIsNamedAndNothingElse() {
        PoolConfig changed = PoolChange.of(
                        null,
                        Map.of(
                                "maxTotal", 50,
                                "timeouts.connect", "3s",
                                "timeouts.poolWait", "200ms",
                                "keepAlive.max", "20s",
                                "eviction.maxLifetime", "2m",
                                "dns.ttl", "5s",
                                "slowRequests", "500ms",
                                "retry.onStatus", List.of(429, 503)))
                .in(config);

        assertThat(changed.maxTotal()).isEqualTo(50);
        assertThat(changed.timeouts().connect()).isEqualTo(ofSeconds(3));
        assertThat(changed.timeouts().poolWait()).isEqualTo(ofMillis(200));
        assertThat(changed.keepAlive().max()).isEqualTo(ofSeconds(20));
        assertThat(changed.eviction().maxLifetime()).isEqualTo(ofMinutes(2));
        assertThat(changed.dns().ttl()).isEqualTo(ofSeconds(5));
        assertThat(changed.slowRequests()).isEqualTo(ofMillis(500));
        assertThat(changed.retry().statuses()).isEqualTo(Set.of(429, 503));
        assertThat(changed.effective(TARGET).timeouts().read()).isEqualTo(ofSeconds(8));
    }

    @ParameterizedTest
    @ValueSource(strings = {"timeouts.poolWait", "timeouts.pool-wait", "TIMEOUTS.POOLWAIT"})
    void knowsASettingByTheNameOfItsProperty(String name) {
        PoolConfig changed = PoolChange.of(null, Map.of(name, "200ms")).in(config);

        assertThat(changed.timeouts().poolWait()).isEqualTo(ofMillis(200));
    }

    @Test
    void changesARoute() {
        PoolConfig changed = PoolChange.of("https://stock:8443", Map.of("maxConnections", 3, "timeouts.read", "4s"))
                .in(config);

        assertThat(changed.effective("https://stock:8443").maxConnections()).isEqualTo(3);
        assertThat(changed.effective("https://stock:8443").timeouts().read()).isEqualTo(ofSeconds(4));
        assertThat(changed.maxPerRoute()).isEqualTo(config.maxPerRoute());
    }

    @Test
    void changesAPatternThatHasARule() {
        PoolConfig changed = PoolChange.of(PATTERN, Map.of("maxConnections", 3)).in(config);

        assertThat(changed.effective(TARGET).maxConnections()).isEqualTo(3);
        assertThat(changed.effective(TARGET).timeouts().read()).isEqualTo(ofSeconds(8));
    }

    @Test
    void changesATargetBesideTheRuleOfItsPattern() {
        PoolConfig changed = PoolChange.of(TARGET, Map.of("maxConnections", 3)).in(config);

        assertThat(changed.effective(TARGET).maxConnections()).isEqualTo(3);
        assertThat(changed.effective(TARGET).timeouts().read()).isEqualTo(ofSeconds(8));
    }

    @Test
    void refusesAPatternWithoutARule() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> PoolChange.of("https://user:secret@*.example", Map.of("maxConnections", 3))
                        .in(config))
                .withMessage("route must be a target, or a pattern that the pool has a rule for, but was"
                        + " https://***@*.example: such as https://recs:8443");
    }

    @Test
    void namesAllThatIsWrongWithTheValues() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> PoolChange.of(
                                null,
                                new TreeMap<>(Map.of(
                                        "maxTotal",
                                        "many",
                                        "maxPerRout",
                                        5,
                                        "timeouts.read",
                                        500,
                                        "proxy",
                                        "http://p")))
                        .in(config))
                .withMessageStartingWith("nothing was changed:\n")
                .withMessageContaining("there is no setting maxPerRout: did you mean maxPerRoute?")
                .withMessageContaining("maxTotal must be a whole number, such as 50, but was many")
                .withMessageContaining("timeouts.read must have a unit, but was 500: such as timeouts.read=500ms")
                .withMessageContaining("proxy cannot be changed while the pool runs; these can: maxTotal, ");
    }

    @Test
    void refusesWhatBreaksRulesWithoutWordsOfJava() {
        PoolChange change = PoolChange.of(null, Map.of("maxTotal", 5, "maxPerRoute", 10));

        assertThatIllegalArgumentException()
                .isThrownBy(() -> change.in(config))
                .withMessageContaining("maxPerRoute must not exceed maxTotal (5), but was 10")
                .withMessageContaining("maxPerRoute=5");
    }

    @Test
    void namesUnknownSettingsAndBrokenRulesAtOnce() {
        PoolChange change = PoolChange.of(null, Map.of("maxTotal", -1, "bogus", 1));

        assertThatIllegalArgumentException()
                .isThrownBy(() -> change.in(config))
                .withMessageStartingWith("nothing was changed:\n- bogus cannot be changed while the pool runs")
                .withMessageContaining("\n- maxTotal must be");
    }

    @Test
    void refusesToChangeNothing() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> PoolChange.of(null, Map.of()))
                .withMessageContaining("settings must name what changes, but names nothing");
    }
}
