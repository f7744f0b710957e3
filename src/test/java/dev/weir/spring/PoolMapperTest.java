package dev.weir.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.weir.config.InvalidPoolConfigException;
import dev.weir.config.PoolConfig;
import dev.weir.config.Setting;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.predicate.RuntimeHintsPredicates;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

class PoolMapperTest {

    private static final PoolConfig CONFIG = PoolConfig.builder("shop").build();

    private static List<String> withoutKnob(Class<? extends Record> properties, List<Setting> settings) {
        Set<String> knobs = settings.stream()
                .map(setting -> setting.name().replaceAll("([A-Z])", "-$1").toLowerCase(Locale.ROOT))
                .collect(Collectors.toSet());
        return PropertyNames.of(properties).stream()
                .filter(name -> !knobs.contains(name))
                .toList();
    }

    private static PoolConfig mapped(Map<String, String> defaults, Map<String, String> pool) {
        PoolConfig.Builder builder = PoolConfig.builder("shop");
        new PoolMapper(List.of(bound(defaults), bound(pool)), Set.of()).apply(builder, bundle -> {
            throw new AssertionError(bundle);
        });
        return builder.build();
    }

    private static PoolProperties bound(Map<String, String> properties) {
        return new Binder(new MapConfigurationPropertySource(properties)).bindOrCreate("", PoolProperties.class);
    }

    @Test
    void limitsOfAllPoolsYieldToTheSmallerTotalOfOne() {
        PoolConfig config = mapped(
                Map.of("max-total", "200", "max-per-route", "50", "max-idle-per-route", "30"),
                Map.of("max-total", "10"));

        assertThat(config.maxTotal()).isEqualTo(10);
        assertThat(config.maxPerRoute()).isEqualTo(10);
        assertThat(config.maxIdlePerRoute()).isEqualTo(10);
    }

    @Test
    void limitsOfThePoolItselfDoNotYield() {
        assertThatExceptionOfType(InvalidPoolConfigException.class)
                .isThrownBy(() -> mapped(Map.of(), Map.of("max-total", "10", "max-per-route", "50")));
    }

    @Test
    void everyPropertyOfAPoolIsAKnobUnlessItIsReadElsewhere() {
        assertThat(withoutKnob(PoolProperties.class, CONFIG.effective().settings()))
                .containsExactlyInAnyOrder(
                        "proxy-credentials.username",
                        "proxy-credentials.password",
                        "warm-up.targets",
                        "warm-up.connections",
                        "warm-up.reactive",
                        "warm-up.required",
                        "ssl.bundle",
                        "customizer",
                        "routes");
    }

    @Test
    void everyPropertyOfARouteIsAKnobButItsTargetAndItsKeys() {
        assertThat(withoutKnob(
                        RouteProperties.class,
                        CONFIG.effective("https://recs:8443").settings()))
                .containsExactlyInAnyOrder("target", "ssl.bundle");
    }

    @Test
    void everyRecordThatIsReadIsKnownToANativeImage() {
        RuntimeHints hints = new RuntimeHints();

        new ReflectionHints().registerHints(hints, getClass().getClassLoader());

        assertThat(PropertyNames.records())
                .contains(PoolProperties.class, RouteProperties.class, TimeoutProperties.class)
                .flatMap(type -> List.of(type.getRecordComponents()))
                .allMatch(component -> RuntimeHintsPredicates.reflection()
                        .onMethodInvocation(component.getAccessor())
                        .test(hints));
    }

    @Test
    void orderOfAPoolHoldsAgainWhereTheDefaultsLiftIt() {
        Map<String, String> lifted =
                Map.of("timeouts.unordered", "true", "timeouts.pool-wait", "5s", "timeouts.total", "1s");

        assertThat(mapped(lifted, Map.of()).timeouts().isUnordered()).isTrue();
        assertThatExceptionOfType(InvalidPoolConfigException.class)
                .isThrownBy(() -> mapped(lifted, Map.of("timeouts.unordered", "false")))
                .withMessageContaining("timeouts.poolWait");
    }
}
