package dev.weir.internal.diagnosis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.config.PoolConfig;
import dev.weir.diagnosis.Finding;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class ForBlockingPoolsTest {

    @Test
    void findsNothingAmongDefaults() {
        PoolConfig config = PoolConfig.builder("shop").build();

        assertThat(ForBlockingPools.find(config, List.of())).isEmpty();
    }

    @Test
    void findsNothingWhereTheSettingIsWhatHappensAnyway() {
        PoolConfig config = PoolConfig.builder("shop")
                .keepAlive(k -> k.learn(false))
                .leakDetection(Duration.ZERO)
                .build();

        assertThat(ForBlockingPools.find(config, List.of())).isEmpty();
    }

    @Test
    void namesEachSettingThatDoesNothing() {
        PoolConfig config = PoolConfig.builder("shop")
                .keepAlive(k -> k.learn(true))
                .dialing(d -> d.maxConcurrent(8))
                .leakDetection(Duration.ofSeconds(30))
                .build();

        assertThat(ForBlockingPools.find(config, List.of("tlsStrategy")).map(Finding::toString))
                .hasValue(
                        "WARN: Settings are set that have an effect on blocking pools only, but this one is asynchronous."
                                + " Evidence: Set: keepAlive.learn, dialing.maxConcurrent, leakDetection, tlsStrategy."
                                + " Advice: Do not rely on them here: leave them out, or build the pool with build().");
    }
}
