package dev.weir.config;

import java.time.Duration;
import java.util.Collection;
import java.util.Objects;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** The explicit values that hold for a pool as a whole, or for the origins of one of its route rules. */
record Scope(Draft draft, int index) {
    static final int POOL = -1;

    boolean isPool() {
        return index == POOL;
    }

    RouteRule rule() {
        return draft.routes().get(index);
    }

    boolean isFromRoute(Knob<?> knob) {
        return !isPool() && rule().values().has(knob);
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
        return isFromRoute(knob) ? prefix() + "." + knob.routeName() : knob.name();
    }

    /** The knob with its explicit value, as a cause in a text. */
    String cause(Knob<?> knob) {
        return name(knob) + " = " + text(knob);
    }

    String prefix() {
        return "route[" + rule().target() + "]";
    }

    String origin(Knob<?> knob) {
        return isFromRoute(knob) ? "route " + rule().target() : "pool";
    }

    /** What only the pool's own values break is reported for the pool, not again for each of its routes. */
    boolean concerns(Collection<? extends Knob<?>> knobs) {
        return isPool() || knobs.stream().anyMatch(this::isFromRoute);
    }

    /** The same scope with the knob set anew where it was set. */
    <T> Draft with(Knob<T> knob, T value) {
        return replaced(knob, holder(knob).with(knob, value));
    }

    Draft without(Knob<?> knob) {
        return replaced(knob, holder(knob).without(knob));
    }

    /** The draft with the values of the pool and of this scope's own rule changed. */
    Draft mapped(UnaryOperator<KnobValues> change) {
        Draft changed = draft.withPool(change.apply(draft.pool()));
        return isPool() ? changed : changed.withRoute(index, rule().with(change.apply(rule().values())));
    }

    private Draft replaced(Knob<?> knob, KnobValues values) {
        return isFromRoute(knob) ? draft.withRoute(index, rule().with(values)) : draft.withPool(values);
    }

    private KnobValues holder(Knob<?> knob) {
        return isFromRoute(knob) ? rule().values() : draft.pool();
    }
}
