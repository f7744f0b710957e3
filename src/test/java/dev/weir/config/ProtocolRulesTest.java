package dev.weir.config;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.hc.core5.http.config.Http1Config;
import org.apache.hc.core5.http2.config.H2Config;
import org.apache.hc.core5.reactor.IOReactorConfig;
import org.junit.jupiter.api.Test;

/** What HttpCore's own configurations must keep to, and what follows them. */
class ProtocolRulesTest {

    private static final Http1Config ENDLESS =
            Http1Config.custom().setMaxLineLength(-1).setMaxHeaderCount(5).build();

    @Test
    void refusesHeadsWithoutAnEnd() {
        assertThat(Violations.rules(pool -> pool.http1(h -> h.config(ENDLESS))))
                .containsExactly("http1-config-has-limits");
        assertThat(Violations.rules(pool -> pool.http1(h -> h.config(ENDLESS).maxLineLength(9))))
                .isEmpty();
        assertThat(Violations.rules(pool -> pool.http1(h -> h.config(Http1Config.DEFAULT))))
                .isEmpty();
    }

    @Test
    void refusesFramesThatServersNeedNotTake() {
        H2Config longest = H2Config.custom().setMaxFrameSize(16_384).build();
        H2Config tooLong = H2Config.custom().setMaxFrameSize(16_385).build();

        assertThat(Violations.rulesOfAsync(pool -> pool.http2(h -> h.config(longest))))
                .isEmpty();
        assertThat(Violations.ofAsync(pool -> pool.http2(h -> h.config(tooLong))))
                .singleElement()
                .satisfies(violation -> assertThat(violation.message())
                        .startsWith("http2.config must have a maxFrameSize of at most 16384, but was [")
                        .contains("HttpCore sends frames up to the length that it accepts"));
    }

    @Test
    void refusesAReactorConfigForTheSharedThreadsTogetherWithAllElse() {
        assertThat(Violations.rulesOfAsync(pool ->
                        pool.reactor(r -> r.config(IOReactorConfig.DEFAULT)).maxTotal(0)))
                .containsExactly("count-at-least-one", "reactor-of-its-own");
        assertThat(Violations.rulesOfAsync(pool -> pool.reactor(r -> r.own(true).config(IOReactorConfig.DEFAULT))))
                .isEmpty();
    }

    @Test
    void letsLimitsFollowTheHttp1ConfigUnlessTheyAreSet() {
        PoolConfig config = PoolConfig.builder("shop")
                .http1(h -> h.config(ENDLESS).maxLineLength(9))
                .build();

        assertThat(config.http1().maxHeaders()).isEqualTo(5);
        assertThat(config.effective().setting("http1.maxHeaders").origin()).isEqualTo("http1.config");
        assertThat(config.http1().config().getMaxLineLength()).isEqualTo(9);
        assertThat(config.http1().config().getMaxHeaderCount()).isEqualTo(5);
    }

    @Test
    void letsSocketsFollowTheReactorConfigUnlessTheyAreSet() {
        IOReactorConfig reactor = IOReactorConfig.custom()
                .setIoThreadCount(3)
                .setTcpNoDelay(false)
                .setSndBufSize(1_000)
                .build();

        PoolConfig config = PoolConfig.builder("shop")
                .reactor(r -> r.own(true).config(reactor))
                .socket(s -> s.sendBuffer(2_000))
                .buildAsync();

        assertThat(config.reactor().threads()).hasValue(3);
        assertThat(config.socket().tcpNoDelay()).isFalse();
        assertThat(config.socket().sendBuffer()).isEqualTo(2_000);
    }
}
