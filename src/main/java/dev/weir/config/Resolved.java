package dev.weir.config;

import java.util.List;
import java.util.Map;

/** The value of every knob and where it came from; immutable once handed out. */
final class Resolved {
    private final KnobValues values;
    private final Map<Knob<?>, String> origins;

    Resolved(KnobValues values, Map<Knob<?>, String> origins) {
        this.values = values;
        this.origins = Map.copyOf(origins);
    }

    KnobValues values() {
        return values;
    }

    <T> T get(Knob<T> knob) {
        return values.get(knob);
    }

    String origin(Knob<?> knob) {
        return origins.getOrDefault(knob, "default");
    }

    List<Setting> settings(boolean isRoute) {
        return Knobs.ALL.stream()
                .filter(knob -> isRoute || knob != PoolKnobs.MIN_IDLE)
                .map(knob -> setting(knob, isRoute))
                .toList();
    }

    Setting setting(Knob<?> knob, boolean isRoute) {
        return new Setting(isRoute ? knob.routeName() : knob.name(), values.text(knob), origin(knob));
    }
}
