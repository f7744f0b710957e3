package dev.weir.config;

import java.util.AbstractList;
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

    /** All of them as text, which is made when it is asked for. */
    List<Setting> settings(boolean isRoute) {
        return new AbstractList<>() {
            @Override
            public Setting get(int index) {
                // A pool as a whole has no minIdle.
                boolean isBefore = isRoute || index < Knobs.ALL.indexOf(Knobs.MIN_IDLE);
                Knob<?> knob = Knobs.ALL.get(isBefore ? index : index + 1);
                String name = isRoute ? knob.routeName() : knob.name();
                return new Setting(name, knob.textIn(values), origins.getOrDefault(knob, "default"));
            }

            @Override
            public int size() {
                return Knobs.ALL.size() - (isRoute ? 0 : 1);
            }
        };
    }
}
