package dev.weir.config;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/**
 * The objects that a pool is built with beside its settings, as far as rules look at them: by the name of their setter.
 * Immutable.
 */
final class Companions {
    static final String SSL_CONTEXT = "sslContext";
    static final String TLS_STRATEGY = "tlsStrategy";
    static final String ASYNC_TLS_STRATEGY = "asyncTlsStrategy";
    static final String CONNECTION_FACTORY = "connectionFactory";
    static final String CUSTOMIZE_CLIENT = "customizeClient";
    static final String CUSTOMIZE_ASYNC_CLIENT = "customizeAsyncClient";
    static final String PROXY_CREDENTIALS = "proxyCredentials";
    static final String PROXY_SELECTOR = "proxySelector";

    /** A builder that a framework fills for both kinds of pools. */
    static final String FRAMEWORK = "framework";

    static final Companions NONE = new Companions(Map.of());

    private final Map<String, Object> objects;

    private Companions(Map<String, Object> objects) {
        this.objects = objects;
    }

    Companions with(String name, Object object) {
        Map<String, Object> changed = new LinkedHashMap<>(objects);
        changed.put(name, object);
        return new Companions(Collections.unmodifiableMap(changed));
    }

    Companions without(String name) {
        Map<String, Object> changed = new LinkedHashMap<>(objects);
        changed.remove(name);
        return new Companions(Collections.unmodifiableMap(changed));
    }

    boolean has(String name) {
        return objects.containsKey(name);
    }

    /** Whether the same settings are for pools of both kinds, so that each passes over what is for the other. */
    boolean isForBothKinds() {
        return has(FRAMEWORK);
    }

    @Nullable
    SSLContext sslContext() {
        return sslContext(SSL_CONTEXT);
    }

    @Nullable
    SSLContext sslContext(String name) {
        return (SSLContext) objects.get(name);
    }

    /** The class of an object, as its value in a message; no more, because it may hold secrets. */
    String text(String name) {
        Object object = objects.get(name);
        if (object == null) {
            return "none";
        }
        String type = object.getClass().getName();
        int lambda = type.indexOf("$$Lambda");
        return lambda < 0 ? type : "a lambda of " + type.substring(0, lambda);
    }
}
