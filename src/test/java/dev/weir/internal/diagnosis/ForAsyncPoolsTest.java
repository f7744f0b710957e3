package dev.weir.internal.diagnosis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.config.PoolConfig;
import org.junit.jupiter.api.Test;

class ForAsyncPoolsTest {

    @Test
    void findsNothingAmongDefaults() {
        PoolConfig config = PoolConfig.builder("shop").build();

        assertThat(ForAsyncPools.find(config, SettingNames.PLAIN)).isEmpty();
    }

    @Test
    void namesTheSettingsOfHttp2() {
        PoolConfig config = PoolConfig.builder("shop")
                .http2(h -> h.maxStreams(50).strict(true))
                .build();

        assertThat(ForAsyncPools.find(config, SettingNames.PLAIN))
                .hasValueSatisfying(
                        finding -> assertThat(finding.evidence()).contains("http2.maxStreams, http2.strict"));
    }
}
