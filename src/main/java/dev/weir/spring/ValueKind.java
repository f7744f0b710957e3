package dev.weir.spring;

import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Says what the value of a property has to be, by its type. Pure. */
final class ValueKind {

    private static final Pattern INTEGER = Pattern.compile("\\s*[-+]?\\d+\\s*");

    private ValueKind() {}

    static String of(Class<?> type) {
        if (type == Duration.class) {
            return "a time with a unit (ms, s, m, h or d), such as 300ms or 5s";
        }
        if (type == Integer.class || type == Long.class) {
            return "a whole number, such as 50";
        }
        if (type == Double.class) {
            return "a number, such as 0.2";
        }
        if (type == Boolean.class || type == boolean.class) {
            return "true or false";
        }
        return type.isEnum() ? "one of " + constants(type) : "a value of another kind";
    }

    /** Says it for a value that is of another kind, or an integer out of range. */
    static String of(Class<?> type, Object value) {
        boolean isInteger =
                type == Integer.class && INTEGER.matcher(value.toString()).matches();
        if (!isInteger) {
            return of(type);
        }
        boolean isNegative = value.toString().strip().startsWith("-");
        return "a whole number of " + (isNegative ? "at least " + Integer.MIN_VALUE : "at most " + Integer.MAX_VALUE);
    }

    private static String constants(Class<?> type) {
        return Arrays.stream(type.getEnumConstants())
                .map(constant -> constant.toString().toLowerCase(Locale.ROOT).replace('_', '-'))
                .collect(Collectors.joining(", "));
    }
}
