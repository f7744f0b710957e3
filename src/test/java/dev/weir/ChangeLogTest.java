package dev.weir;

import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.config.PoolConfig;
import org.junit.jupiter.api.Test;

class ChangeLogTest {

    private final PoolConfig before = PoolConfig.builder("shop")
            .route("https://*.internal", rule -> rule.maxConnections(5))
            .build();

    @Test
    void tellsTheOldAndTheNewValue() {
        PoolConfig after = before.toBuilder()
                .maxTotal(50)
                .eviction(eviction -> eviction.maxLifetime(ofSeconds(90)))
                .build();

        assertThat(ChangeLog.changes(before, after))
                .containsExactly("maxTotal 100 -> 50", "eviction.maxLifetime 5m -> 90s");
    }

    @Test
    void tellsOfARouteWhatItsRuleSays() {
        PoolConfig after = before.toBuilder()
                .route("https://*.internal", rule -> rule.maxConnections(7))
                .build();

        assertThat(ChangeLog.changes(before, after)).containsExactly("route[https://*.internal].maxConnections 5 -> 7");
    }

    @Test
    void tellsNothingOfWhatStays() {
        assertThat(ChangeLog.changes(before, before.toBuilder().maxTotal(100).build()))
                .isEmpty();
    }
}
