package dev.weir.config;

import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/** A shape of texts that are no targets, and what they must be or have instead; immutable. */
record TargetFlaw(Pattern shape, String demand, Predicate<String> check) {
    private static final String USUAL =
            "must be scheme://host or scheme://host:port with http or https and, for a pattern,"
                    + " a host that is * or starts with *.";

    /** The first that a text shows is what is said of it. */
    private static final List<TargetFlaw> ALL = List.of(
            new TargetFlaw("(?s).*[\\s\\p{Cntrl}].*", "must not contain blanks or control characters"),
            new TargetFlaw("(?!https?://)[^/]*://.*", "must begin with http:// or https://"),
            new TargetFlaw("(?!https?://).*", USUAL),
            new TargetFlaw(".*@.*", "must not contain user info"),
            new TargetFlaw("https?://[^/?#]*[/?#].*", "must not have a path, a query or a fragment"),
            new TargetFlaw("https?://(:\\d*)?", "must name a host"),
            new TargetFlaw("https?://[^\\[\\]]*:[^\\[\\]]*:.*", "must have brackets around an IPv6 address"),
            new TargetFlaw("https?://[^\\[\\]]*[\\[\\]][^\\[\\]]*", "must have brackets around an IPv6 address"),
            new TargetFlaw("https?://.*:[^\\]]*", "must have a port from 1 to 65535", TargetFlaw::isPortWrong),
            new TargetFlaw("https?://\\[.*", "must have an IPv6 address between its brackets"),
            new TargetFlaw(
                    "https?://.+\\*.*|https?://\\*[^.].*",
                    "must have its wildcard as a whole first label, as in *.internal"),
            new TargetFlaw(
                    ".*",
                    "must have a host whose labels are letters, digits, underscores and, between these, hyphens"));

    private TargetFlaw(String shape, String demand) {
        this(shape, demand, text -> true);
    }

    private TargetFlaw(String shape, String demand, Predicate<String> check) {
        this(Pattern.compile(shape), demand, check);
    }

    /** Returns what a text in lower case must be or have. */
    static String in(String text) {
        return ALL.stream()
                .filter(flaw -> flaw.shape.matcher(text).matches() && flaw.check.test(text))
                .findFirst()
                .map(TargetFlaw::demand)
                .orElse(USUAL);
    }

    private static boolean isPortWrong(String text) {
        String port = text.substring(text.lastIndexOf(':') + 1);
        return !port.matches("\\d{1,5}") || Integer.parseInt(port) < 1 || Integer.parseInt(port) > 65_535;
    }
}
