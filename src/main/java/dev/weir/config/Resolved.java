package dev.weir.config;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The value of every knob and where it came from; immutable once a {@link Resolution} has handed it out. */
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

    /** Only the knobs of one group, so that two groups are equal if their own values are. */
    KnobValues group(String name) {
        Map<Knob<?>, Object> members = new HashMap<>(values.asMap());
        members.keySet().removeIf(knob -> !knob.isIn(name));
        return new KnobValues(members);
    }

    List<Setting> settings(boolean isRoute) {
        List<Setting> settings = new ArrayList<>();
        for (Knob<?> knob : Knobs.ALL) {
            String name = isRoute ? knob.routeName() : knob.name();
            settings.add(new Setting(name, values.text(knob), origin(knob)));
        }
        return List.copyOf(settings);
    }
}
