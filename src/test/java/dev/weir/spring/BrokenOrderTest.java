package dev.weir.spring;

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.config.PoolConfig;
import dev.weir.config.Timeouts;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class BrokenOrderTest {

    @Test
    void namesEachPairWithItsValues() {
        List<String> pairs = pairs(t -> t.adoptConnect(ofSeconds(1)).adoptRead(ofMillis(300)));

        assertThat(pairs)
                .containsExactly(
                        "<timeouts.poolWait> (1s) is not shorter than <timeouts.connect> (1s)",
                        "<timeouts.connect> (1s) is not shorter than <timeouts.read> (300ms)");
    }

    @Test
    void isNoneWithoutALimit() {
        assertThat(pairs(t -> t.adoptRead(Duration.ZERO))).isEmpty();
        assertThat(pairs(t -> {})).isEmpty();
    }

    @Test
    void isOfNoConcernOnceItIsLifted() {
        assertThat(pairs(t -> t.adoptRead(ofMillis(300)).unordered())).isEmpty();
    }

    private static List<String> pairs(Consumer<Timeouts.Builder> timeouts) {
        PoolConfig config = PoolConfig.builder("shop").timeouts(timeouts).build();
        return BrokenOrder.of(config, name -> "<" + name + ">");
    }
}
