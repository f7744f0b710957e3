package dev.weir.config;

/**
 * Sets the knobs of one group. Not thread-safe.
 *
 * @param <B> the builder itself, so that calls can be chained
 */
abstract class KnobSetters<B extends KnobSetters<B>> {
    private final KnobSheet sheet;

    KnobSetters(KnobSheet sheet) {
        this.sheet = sheet;
    }

    abstract B self();

    final <T> B set(Knob<T> knob, T value) {
        sheet.set(knob, value);
        return self();
    }

    final B unset(Knob<?> knob) {
        sheet.unset(knob);
        return self();
    }
}
