package dev.weir.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.apache.hc.core5.http.config.Http1Config;
import org.apache.hc.core5.http.io.SocketConfig;
import org.apache.hc.core5.http2.config.H2Config;
import org.apache.hc.core5.reactor.IOReactorConfig;
import org.junit.jupiter.api.Test;

/** What HttpCore's own configurations must keep to. */
class ProtocolRulesTest {

    @Test
    void refusesHeadsWithoutAnEnd() {
        Http1Config endless = Http1Config.custom().setMaxLineLength(-1).build();

        assertThat(Violations.rules(pool -> pool.http1Config(endless))).containsExactly("http1-config-has-limits");
        assertThat(Violations.rules(pool -> pool.http1Config(Http1Config.DEFAULT)))
                .isEmpty();
    }

    @Test
    void refusesFramesThatServersNeedNotTake() {
        H2Config longest = H2Config.custom().setMaxFrameSize(16_384).build();
        H2Config tooLong = H2Config.custom().setMaxFrameSize(16_385).build();

        assertThat(Violations.rulesOfAsync(pool -> pool.http2Config(longest))).isEmpty();
        assertThat(Violations.ofAsync(pool -> pool.http2Config(tooLong)))
                .singleElement()
                .satisfies(violation -> assertThat(violation.message())
                        .startsWith("http2Config must have a maxFrameSize of at most 16384, but was [")
                        .contains("HttpCore sends frames up to the length that it accepts"));
    }

    @Test
    void leavesTheSilenceOfServersToTheReadTimeout() {
        SocketConfig sockets =
                SocketConfig.custom().setSoTimeout(2, TimeUnit.SECONDS).build();
        IOReactorConfig reactor =
                IOReactorConfig.custom().setSoTimeout(2, TimeUnit.SECONDS).build();

        assertThat(Violations.rules(pool -> pool.socketConfig(sockets)))
                .containsExactly("socket-config-without-timeout-and-proxy");
        assertThat(Violations.rulesOfAsync(pool -> pool.reactorConfig(reactor)))
                .containsExactly("reactor-config-without-timeout-and-proxy");
    }
}
