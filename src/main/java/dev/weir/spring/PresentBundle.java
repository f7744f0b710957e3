package dev.weir.spring;

import dev.weir.internal.client.Internals;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.ssl.SslBundle;

/**
 * Finds the bundle of keys that {@code RestClientSsl} or {@code WebClientSsl} gave a builder before. Builders do not tell
 * what they were given, so their fields are read; where that does not work, there is none.
 */
final class PresentBundle {

    private PresentBundle() {}

    /** Returns the bundle of what a builder makes requests with; null if it has none. */
    static @Nullable SslBundle of(Object builder, String field) {
        Object present = read(builder, field);
        if (present instanceof PoolRequestFactory requests) {
            return requests.bundle();
        }
        return present instanceof PoolConnector connector ? connector.bundle() : null;
    }

    /** Returns what a builder was given; null if that is nothing, or cannot be known. */
    static @Nullable Object read(Object builder, String name) {
        try {
            return Internals.read(builder, builder.getClass(), name, Object.class);
        } catch (ReflectiveOperationException | RuntimeException e) {
            // A builder of another kind, or of another version of Spring: as if nothing had been set before.
            return null;
        }
    }
}
