package dev.weir.config;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The explicit values that hold for a pool as a whole, or for the origins of one of its route rules. Immutable. */
final class Scope {
    /** The place of what is set for the pool as a whole. */
    static final int POOL = -1;

    private final Draft draft;
    private final int index;
    private final List<Integer> places;
    private final Map<Knob<?>, Object> values;
    private final Map<Knob<?>, Integer> placeOf;

    private Scope(
            Draft draft, int index, List<Integer> places, Map<Knob<?>, Object> values, Map<Knob<?>, Integer> placeOf) {
        this.draft = draft;
        this.index = index;
        this.places = places;
        this.values = values;
        this.placeOf = placeOf;
    }

    /**
     * Merges what counts.
     *
     * @param index the rule, or {@link #POOL}
     * @param places the rules whose values count, the most specific first; after them, the pool's do
     */
    static Scope of(Draft draft, int index, List<Integer> places) {
        Scope scope = new Scope(draft, index, places, new HashMap<>(), new HashMap<>());
        scope.add(POOL);
        for (int i = places.size() - 1; i >= 0; i--) {
            scope.add(places.get(i));
        }
        return scope;
    }

    private void add(int place) {
        for (Map.Entry<Knob<?>, Object> set : draft.valuesAt(place).entrySet()) {
            placeOf.put(set.getKey(), place);
            if (draft.isFlaw(place, set.getKey())) {
                values.remove(set.getKey());
            } else {
                values.put(set.getKey(), set.getValue());
            }
        }
    }

    Draft draft() {
        return draft;
    }

    int index() {
        return index;
    }

    /** Whether nothing is explicit. */
    boolean isEmpty() {
        return values.isEmpty() && draft.objects().isEmpty();
    }

    boolean isPool() {
        return index == POOL;
    }

    RouteDraft rule() {
        return draft.routes().get(index);
    }

    /** Where the value is set that counts: the index of a rule, or that of the pool, also if it is not set. */
    int place(Knob<?> knob) {
        return placeOf.getOrDefault(knob, POOL);
    }

    boolean isFromRoute(Knob<?> knob) {
        return place(knob) != POOL;
    }

    /** Whether one knob is set for more origins than another, be it for all. */
    boolean isMoreGeneral(Knob<?> one, Knob<?> other) {
        return depth(one) > depth(other);
    }

    private int depth(Knob<?> knob) {
        int position = places.indexOf(place(knob));
        return position < 0 ? places.size() : position;
    }

    boolean has(Knob<?> knob) {
        return values.containsKey(knob);
    }

    <T> @Nullable T find(Knob<T> knob) {
        return knob.find(values);
    }

    <T> T get(Knob<T> knob) {
        return knob.get(values);
    }

    /** The explicit time, or null if there is none or it is zero, that is, switched off. */
    @Nullable
    Duration findOn(Knob<Duration> knob) {
        Duration value = find(knob);
        return value == null || value.isZero() ? null : value;
    }

    /** The explicit time that defaults make way for: on, and set for this pool or route rather than adopted. */
    @Nullable
    Duration findOwn(Knob<Duration> knob) {
        return isAdopted(knob) ? null : findOn(knob);
    }

    /** Whether the value in force was meant for clients in general. */
    boolean isAdopted(Knob<Duration> knob) {
        boolean isMarked = (knob == Timeouts.CONNECT && isTrue(Timeouts.CONNECT_ADOPTED))
                || (knob == Timeouts.READ && isTrue(Timeouts.READ_ADOPTED));
        return isMarked && has(knob) && !isFromRoute(knob);
    }

    boolean isTrue(Knob<Boolean> knob) {
        return Objects.equals(find(knob), true);
    }

    String text(Knob<?> knob) {
        return knob.textIn(values);
    }

    String quoted(Knob<?> knob) {
        return knob.quoted(values.get(knob));
    }

    /** A knob with a value, as a program sets it. */
    <T> String suggestion(Knob<T> knob, T value) {
        return name(knob) + "(" + knob.quoted(value) + ")";
    }

    String name(Knob<?> knob) {
        return draft.name(knob, place(knob));
    }

    /** The knob with its explicit value: {@code timeouts.read (5s)}. */
    String named(Knob<?> knob) {
        return name(knob) + " (" + text(knob) + ")";
    }

    /** The knob with its explicit value, as a cause in a text. */
    String cause(Knob<?> knob) {
        return name(knob) + " = " + text(knob);
    }

    String origin(Knob<?> knob) {
        int place = place(knob);
        return place == POOL ? "pool" : "route " + draft.routes().get(place).target();
    }

    /** What only values of the pool or of more general rules break is reported there, not again for each of the others. */
    boolean concerns(Knob<?>... knobs) {
        boolean isSetHere = isPool();
        for (Knob<?> knob : knobs) {
            isSetHere |= place(knob) == index;
        }
        return isSetHere;
    }

    /** The same with another value, set where the knob was set. */
    <T> Scope with(Knob<T> knob, T value) {
        Map<Knob<?>, Object> changed = new HashMap<>(values);
        changed.put(knob, value);
        return new Scope(draft, index, places, changed, placeOf);
    }

    Scope without(Knob<?> knob) {
        Map<Knob<?>, Object> changed = new HashMap<>(values);
        changed.remove(knob);
        return new Scope(draft, index, places, changed, placeOf);
    }

    /** The same as if nothing but these knobs were set. */
    Scope only(List<? extends Knob<?>> knobs) {
        Map<Knob<?>, Object> changed = new HashMap<>(values);
        changed.keySet().retainAll(knobs);
        return new Scope(draft, index, places, changed, placeOf);
    }

    /** Works out every value: explicit ones as they are, defaults so that they fit. */
    Resolved resolve() {
        return new Defaults(this).resolve();
    }
}
