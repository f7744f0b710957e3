package dev.weir.config;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Declares knobs, and so collects them in the order in which they are shown. Lives while the class of a group is
 * initialized. Not thread-safe.
 */
final class KnobList {
    /** The unit that HttpClient counts in. A part of it would become 0, which there means without limit. */
    static final Duration SHORTEST = Duration.ofMillis(1);

    private static final KnobType<Duration> TIME = KnobType.of(Duration.class, DurationText::of);
    private static final KnobType<Integer> COUNT = KnobType.of(Integer.class, String::valueOf);

    private final String prefix;
    private final List<Knob<?>> knobs = new ArrayList<>();

    /** Creates a list of knobs of the pool itself, or of a group whose name stands before theirs. */
    KnobList(String group) {
        this.prefix = group.isEmpty() ? "" : group + ".";
    }

    /** A time that cannot be switched off. */
    Knob<Duration> time(String name, @Nullable Duration fallback) {
        return add(name, TIME, fallback, SHORTEST);
    }

    /** A time where zero has a meaning: off, or always. */
    Knob<Duration> timeOrOff(String name, @Nullable Duration fallback) {
        return add(name, TIME, fallback, Duration.ZERO);
    }

    Knob<Integer> count(String name, int lowest, @Nullable Integer fallback) {
        return add(name, COUNT, fallback, lowest);
    }

    /** A count that a route rule calls otherwise. */
    Knob<Integer> count(String name, String onRoutes, int lowest, @Nullable Integer fallback) {
        return add(new Knob<>(name, onRoutes, COUNT, fallback, lowest));
    }

    /** A share, from zero. */
    Knob<Double> share(String name, double fallback) {
        return add(name, KnobType.of(Double.class, String::valueOf), fallback, 0.0);
    }

    Knob<Boolean> flag(String name, boolean fallback) {
        return add(name, KnobType.of(Boolean.class, String::valueOf), fallback, null);
    }

    <E extends Enum<E>> Knob<E> choice(String name, Class<E> type, @Nullable E fallback) {
        return add(name, KnobType.of(type, String::valueOf), fallback, null);
    }

    Knob<Set<Integer>> numbers(String name) {
        return add(name, KnobType.ofSet(Integer.class, KnobList::joined), Set.of(), null);
    }

    Knob<List<String>> names(String name, String ofNone) {
        Function<List<String>, String> format = names -> names.isEmpty() ? ofNone : String.join(", ", names);
        return add(name, KnobType.ofList(String.class, format), List.of(), null);
    }

    <T> Knob<T> object(String name, Class<T> type) {
        return object(name, type, String::valueOf);
    }

    <T> Knob<T> object(String name, Class<T> type, Function<? super T, String> format) {
        return add(name, KnobType.of(type, format), null, null);
    }

    List<Knob<?>> knobs() {
        return List.copyOf(knobs);
    }

    private <T> Knob<T> add(String name, KnobType<T> type, @Nullable T fallback, @Nullable T lowest) {
        return add(new Knob<>(prefix + name, prefix + name, type, fallback, lowest));
    }

    private <T> Knob<T> add(Knob<T> knob) {
        knobs.add(knob);
        return knob;
    }

    private static String joined(Set<Integer> values) {
        return values.isEmpty()
                ? "none"
                : values.stream().sorted().map(String::valueOf).collect(Collectors.joining(", "));
    }
}
