package dev.weir.internal.diagnosis;

import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.config.PoolConfig;
import org.junit.jupiter.api.Test;

class AssumedServersTest {

    @Test
    void tellWhatALongKeepAliveMakesOfServers() {
        PoolConfig config =
                PoolConfig.builder("shop").keepAlive(k -> k.max(ofSeconds(90))).build();

        assertThat(AssumedServers.find(config, SettingNames.PLAIN))
                .containsExactly(
                        "keepAlive.max = 90s assumes that servers keep idle connections for 3m: set"
                                + " keepAlive.serverIdle to what they do, or requests meet connections that the server has closed");
        assertThat(config.effective().setting("keepAlive.serverIdle").origin())
                .isEqualTo("default, raised to fit keepAlive.max = 90s");
    }

    @Test
    void tellItOfARouteWithItsRule() {
        PoolConfig config = PoolConfig.builder("shop")
                .route("https://*.internal", r -> r.keepAlive(k -> k.max(ofSeconds(90))))
                .build();

        assertThat(AssumedServers.find(config, SettingNames.PLAIN))
                .singleElement()
                .asString()
                .startsWith("route[https://*.internal].keepAlive.max = 90s assumes");
    }

    @Test
    void areOfNoInterestWhereTheirIdleTimeIsSet() {
        PoolConfig told = PoolConfig.builder("shop")
                .keepAlive(k -> k.max(ofSeconds(90)).serverIdle(ofSeconds(120)))
                .build();
        PoolConfig usual =
                PoolConfig.builder("shop").keepAlive(k -> k.max(ofSeconds(50))).build();

        assertThat(AssumedServers.find(told, SettingNames.PLAIN)).isEmpty();
        assertThat(AssumedServers.find(usual, SettingNames.PLAIN)).isEmpty();
    }
}
