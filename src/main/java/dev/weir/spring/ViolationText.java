package dev.weir.spring;

import dev.weir.config.InvalidPoolConfigException;
import dev.weir.config.Violation;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Puts violations into the words of the properties: which of them, their values and where they are set. */
final class ViolationText {

    private static final Pattern ROUTE = Pattern.compile("route\\[(.*?)\\]\\.?(.*)");
    private static final Map<String, String> BOOT =
            Map.of("timeouts.connect", "connect-timeout", "timeouts.read", "read-timeout");

    private final String pool;
    private final WeirProperties properties;
    private final SetProperties set;

    ViolationText(String pool, WeirProperties properties, SetProperties set) {
        this.pool = pool;
        this.properties = properties;
        this.set = set;
    }

    List<String> of(InvalidPoolConfigException failure) {
        return failure.violations().stream().map(this::of).toList();
    }

    private String of(Violation violation) {
        StringBuilder lines = new StringBuilder();
        String message = violation.message();
        for (String knob : violation.knobs()) {
            String name = property(knob);
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

    /** The property that a knob has its value from: the most specific one that is set. */
    private String property(String knob) {
        List<String> candidates = candidates(knob);
        return candidates.stream()
                .filter(name -> set.find(name).isPresent())
                .findFirst()
                .orElse(candidates.get(0));
    }

    private List<String> candidates(String knob) {
        String key = kebab(knob);
        Stream<String> ours = Stream.of(PropertyNames.of("weir.pools", pool) + "." + key, "weir.defaults." + key);
        if (!BOOT.containsKey(knob)) {
            return ours.toList();
        }
        return List.of(
                PropertyNames.of("weir.pools", pool) + "." + key,
                PropertyNames.of("spring.http.serviceclient", pool) + "." + BOOT.get(knob),
                "weir.defaults." + key,
                "spring.http.clients." + BOOT.get(knob));
    }

    private String kebab(String knob) {
        Matcher route = ROUTE.matcher(knob);
        return route.matches() ? "routes." + nickname(route.group(1)) + "." + rest(route.group(2)) : words(knob);
    }

    private static String rest(String knob) {
        return knob.isEmpty() ? "target" : words(knob);
    }

    private static String words(String knob) {
        return knob.replaceAll("([A-Z])", "-$1").toLowerCase(Locale.ROOT);
    }

    private String nickname(String target) {
        return Stream.of(properties.pools().getOrDefault(pool, PoolProperties.NONE), properties.defaults())
                .flatMap(layer -> layer.routes().entrySet().stream())
                .filter(route ->
                        target.isEmpty() || isShownAs(target, route.getValue().target()))
                .map(Map.Entry::getKey)
                .findFirst()
                .orElse("*");
    }

    /** Violations show a target without what may be secret in it. */
    private static boolean isShownAs(String shown, @Nullable String target) {
        String parts = Stream.of(shown.split(Pattern.quote("***"), -1))
                .map(Pattern::quote)
                .collect(Collectors.joining(".*"));
        return target != null
                && Pattern.compile(parts, Pattern.DOTALL).matcher(target).matches();
    }
}
