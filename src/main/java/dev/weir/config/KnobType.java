package dev.weir.config;

import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The type of the values of a knob, and how they are written.
 *
 * @param type their class
 * @param element the class of their elements, if they are collections
 * @param format writes one
 */
record KnobType<T>(Class<?> type, @Nullable Class<?> element, Function<? super T, String> format) {

    static <T> KnobType<T> of(Class<T> type, Function<? super T, String> format) {
        return new KnobType<>(type, null, format);
    }

    static <E> KnobType<Set<E>> ofSet(Class<E> element, Function<? super Set<E>, String> format) {
        return new KnobType<>(Set.class, element, format);
    }

    static <E> KnobType<List<E>> ofList(Class<E> element, Function<? super List<E>, String> format) {
        return new KnobType<>(List.class, element, format);
    }

    /** Whether a value that came without its type has this one. */
    boolean has(Object value) {
        return type.isInstance(value)
                && (element == null || ((Collection<?>) value).stream().allMatch(element::isInstance));
    }

    /** The one unchecked cast: for values that {@link #has} accepts. */
    @SuppressWarnings("unchecked")
    T cast(Object value) {
        if (value instanceof Set<?> set) {
            return (T) Set.copyOf(set);
        }
        return (T) (value instanceof List<?> list ? List.copyOf(list) : value);
    }

    @Override
    public String toString() {
        return type.getSimpleName() + (element == null ? "" : "<" + element.getSimpleName() + ">");
    }
}
