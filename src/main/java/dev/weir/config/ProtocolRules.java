package dev.weir.config;

import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.Predicate;
import org.apache.hc.core5.http.config.Http1Config;
import org.apache.hc.core5.http.io.SocketConfig;
import org.apache.hc.core5.http2.config.H2Config;
import org.apache.hc.core5.reactor.IOReactorConfig;

/** What HttpCore's own configurations must keep to. */
final class ProtocolRules {
    private static final int LONGEST_FRAME = 16_384;
    private static final String WITHOUT_TIMEOUT = "must leave soTimeout alone";
    private static final String READ_DECIDES = "timeouts.read bounds the silence of a server";
    private static final String WITHOUT_SOCKS = "must not name a SOCKS proxy";
    private static final String PROXY_DECIDES = "proxy names the proxy of the pool, and noProxy its exceptions";

    static final List<Rule> ALL = List.of(
            rule(
                    "http1-config-has-limits",
                    "a head without an end would fill the memory",
                    PoolKnobs.HTTP1_CONFIG,
                    "must limit lines and headers to at least 1",
                    config -> config.getMaxLineLength() > 0 && config.getMaxHeaderCount() > 0,
                    config -> Http1Config.DEFAULT),
            rule(
                    "http2-config-frame-size",
                    "HttpCore sends frames up to the length that it accepts, and servers need not accept longer ones"
                            + " (RFC 9113, 4.2)",
                    PoolKnobs.HTTP2_CONFIG,
                    "must have a maxFrameSize of at most " + LONGEST_FRAME,
                    config -> config.getMaxFrameSize() <= LONGEST_FRAME,
                    config ->
                            H2Config.copy(config).setMaxFrameSize(LONGEST_FRAME).build()),
            rule(
                    "socket-config-without-timeout",
                    READ_DECIDES,
                    PoolKnobs.SOCKET_CONFIG,
                    WITHOUT_TIMEOUT,
                    config -> Objects.equals(config.getSoTimeout(), SocketConfig.DEFAULT.getSoTimeout()),
                    config -> SocketConfig.copy(config)
                            .setSoTimeout(SocketConfig.DEFAULT.getSoTimeout())
                            .build()),
            rule(
                    "socket-config-without-proxy",
                    PROXY_DECIDES,
                    PoolKnobs.SOCKET_CONFIG,
                    WITHOUT_SOCKS,
                    config -> config.getSocksProxyAddress() == null,
                    config ->
                            SocketConfig.copy(config).setSocksProxyAddress(null).build()),
            rule(
                    "reactor-config-without-timeout",
                    READ_DECIDES,
                    PoolKnobs.REACTOR_CONFIG,
                    WITHOUT_TIMEOUT,
                    config -> Objects.equals(config.getSoTimeout(), IOReactorConfig.DEFAULT.getSoTimeout()),
                    config -> IOReactorConfig.copy(config)
                            .setSoTimeout(IOReactorConfig.DEFAULT.getSoTimeout())
                            .build()),
            rule(
                    "reactor-config-without-proxy",
                    PROXY_DECIDES,
                    PoolKnobs.REACTOR_CONFIG,
                    WITHOUT_SOCKS,
                    config -> config.getSocksProxyAddress() == null,
                    config -> IOReactorConfig.copy(config)
                            .setSocksProxyAddress(null)
                            .build()));

    private ProtocolRules() {}

    private static <T> Rule rule(
            String name, String reason, Knob<T> knob, String demand, Predicate<T> isSound, Function<T, T> passing) {
        return new Rule(name, reason, (rule, scope) -> {
            T config = scope.isPool() ? scope.find(knob) : null;
            return config == null || isSound.test(config)
                    ? List.of()
                    : List.of(Breach.of(
                            rule,
                            scope,
                            demand,
                            List.of(knob),
                            (whole, sound) -> List.of(Remedy.of(whole, knob, passing.apply(config)))));
        });
    }
}
