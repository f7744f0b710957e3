package dev.weir.config;

import java.util.List;
import org.apache.hc.core5.http.config.Http1Config;
import org.apache.hc.core5.http2.config.H2Config;

/** What HttpCore's own configurations of protocols must keep to. */
final class ProtocolRules {
    private static final int LONGEST_FRAME = 16_384;

    static final List<Rule> ALL = List.of(
            new Rule("http1-config-has-limits", "a head without an end would fill the memory", ProtocolRules::http1),
            new Rule(
                    "http2-config-frame-size",
                    "HttpCore sends frames up to the length that it accepts, and servers need not accept longer ones"
                            + " (RFC 9113, 4.2)",
                    ProtocolRules::http2));

    private ProtocolRules() {}

    private static List<Breach> http1(Rule rule, Scope scope) {
        Http1Config config = scope.find(Http1.CONFIG);
        boolean isSound =
                config == null || !scope.isPool() || (hasLineLimit(scope, config) && hasHeaderLimit(scope, config));
        return isSound
                ? List.of()
                : List.of(Breach.of(
                        rule,
                        scope,
                        "must limit lines and headers to at least 1",
                        List.of(Http1.CONFIG),
                        (whole, sound) -> List.of(Remedy.of(whole, Http1.CONFIG, Http1Config.DEFAULT))));
    }

    private static boolean hasLineLimit(Scope scope, Http1Config config) {
        return scope.has(Http1.MAX_LINE_LENGTH) || config.getMaxLineLength() > 0;
    }

    private static boolean hasHeaderLimit(Scope scope, Http1Config config) {
        return scope.has(Http1.MAX_HEADERS) || config.getMaxHeaderCount() > 0;
    }

    private static List<Breach> http2(Rule rule, Scope scope) {
        H2Config config = scope.find(Http2.CONFIG);
        return config == null || !scope.isPool() || config.getMaxFrameSize() <= LONGEST_FRAME
                ? List.of()
                : List.of(Breach.of(
                        rule,
                        scope,
                        "must have a maxFrameSize of at most " + LONGEST_FRAME,
                        List.of(Http2.CONFIG),
                        (whole, sound) -> List.of(Remedy.of(
                                whole,
                                Http2.CONFIG,
                                H2Config.copy(config)
                                        .setMaxFrameSize(LONGEST_FRAME)
                                        .build()))));
    }
}
