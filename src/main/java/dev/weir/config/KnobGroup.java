package dev.weir.config;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The values of one group of knobs. Immutable and thread-safe. */
abstract class KnobGroup {
    private final List<Knob<?>> knobs;
    private final KnobValues values;

    /** Keeps only the group's own values of all, so that two groups are equal if these are. */
    KnobGroup(List<Knob<?>> knobs, KnobValues all) {
        this.knobs = knobs;
        this.values = all.only(knobs);
    }

    final <T> T get(Knob<T> knob) {
        return values.get(knob);
    }

    final <T> Optional<T> find(Knob<T> knob) {
        return Optional.ofNullable(values.find(knob));
    }

    @Override
    public final boolean equals(@Nullable Object other) {
        return other instanceof KnobGroup that && knobs.equals(that.knobs) && values.equals(that.values);
    }

    @Override
    public final int hashCode() {
        return values.hashCode();
    }

    /**
     * Lists the values.
     *
     * @return every value by its name
     */
    @Override
    public final String toString() {
        return values.text(knobs);
    }
}
