package dev.weir.internal.client;

import java.util.List;
import java.util.Map;
import org.apache.hc.client5.http.impl.async.HttpAsyncClientBuilder;
import org.apache.hc.core5.reactor.IOReactorConfig;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds settings for connections on HttpClient's builder: the client has no connections of its own, so they have no effect.
 * The builder has only setters, so this reads its fields.
 */
final class IgnoredSettings {

    private static final Logger LOG = LoggerFactory.getLogger(IgnoredSettings.class);

    private static final Map<String, String> SETTERS = Map.of(
            "h1Config", "setHttp1Config",
            "h2Config", "setH2Config",
            "charCodingConfig", "setCharCodingConfig",
            "ioReactorConfig", "setIOReactorConfig");

    private IgnoredSettings() {}

    /** Returns the setters that were called, except that of the reactor with the pool's own value. */
    static List<String> in(HttpAsyncClientBuilder builder, IOReactorConfig ofPool) {
        return SETTERS.keySet().stream()
                .filter(field -> isSet(read(builder, field), ofPool))
                .map(SETTERS::get)
                .sorted()
                .toList();
    }

    private static boolean isSet(@Nullable Object value, IOReactorConfig ofPool) {
        return value != null && value != ofPool;
    }

    private static @Nullable Object read(HttpAsyncClientBuilder builder, String name) {
        try {
            return Internals.read(builder, HttpAsyncClientBuilder.class, name, Object.class);
        } catch (ReflectiveOperationException | RuntimeException e) {
            // Another version of HttpClient keeps it elsewhere: then customizer settings without effect are not
            // reported.
            LOG.debug("The builder's settings for connections are unknown", e);
            return null;
        }
    }
}
