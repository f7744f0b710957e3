package dev.weir.internal.diagnosis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.config.PoolConfig;
import dev.weir.diagnosis.Finding;
import org.junit.jupiter.api.Test;

class WithoutEffectTest {

    @Test
    void findsNothingAmongDefaults() {
        PoolConfig config = PoolConfig.builder("shop").build();

        assertThat(WithoutEffect.find(config)).isEmpty();
    }

    @Test
    void findsNothingWhereTheSettingIsWhatHappensAnyway() {
        PoolConfig config =
                PoolConfig.builder("shop").keepAlive(k -> k.learn(false)).build();

        assertThat(WithoutEffect.find(config)).isEmpty();
    }

    @Test
    void namesEachSettingThatDoesNothing() {
        PoolConfig config =
                PoolConfig.builder("shop").dialing(d -> d.maxConcurrent(8)).build();

        assertThat(WithoutEffect.find(config).map(Finding::toString))
                .hasValue("WARN: Settings that have no effect in this release are set. Evidence: Set:"
                        + " dialing.maxConcurrent. Advice: Do not rely on them; the changelog says"
                        + " from which release on they work.");
    }
}
