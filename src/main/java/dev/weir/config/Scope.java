package dev.weir.config;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The explicit values that hold for a pool as a whole, or for the origins of one of its route rules.
 *
 * @param draft all that was said
 * @param index the rule; {@link #POOL} for the pool as a whole
 * @param places the rules whose values count, the most specific first; after them, the pool's do
 */
record Scope(Draft draft, int index, List<Integer> places) {
    static final int POOL = -1;

    boolean isPool() {
        return index == POOL;
    }

    RouteRule rule() {
        return draft.routes().get(index);
    }

    /** Where the value is set that counts: the index of a rule, or that of the pool, also if it is not set. */
    int place(Knob<?> knob) {
        for (int place : places) {
            if (draft.routes().get(place).values().has(knob)) {
                return place;
            }
        }
        return POOL;
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
        return isFromRoute(knob) || draft.pool().has(knob);
    }

    <T> @Nullable T find(Knob<T> knob) {
        return holder(knob).find(knob);
    }

    <T> T get(Knob<T> knob) {
        return holder(knob).get(knob);
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
        return has(knob) && !isFromRoute(knob) && isMarked(knob);
    }

    private boolean isMarked(Knob<Duration> knob) {
        return (knob == Timeouts.CONNECT && isTrue(Timeouts.CONNECT_ADOPTED))
                || (knob == Timeouts.READ && isTrue(Timeouts.READ_ADOPTED));
    }

    boolean isTrue(Knob<Boolean> knob) {
        return Objects.equals(find(knob), true);
    }

    String text(Knob<?> knob) {
        return holder(knob).text(knob);
    }

    /** The knob's name where it was set: {@code timeouts.read}, or {@code route[https://recs].timeouts.read}. */
    String name(Knob<?> knob) {
        int place = place(knob);
        return place == POOL ? knob.name() : prefix(place) + "." + knob.routeName();
    }

    /** The knob with its explicit value, as a cause in a text. */
    String cause(Knob<?> knob) {
        return name(knob) + " = " + text(knob);
    }

    String prefix() {
        return prefix(index);
    }

    private String prefix(int place) {
        return "route[" + draft.routes().get(place).target() + "]";
    }

    String origin(Knob<?> knob) {
        int place = place(knob);
        return place == POOL ? "pool" : "route " + draft.routes().get(place).target();
    }

    /** What only values of the pool or of more general rules break is reported there, not again for each of the others. */
    boolean concerns(Collection<? extends Knob<?>> knobs) {
        return isPool() || knobs.stream().anyMatch(knob -> place(knob) == index);
    }

    /** The same scope with the knob set again where it was set. */
    <T> Draft with(Knob<T> knob, T value) {
        return draft.withValues(place(knob), holder(knob).with(knob, value));
    }

    Draft without(Knob<?> knob) {
        return draft.withValues(place(knob), holder(knob).without(knob));
    }

    /** The draft with the values of the pool and of all rules that count here changed. */
    Draft mapped(UnaryOperator<KnobValues> change) {
        Draft changed = draft.withPool(change.apply(draft.pool()));
        for (int place : places) {
            changed = changed.withValues(place, change.apply(draft.valuesAt(place)));
        }
        return changed;
    }

    private KnobValues holder(Knob<?> knob) {
        return draft.valuesAt(place(knob));
    }
}
