package dev.weir.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What must hold for any set of explicit values, tried on many random ones. */
class ExplicitValuesPropertyTest {
    private static final int SETS = 3_000;
    private static final String ROUTE = "route[https://recs].";
    private static final List<String> TIMES = List.of(
            "0s", "-1s", "500us", "1ms", "2ms", "10ms", "300ms", "999ms", "1s", "1001ms", "1500ms", "2s", "3s", "4s",
            "5s", "6s", "7s", "9s", "10s", "11s", "20s", "30s", "58s", "59s", "60s", "90s", "2m", "5m", "10m", "1h",
            "9125d", "9126d", "200000d");
    private static final List<String> COUNTS = List.of("-1", "0", "1", "2", "5", "19", "20", "21", "99", "100", "150");

    private static Stream<Map<String, String>> explicitSets() {
        Random random = new Random(20_260_723);
        return IntStream.range(0, SETS).mapToObj(index -> explicitSet(random, index % 8 + 1));
    }

    @Test
    void onlyExplicitValuesBreakRules() {
        assertThat(explicitSets()).allSatisfy(ExplicitValuesPropertyTest::namesOnlyExplicitKnobs);
    }

    private static void namesOnlyExplicitKnobs(Map<String, String> explicit) {
        List<Violation> violations = Violations.of(ExplicitKnob.builder(explicit));

        assertThat(violations).allSatisfy(each -> assertThat(explicit).containsAllEntriesOf(each.values()));
    }

    @Test
    void everySuggestionPasses() {
        assertThat(explicitSets()).allSatisfy(ExplicitValuesPropertyTest::healsByItsSuggestions);
    }

    private static void healsByItsSuggestions(Map<String, String> explicit) {
        for (Violation violation : Violations.of(ExplicitKnob.builder(explicit))) {
            for (Map<String, String> healed : Suggestions.heal(explicit, violation.suggestion(), violation.message())) {
                List<Violation> left = Violations.of(ExplicitKnob.builder(healed));

                assertThat(left).noneMatch(each -> isSame(each, violation));
            }
        }
    }

    @Test
    void whatIsBuiltKeepsEveryRuleAndEveryExplicitValue() {
        assertThat(explicitSets()).allSatisfy(ExplicitValuesPropertyTest::keepsItsWordIfBuilt);
    }

    private static void keepsItsWordIfBuilt(Map<String, String> explicit) {
        PoolConfig.Builder builder = ExplicitKnob.builder(explicit);
        if (!Violations.of(builder).isEmpty()) {
            return;
        }

        PoolConfig config = builder.build();

        EffectiveInvariants.check(config, config.effective());
        EffectiveInvariants.check(config, config.effective("https://recs"));
        assertThat(explicit)
                .allSatisfy((name, value) -> assertThat(valueOf(config, name)).isEqualTo(value));
    }

    private static Map<String, String> explicitSet(Random random, int size) {
        List<String> names = new ArrayList<>(ExplicitKnob.onPool());
        ExplicitKnob.onRoutes().forEach(name -> names.add(ROUTE + name));
        names.removeIf(name -> !isTime(name) && !isCount(name));
        String group = List.of("timeouts", "keepAlive", "eviction", "max", "").get(random.nextInt(5));
        List<String> related =
                names.stream().filter(name -> name.contains(group)).toList();
        Map<String, String> explicit = new LinkedHashMap<>();
        for (int index = 0; index < size; index++) {
            String name = related.get(random.nextInt(related.size()));
            List<String> values = isTime(name) ? TIMES : COUNTS;
            explicit.put(name, canonical(values.get(random.nextInt(values.size())), isTime(name)));
        }
        return explicit;
    }

    private static String canonical(String value, boolean isTime) {
        return isTime ? DurationText.of(ExplicitKnob.time(value)) : value;
    }

    private static boolean isTime(String name) {
        return Knobs.ALL.stream()
                .anyMatch(knob -> name.endsWith(knob.toString())
                        && (knob.startsAt(Knob.SHORTEST) || knob.startsAt(Duration.ZERO)));
    }

    private static boolean isCount(String name) {
        return Stream.of(
                        "maxTotal",
                        "maxPerRoute",
                        "maxIdlePerRoute",
                        "maxPending",
                        "maxConnections",
                        "maxIdle",
                        "minIdle",
                        "maxInFlight",
                        "maxConcurrent",
                        "maxRequests",
                        "maxRetries",
                        "Buffer")
                .anyMatch(name::endsWith);
    }

    private static boolean isSame(Violation one, Violation other) {
        return one.rule().equals(other.rule())
                && one.values().keySet().equals(other.values().keySet());
    }

    /** The pool's idle limit is the one value that is smaller on a route with a smaller limit of its own. */
    private static String valueOf(PoolConfig config, String name) {
        return name.startsWith(ROUTE)
                ? config.effective("https://recs")
                        .setting(name.substring(ROUTE.length()))
                        .value()
                : config.effective().setting(name).value();
    }

    /** Kept apart from the library's own rules, as a second opinion. */
    private static final class EffectiveInvariants {
        static void check(PoolConfig config, RouteConfig route) {
            timeouts(route);
            keepAlive(route.keepAlive());
            eviction(route.eviction());
            assertThat(config.dns().ttl()).isLessThanOrEqualTo(route.eviction().maxLifetime());
            assertThat(route.maxConnections()).isBetween(1, config.maxTotal());
            assertThat(route.maxIdle()).isBetween(0, route.maxConnections());
            assertThat(route.minIdle()).isBetween(0, route.maxIdle());
        }

        private static void timeouts(RouteConfig route) {
            Timeouts timeouts = route.timeouts();
            assertThat(timeouts.poolWait()).isPositive().isLessThan(timeouts.connect());
            if (!timeouts.read().isZero()) {
                assertThat(timeouts.read()).isGreaterThan(timeouts.connect());
            }
            if (!timeouts.total().isZero()) {
                assertThat(timeouts.total())
                        .isGreaterThan(timeouts.connect())
                        .isGreaterThan(timeouts.read())
                        .isGreaterThanOrEqualTo(timeouts.connect().plus(timeouts.read()));
            }
            assertThat(timeouts.total().toNanos()).isNotNegative();
        }

        private static void keepAlive(KeepAlive keepAlive) {
            assertThat(keepAlive.margin()).isPositive().isLessThan(keepAlive.serverIdle());
            assertThat(keepAlive.max())
                    .isLessThanOrEqualTo(keepAlive.serverIdle().minus(keepAlive.margin()));
            assertThat(keepAlive.serverIdle().toNanos()).isPositive();
        }

        private static void eviction(Eviction eviction) {
            assertThat(eviction.validateAfter()).isLessThan(eviction.idle());
            assertThat(eviction.idle()).isPositive().isLessThanOrEqualTo(eviction.maxLifetime());
            assertThat(eviction.interval()).isGreaterThan(Duration.ZERO);
            assertThat(eviction.maxLifetime().toNanos()).isPositive();
        }
    }
}
