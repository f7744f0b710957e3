package dev.weir.config;

import dev.weir.internal.log.PlainText;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.net.ssl.HostnameVerifier;
import org.jspecify.annotations.Nullable;

/**
 * One thing that can be set: its name, its default and its lowest value. Equal by identity; the key of its value in a map of
 * values.
 */
final class Knob<T> {
    /** HttpClient counts whole milliseconds. A part of one would become 0, which there means without limit. */
    static final Duration SHORTEST = Duration.ofMillis(1);

    /** Ten times as long, which a total may grow to, still fits into a long of nanoseconds. */
    static final Duration LONGEST = Duration.ofDays(25 * 365);

    private final String name;
    private final String routeName;
    /** The default, if it does not follow from other knobs. */
    final @Nullable T fallback;

    /** Zero for a time that may be off; null where there is no order. */
    private final @Nullable T lowest;

    private final @Nullable T highest;

    private Knob(String name, String routeName, @Nullable T fallback, @Nullable T lowest, @Nullable T highest) {
        this.name = name;
        this.routeName = routeName;
        this.fallback = fallback;
        this.lowest = lowest;
        this.highest = highest;
    }

    /** A time that cannot be switched off. */
    static Knob<Duration> time(String name, Duration fallback) {
        return new Knob<>(name, name, fallback, SHORTEST, LONGEST);
    }

    /** A time where zero has a meaning: off, or always. */
    static Knob<Duration> timeOrOff(String name, Duration fallback) {
        return new Knob<>(name, name, fallback, Duration.ZERO, LONGEST);
    }

    static Knob<Integer> count(String name, int lowest, int fallback) {
        return count(name, name, lowest, fallback);
    }

    /** A count that a route rule calls otherwise. */
    static Knob<Integer> count(String name, String routeName, int lowest, @Nullable Integer fallback) {
        return new Knob<>(name, routeName, fallback, lowest, Integer.MAX_VALUE);
    }

    /** A share, from zero. */
    static Knob<Double> share(String name, double fallback, double most) {
        return new Knob<>(name, name, fallback, 0.0, most);
    }

    static <T> Knob<T> of(String name, @Nullable T fallback) {
        return new Knob<>(name, name, fallback, null, null);
    }

    /** The name that the pool or its route rules have for it. */
    String name(boolean isRoute) {
        return isRoute ? routeName : name;
    }

    T requiredFallback() {
        return Objects.requireNonNull(fallback, name);
    }

    boolean startsAt(Object value) {
        return value.equals(lowest);
    }

    /** The lowest number or time that is not off. */
    @SuppressWarnings("unchecked") // a knob that may be zero is one of times
    T least() {
        return startsAt(Duration.ZERO) ? (T) SHORTEST : Objects.requireNonNull(lowest, name);
    }

    /** Whether a value is right by itself, as far as it is a number or a time. */
    @SuppressWarnings("unchecked") // what has a lowest value has an order
    boolean allows(Object value) {
        return lowest == null
                || highest == null
                || value.equals(lowest)
                || (((Comparable<T>) value).compareTo(least()) >= 0 && ((Comparable<T>) value).compareTo(highest) <= 0);
    }

    /** What a value is that is right by itself, as the rest of a sentence. */
    String bounds() {
        if (lowest instanceof Duration) {
            String range = "from " + DurationText.of(SHORTEST) + " to " + DurationText.of(LONGEST);
            return startsAt(Duration.ZERO) ? "0s or " + range : range + ", since it cannot be switched off";
        }
        return lowest instanceof Double ? "from 0.0 to " + highest : "at least " + lowest;
    }

    /** The one unchecked cast: {@link Group#set} lets only the knob's own type in. */
    @SuppressWarnings("unchecked")
    @Nullable
    T find(Map<Knob<?>, Object> values) {
        return (T) values.get(this);
    }

    T get(Map<Knob<?>, Object> values) {
        return Objects.requireNonNull(find(values), name);
    }

    String text(Object value) {
        if (value instanceof Duration time) {
            return DurationText.of(time);
        }
        if (value instanceof String address) {
            return PlainText.withoutSecrets(address);
        }
        if (value instanceof Collection<?> all) {
            String none = name.startsWith("tls.") ? "JDK's" : "none";
            Stream<?> words = value instanceof Set<?> ? all.stream().sorted() : all.stream();
            return all.isEmpty() ? none : words.map(String::valueOf).collect(Collectors.joining(", "));
        }
        // No more than its class, because an object may hold secrets.
        String type = value.getClass().getName();
        int lambda = type.indexOf("$$Lambda");
        boolean isObject = value instanceof HostnameVerifier || Knobs.OBJECTS.contains(this);
        return !isObject ? value.toString() : lambda < 0 ? type : "a lambda of " + type.substring(0, lambda);
    }

    /** The value in a map as text; {@code none} if it has none. */
    String textIn(Map<Knob<?>, Object> values) {
        Object value = values.get(this);
        return value == null ? "none" : text(value);
    }

    /** A value as it stands in a message: words are quoted, so that blanks can be seen. */
    String quoted(@Nullable Object value) {
        if (value instanceof String || value instanceof List<?>) {
            return Arrays.stream(text(value).split(", ", -1)).map(Knob::quote).collect(Collectors.joining(", "));
        }
        return value == null ? "none" : text(value);
    }

    static String quote(String word) {
        return '"' + word + '"';
    }

    @Override
    public String toString() {
        return name;
    }
}
