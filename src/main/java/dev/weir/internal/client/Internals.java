package dev.weir.internal.client;

import java.lang.reflect.Field;
import org.jspecify.annotations.Nullable;

/**
 * Reads private fields: of HttpClient, of Spring, and of the beans of an application. It is the only class that does, so
 * hints for native images are complete if they name the classes that are passed here. Every caller can go on without:
 * another version of HttpClient may have other fields, and a module or a native image may forbid reading them. Stateless.
 */
public final class Internals {

    private Internals() {}

    /**
     * Reads a field.
     *
     * @param owner the object that has it
     * @param declaring the class that declares it
     * @param name its name
     * @param type what it holds
     * @return its value; null if it holds none
     * @throws ReflectiveOperationException if there is no such field
     * @throws RuntimeException if it must not be read, or holds something else
     */
    public static <T> @Nullable T read(Object owner, Class<?> declaring, String name, Class<T> type)
            throws ReflectiveOperationException {
        Field field = declaring.getDeclaredField(name);
        field.setAccessible(true);
        return type.cast(field.get(owner));
    }
}
