package dev.weir.config;

import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/** Says what is wrong with a text that is no target, and what it may have meant. */
final class TargetFlaw {
    private static final String USUAL =
            "must be scheme://host or scheme://host:port with http or https and, for a pattern,"
                    + " a host that is * or starts with *.";

    /** The first that a text shows is what is said of it. */
    private static final List<Flaw> FLAWS = List.of(
            new Flaw("(?s).*[\\s\\p{Cntrl}].*", "must not contain blanks or control characters"),
            new Flaw("(?!https?://)[^/]*://.*", "must begin with http:// or https://"),
            new Flaw("(?!https?://).*", USUAL),
            new Flaw(".*@.*", "must not contain user info"),
            new Flaw("https?://[^/?#]*[/?#].*", "must not have a path, a query or a fragment"),
            new Flaw("https?://(:\\d*)?", "must name a host"),
            new Flaw("https?://[^\\[\\]]*:[^\\[\\]]*:.*", "must have brackets around an IPv6 address"),
            new Flaw("https?://[^\\[\\]]*[\\[\\]][^\\[\\]]*", "must have brackets around an IPv6 address"),
            new Flaw("https?://.*:[^\\]]*", "must have a port from 1 to 65535", TargetFlaw::isPortWrong),
            new Flaw("https?://\\[.*", "must have an IPv6 address between its brackets"),
            new Flaw(
                    "https?://.+\\*.*|https?://\\*[^.].*",
                    "must have its wildcard as a whole first label, as in *.internal"),
            new Flaw(
                    ".*",
                    "must have a host whose labels are letters, digits, underscores and, between these, hyphens"));

    private TargetFlaw() {}

    /** Returns what a text that is no target must be or have, as the rest of a sentence. */
    static String of(String text) {
        String lower = text.toLowerCase(Locale.ROOT);
        return FLAWS.stream()
                .filter(flaw -> flaw.isIn(lower))
                .findFirst()
                .map(Flaw::demand)
                .orElse(USUAL);
    }

    private static boolean isPortWrong(String text) {
        String port = text.substring(text.lastIndexOf(':') + 1);
        return !port.matches("\\d{1,5}") || Integer.parseInt(port) < 1 || Integer.parseInt(port) > 65_535;
    }

    private record Flaw(Pattern shape, String demand, Predicate<String> check) {
        Flaw(String shape, String demand) {
            this(shape, demand, text -> true);
        }

        Flaw(String shape, String demand, Predicate<String> check) {
            this(Pattern.compile(shape), demand, check);
        }

        boolean isIn(String text) {
            return shape.matcher(text).matches() && check.test(text);
        }
    }
}
