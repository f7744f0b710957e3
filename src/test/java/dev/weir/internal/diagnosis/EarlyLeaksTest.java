package dev.weir.internal.diagnosis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.config.PoolConfig;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class EarlyLeaksTest {

    @Test
    void areThoseBelowTheDefaultReadTimeout() {
        assertThat(warning(Duration.ofMillis(4_999)))
                .contains("leakDetection (4999ms) is shorter than timeouts.read (5s), so that callers that wait for the"
                        + " next byte"
                        + " are reported as leaks: raise the first or lower the second");
    }

    @Test
    void areNoneFromTheReadTimeoutOn() {
        assertThat(warning(Duration.ofSeconds(5))).isEmpty();
    }

    @Test
    void areNoneWithoutLeakDetection() {
        assertThat(warning(Duration.ZERO)).isEmpty();
    }

    private static Optional<String> warning(Duration threshold) {
        PoolConfig config = PoolConfig.builder("shop").leakDetection(threshold).build();
        return EarlyLeaks.find(config, SettingNames.PLAIN);
    }
}
