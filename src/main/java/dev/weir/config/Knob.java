package dev.weir.config;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * One thing that can be set: its name, its type, its default and its lowest value. Equal by identity; the key of its value in
 * a map of values.
 */
final class Knob<T> {
    /** HttpClient counts whole milliseconds. A part of one would become 0, which there means without limit. */
    static final Duration SHORTEST = Duration.ofMillis(1);

    /** Ten times as long, which a total may grow to, still fits into a long of nanoseconds. */
    static final Duration LONGEST = Duration.ofDays(25 * 365);

    private final String name;
    private final String routeName;
    private final Class<?> type;
    private final Function<? super T, String> format;
    private final @Nullable T fallback;
    private final @Nullable T lowest;

    private Knob(
            String name,
            String routeName,
            Class<?> type,
            Function<? super T, String> format,
            @Nullable T fallback,
            @Nullable T lowest) {
        this.name = name;
        this.routeName = routeName;
        this.type = type;
        this.format = format;
        this.fallback = fallback;
        this.lowest = lowest;
    }

    /** A time that cannot be switched off. */
    static Knob<Duration> time(String name, @Nullable Duration fallback) {
        return new Knob<>(name, name, Duration.class, DurationText::of, fallback, SHORTEST);
    }

    /** A time where zero has a meaning: off, or always. */
    static Knob<Duration> timeOrOff(String name, Duration fallback) {
        return new Knob<>(name, name, Duration.class, DurationText::of, fallback, Duration.ZERO);
    }

    static Knob<Integer> count(String name, int lowest, int fallback) {
        return count(name, name, lowest, fallback);
    }

    /** A count that a route rule calls otherwise. */
    static Knob<Integer> count(String name, String routeName, int lowest, @Nullable Integer fallback) {
        return new Knob<>(name, routeName, Integer.class, String::valueOf, fallback, lowest);
    }

    /** A share, from zero. */
    static Knob<Double> share(String name, double fallback) {
        return new Knob<>(name, name, Double.class, String::valueOf, fallback, 0.0);
    }

    static Knob<Boolean> flag(String name, boolean fallback) {
        return new Knob<>(name, name, Boolean.class, String::valueOf, fallback, null);
    }

    static <E extends Enum<E>> Knob<E> choice(String name, Class<E> type, @Nullable E fallback) {
        return new Knob<>(name, name, type, String::valueOf, fallback, null);
    }

    static Knob<Set<Integer>> numbers(String name) {
        Function<Set<Integer>, String> format =
                all -> all.stream().sorted().map(String::valueOf).collect(Collectors.joining(", "));
        return new Knob<>(name, name, Set.class, all -> all.isEmpty() ? "none" : format.apply(all), Set.of(), null);
    }

    static Knob<List<String>> names(String name, String ofNone) {
        Function<List<String>, String> format = all -> all.isEmpty() ? ofNone : String.join(", ", all);
        return new Knob<>(name, name, List.class, format, List.of(), null);
    }

    static <T> Knob<T> object(String name, Class<T> type, Function<? super T, String> format) {
        return new Knob<>(name, name, type, format, null, null);
    }

    String name() {
        return name;
    }

    /** The name in a route rule. */
    String routeName() {
        return routeName;
    }

    /** This knob if its values are of the type, else nothing. */
    @SuppressWarnings("unchecked") // the knob has the type that was compared
    <V> Stream<Knob<V>> as(Class<V> wanted) {
        return type == wanted ? Stream.of((Knob<V>) this) : Stream.empty();
    }

    /** The default, if it does not follow from other knobs. */
    @Nullable
    T fallback() {
        return fallback;
    }

    T requiredFallback() {
        return Objects.requireNonNull(fallback, name);
    }

    boolean startsAt(T value) {
        return value.equals(lowest);
    }

    /** Whether a value is within the bounds that the knob has by itself. */
    boolean allows(T value) {
        if (value instanceof Duration time) {
            boolean isOff = time.isZero() && Duration.ZERO.equals(lowest);
            return isOff || (time.compareTo(SHORTEST) >= 0 && time.compareTo(LONGEST) <= 0);
        }
        return !(value instanceof Integer count && lowest instanceof Integer least) || count >= least;
    }

    /** The one unchecked cast: {@link #put} lets only the knob's own type in. */
    @SuppressWarnings("unchecked")
    @Nullable
    T find(Map<Knob<?>, Object> values) {
        return (T) values.get(this);
    }

    T get(Map<Knob<?>, Object> values) {
        return Objects.requireNonNull(find(values), name);
    }

    void put(Map<Knob<?>, Object> values, @Nullable T value) {
        values.put(this, Objects.requireNonNull(value, () -> name + " must not be null"));
    }

    String text(T value) {
        return format.apply(value);
    }

    /** The value in a map as text; {@code none} if it has none. */
    String textIn(Map<Knob<?>, Object> values) {
        T value = find(values);
        return value == null ? "none" : text(value);
    }

    /** The value in a map as it stands in a message: words are quoted, so that blanks can be seen. */
    String quotedIn(Map<Knob<?>, Object> values) {
        T value = find(values);
        return value == null ? "none" : quoted(value);
    }

    String quoted(T value) {
        boolean isWords = value instanceof String || value instanceof List<?>;
        return isWords
                ? Arrays.stream(text(value).split(", ", -1)).map(Knob::quote).collect(Collectors.joining(", "))
                : text(value);
    }

    static String quote(String word) {
        return '"' + word + '"';
    }

    @Override
    public String toString() {
        return name;
    }
}
