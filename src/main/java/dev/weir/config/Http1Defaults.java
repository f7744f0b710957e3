package dev.weir.config;

import org.apache.hc.core5.http.config.Http1Config;

/** The limits of heads that nobody has set are those of the {@code Http1Config}, if one was set. */
final class Http1Defaults {
    private static final String ORIGIN = "http1.config";

    private final Scope scope;

    Http1Defaults(Scope scope) {
        this.scope = scope;
    }

    void fill(Resolution resolution) {
        Http1Config config = scope.find(Knobs.HTTP1_CONFIG);
        if (config == null) {
            return;
        }
        if (!scope.has(Knobs.MAX_LINE_LENGTH)) {
            resolution.put(Knobs.MAX_LINE_LENGTH, config.getMaxLineLength(), ORIGIN);
        }
        if (!scope.has(Knobs.MAX_HEADERS)) {
            resolution.put(Knobs.MAX_HEADERS, config.getMaxHeaderCount(), ORIGIN);
        }
    }
}
