package dev.weir.config;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Sets the knobs of one group. Not thread-safe.
 *
 * @param <B> the builder itself, so that calls can be chained
 */
abstract class GroupBuilder<B extends GroupBuilder<B>> {
    final Map<Knob<?>, Object> sheet;

    GroupBuilder(Map<Knob<?>, Object> sheet) {
        this.sheet = sheet;
    }

    final <T> B set(Knob<T> knob, @Nullable T value) {
        knob.put(sheet, value);
        return self();
    }

    final B unset(Knob<?> knob) {
        sheet.remove(knob);
        return self();
    }

    @SuppressWarnings("unchecked") // B is the class that extends this one
    final B self() {
        return (B) this;
    }
}
