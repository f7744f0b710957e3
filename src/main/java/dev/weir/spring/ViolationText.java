package dev.weir.spring;

import dev.weir.config.InvalidPoolConfigException;
import dev.weir.config.Violation;
import java.util.List;

/** Puts violations into the words of the properties: which of them, their values and where they are set. */
final class ViolationText {

    private final SettingProperties names;
    private final SetProperties set;

    ViolationText(String pool, WeirProperties properties, SetProperties set) {
        this.names = new SettingProperties(pool, properties, set);
        this.set = set;
    }

    List<String> of(InvalidPoolConfigException failure) {
        return failure.violations().stream().map(this::of).toList();
    }

    private String of(Violation violation) {
        StringBuilder lines = new StringBuilder();
        String message = violation.message();
        for (String knob : violation.knobs()) {
            String name = names.apply(knob);
            message = named(knob, name, suggested(violation, knob, name, message));
            set.find(name).ifPresent(property -> lines.append("\n    ").append(SetProperties.describe(name, property)));
        }
        return message + lines;
    }

    /** The knob is what the message begins with, or what has a value behind it; the same word elsewhere is just a word. */
    private static String named(String knob, String name, String message) {
        String begun = message.startsWith(knob + " ") ? name + message.substring(knob.length()) : message;
        return begun.replace(knob + "(", name + "(").replace(knob + " (", name + " (");
    }

    /** A value that would pass is written as a property is. */
    private static String suggested(Violation violation, String knob, String name, String message) {
        String suggestion = violation.suggestion();
        boolean isTarget = knob.startsWith("route[") && knob.endsWith("]");
        String call = isTarget ? "route(" : knob + "(";
        if (!suggestion.startsWith(call) || !suggestion.endsWith(")")) {
            return message;
        }
        String value = suggestion.substring(call.length(), suggestion.length() - 1);
        return message.replace(suggestion, name + "=" + value);
    }
}
