package dev.weir.internal.diagnosis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.config.PoolConfig;
import java.time.Duration;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

class UnlikelyValuesTest {

    @Test
    void areTimesInAnotherUnit() {
        assertThat(warnings(b -> b.timeouts(t -> t.read(Duration.ofMillis(5)))))
                .containsExactly("timeouts.read = 5ms is unusual (10ms to 1h is usual): check its unit");
        assertThat(warnings(b -> b.timeouts(t -> t.read(Duration.ofSeconds(5_000)))))
                .containsExactly("timeouts.read = 5000s is unusual (10ms to 1h is usual): check its unit");
    }

    @Test
    void areThoseOfARouteWithItsRule() {
        assertThat(warnings(b -> b.route("https://*.internal", r -> r.timeouts(t -> t.read(Duration.ofMillis(5))))
                        .route("https://a.internal", r -> r.maxConnections(3))))
                .containsExactly(
                        "route[https://*.internal].timeouts.read = 5ms is unusual (10ms to 1h is usual): check its unit");
    }

    @Test
    void areLimitsThatAreNone() {
        assertThat(warnings(b -> b.maxTotal(Integer.MAX_VALUE)))
                .containsExactly("maxTotal = 2147483647 is no limit: a process cannot have that many connections");
        assertThat(warnings(b -> b.maxTotal(1_000_000))).isEmpty();
    }

    @Test
    void areNoneAtTheBoundsNorAmongDefaults() {
        assertThat(warnings(b -> b.timeouts(t -> t.read(Duration.ofMillis(10)))))
                .isEmpty();
        assertThat(warnings(b -> b.timeouts(t -> t.read(Duration.ofHours(1))))).isEmpty();
        assertThat(warnings(b -> b.timeouts(t -> t.read(Duration.ZERO)))).isEmpty();
        assertThat(warnings(b -> b)).isEmpty();
    }

    private static List<String> warnings(UnaryOperator<PoolConfig.Builder> settings) {
        return UnlikelyValues.find(settings.apply(PoolConfig.builder("shop")).build(), SettingNames.PLAIN);
    }
}
