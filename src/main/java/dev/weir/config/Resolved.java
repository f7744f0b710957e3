package dev.weir.config;

import java.util.List;
import java.util.Map;

/** The value of every knob and where it came from; immutable. */
record Resolved(Map<Knob<?>, Object> values, Map<Knob<?>, String> origins) {
    Resolved {
        values = Map.copyOf(values);
        origins = Map.copyOf(origins);
    }

    <T> T get(Knob<T> knob) {
        return knob.get(values);
    }

    List<Setting> settings(boolean isRoute) {
        return Knobs.ALL.stream()
                .filter(knob -> isRoute || knob != Knobs.MIN_IDLE)
                .map(knob -> setting(knob, isRoute))
                .toList();
    }

    private Setting setting(Knob<?> knob, boolean isRoute) {
        String name = isRoute ? knob.routeName() : knob.name();
        return new Setting(name, knob.textIn(values), origins.getOrDefault(knob, "default"));
    }
}
