package dev.weir.internal.diagnosis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.HttpPool;
import dev.weir.config.PoolConfig;
import dev.weir.internal.client.Framework;
import java.time.Duration;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

class ForAsyncPoolsTest {

    @Test
    void findsNothingAmongDefaults() {
        PoolConfig config = PoolConfig.builder("shop").build();

        assertThat(ForAsyncPools.find(config, SettingNames.PLAIN)).isEmpty();
    }

    @Test
    void namesTheSettingsOfHttp2WhereOneConfigurationIsForBothKindsOfPools() {
        PoolConfig config = HttpPool.builder("shop")
                .listener(new Framework(UnaryOperator.identity()))
                .http2(h -> h.maxStreams(50).ping(Duration.ofMinutes(5)))
                .config();

        assertThat(ForAsyncPools.find(config, SettingNames.PLAIN))
                .hasValueSatisfying(finding -> assertThat(finding.evidence()).contains("http2.maxStreams, http2.ping"));
    }
}
