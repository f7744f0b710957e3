package dev.weir.config;

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class AdoptedTimeoutsTest {

    @Test
    void leaveDefaultsAsTheyAre() {
        Timeouts timeouts = pool().timeouts(t -> t.adoptRead(ofMillis(300)).adoptConnect(ofMillis(500)))
                .build()
                .timeouts();

        assertThat(timeouts.poolWait()).isEqualTo(Duration.ofSeconds(1));
        assertThat(timeouts.connect()).isEqualTo(ofMillis(500));
        assertThat(timeouts.read()).isEqualTo(ofMillis(300));
    }

    @Test
    void makeWayForARoutesOwnValue() {
        PoolConfig config = pool().timeouts(t -> t.adoptRead(ofMillis(300)))
                .route("https://recs:8443", r -> r.timeouts(t -> t.read(ofSeconds(1))))
                .build();

        assertThat(config.effective("https://recs:8443")
                        .setting("timeouts.connect")
                        .value())
                .isEqualTo("800ms");
    }

    @Test
    void breakTheOrderWithAValueOfThePool() {
        PoolConfig.Builder builder =
                pool().timeouts(t -> t.adoptRead(ofMillis(300)).connect(ofSeconds(1)));

        assertThatExceptionOfType(InvalidPoolConfigException.class)
                .isThrownBy(builder::build)
                .withMessageContaining("connect-below-read");
    }

    private static PoolConfig.Builder pool() {
        return PoolConfig.builder("shop");
    }
}
