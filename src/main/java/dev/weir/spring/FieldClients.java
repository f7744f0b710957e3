package dev.weir.spring;

import dev.weir.internal.client.Internals;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.SpringProxy;
import org.springframework.aop.framework.AopProxyUtils;
import org.springframework.util.ReflectionUtils;

/**
 * Finds HTTP clients in the fields of the application's own beans, such as {@code RestClient.create()} in a service: nothing
 * else knows of these. Looks at each class once. Thread-safe.
 */
final class FieldClients {

    /** By their names, because most applications never load most of them. */
    private static final Set<String> TYPES = Set.of(
            "org.springframework.web.client.RestClient",
            "org.springframework.web.client.RestTemplate",
            "org.springframework.web.client.RestOperations",
            "org.springframework.web.reactive.function.client.WebClient",
            "org.springframework.http.client.ClientHttpRequestFactory",
            "org.springframework.http.client.HttpComponentsClientHttpRequestFactory",
            "org.apache.hc.client5.http.io.HttpClientConnectionManager",
            "org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManager");

    private final OwnClasses own;
    private final Map<Class<?>, Boolean> seen = new ConcurrentHashMap<>();

    /**
     * Creates it.
     *
     * @param own the classes of the application; those elsewhere are another's to change
     */
    FieldClients(OwnClasses own) {
        this.own = own;
    }

    /** Hands each client in the fields of a bean to a visitor, with the name of the field. */
    void visit(Object bean, BiConsumer<String, Object> visitor) {
        if (!own.has(bean.getClass().getName())) {
            return;
        }
        Object target = bean instanceof SpringProxy ? AopProxyUtils.getSingletonTarget(bean) : bean;
        if (target == null) {
            return;
        }
        Class<?> type = target.getClass();
        while (type != null && own.has(type.getName())) {
            if (seen.putIfAbsent(type, true) == null) {
                visit(type, target, visitor);
            }
            type = type.getSuperclass();
        }
    }

    private static void visit(Class<?> type, Object bean, BiConsumer<String, Object> visitor) {
        try {
            // Spring has looked at these fields before, and keeps them.
            ReflectionUtils.doWithLocalFields(type, field -> {
                boolean isClient = TYPES.contains(field.getType().getName());
                Object value = isClient ? value(bean, type, field.getName()) : null;
                if (value != null) {
                    visitor.accept(type.getName() + "." + field.getName(), value);
                }
            });
        } catch (RuntimeException | LinkageError e) {
            // Its classes are incomplete, or its module is closed: what cannot be known is not told.
        }
    }

    private static @Nullable Object value(Object bean, Class<?> type, String field) {
        try {
            return Internals.read(bean, type, field, Object.class);
        } catch (ReflectiveOperationException e) {
            return null; // like a field that must not be read
        }
    }
}
