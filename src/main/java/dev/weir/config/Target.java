package dev.weir.config;

import dev.weir.internal.log.PlainText;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An origin, or a pattern of origins, in normal form: lower case, names in the spelling of DNS, port filled in, IPv6
 * addresses in one spelling.
 */
record Target(String scheme, String host, int port) {
    private static final Pattern SYNTAX =
            Pattern.compile("(https?)://(\\[[^\\[\\]\\s/?#@]+]|[^\\[\\]\\s/?#@:]+)(?::(\\d{1,5}))?");
    private static final String END = "[\\p{L}\\p{M}\\p{N}_]";
    private static final String LABEL = END + "(?:[\\p{L}\\p{M}\\p{N}_-]*" + END + ")?";
    private static final Pattern NAME = Pattern.compile(LABEL + "(?:\\." + LABEL + ")*\\.?");
    private static final String ANY = "*";
    private static final String ANY_BELOW = "*.";

    /** Empty unless the text is {@code scheme://host[:port]}, where the host may be or start with {@code *}. */
    static Optional<Target> parse(String text) {
        Matcher parts = SYNTAX.matcher(text.toLowerCase(Locale.ROOT));
        return parts.matches() ? of(parts.group(1), parts.group(2), portOf(parts)) : Optional.empty();
    }

    /** Returns the one origin that a text names, or says what is wrong with it. */
    static Target origin(String text) {
        Optional<Target> parsed = parse(Objects.requireNonNull(text, "target must not be null"));
        if (parsed.isEmpty()) {
            throw refused(flaw(text), text, "https://recs:8443");
        }
        Target target = parsed.get();
        if (target.isPattern()) {
            throw refused("must be one origin, not a pattern", text, "https://" + target.host.replace(ANY, "recs"));
        }
        return target;
    }

    private static IllegalArgumentException refused(String demand, String text, String sample) {
        return new IllegalArgumentException(
                "target " + demand + ", but was " + PlainText.withoutSecrets(text) + "; such as " + sample);
    }

    private static Optional<Target> of(String scheme, String host, int port) {
        if (port < 1 || port > 65_535) {
            return Optional.empty();
        }
        Optional<String> normal = normal(host);
        return normal.isEmpty() ? Optional.empty() : Optional.of(new Target(scheme, normal.get(), port));
    }

    private static int portOf(Matcher parts) {
        if (parts.group(3) != null) {
            return Integer.parseInt(parts.group(3));
        }
        return parts.group(1).equals("https") ? 443 : 80;
    }

    private static Optional<String> normal(String host) {
        if (host.startsWith("[")) {
            return ipv6(host);
        }
        if (host.equals(ANY)) {
            return Optional.of(ANY);
        }
        String before = host.startsWith(ANY_BELOW) ? ANY_BELOW : "";
        String name = host.substring(before.length());
        return NAME.matcher(name).matches() ? Optional.of(before + NoProxy.inDns(name)) : Optional.empty();
    }

    /** One spelling for one address; a zone ({@code %eth0}) stays as it is. Never asks a name server. */
    private static Optional<String> ipv6(String bracketed) {
        int zone = bracketed.indexOf('%');
        String address = zone < 0 ? bracketed : bracketed.substring(0, zone) + "]";
        String rest = zone < 0 ? "]" : bracketed.substring(zone);
        try {
            return Optional.of("[" + InetAddress.getByName(address).getHostAddress() + rest);
        } catch (UnknownHostException notAnAddress) {
            // What stands in brackets is either an address or wrong: getByName refuses it without a look-up.
            return Optional.empty();
        }
    }

    boolean isSecure() {
        return scheme.equals("https");
    }

    boolean isPattern() {
        return host.startsWith(ANY);
    }

    /** The larger, the more specific: an origin itself beats every pattern, more labels beat fewer. */
    int specificity() {
        return isPattern() ? (int) host.chars().filter(c -> c == '.').count() : Integer.MAX_VALUE;
    }

    boolean matches(Target origin) {
        return scheme.equals(origin.scheme) && port == origin.port && matchesHost(origin.host);
    }

    private boolean matchesHost(String name) {
        if (!isPattern()) {
            return host.equals(name);
        }
        return name.length() >= host.length() && name.endsWith(host.substring(ANY.length()));
    }

    @Override
    public String toString() {
        return scheme + "://" + host + ":" + port;
    }

    /** What is wrong with a text that is no target, as the rest of a sentence; loaded for the first such text. */
    static String flaw(String text) {
        return Flaw.in(text.toLowerCase(Locale.ROOT));
    }

    /** A shape of texts that are no targets, and what they must be or have instead; immutable. */
    private record Flaw(Pattern shape, String demand, Predicate<String> check) {
        private static final String USUAL =
                "must be scheme://host or scheme://host:port with http or https and, for a pattern,"
                        + " a host that is * or starts with *.";

        /** The first that a text shows is what is said of it. */
        private static final List<Flaw> ALL = List.of(
                new Flaw("(?s).*[\\s\\p{Cntrl}].*", "must not contain blanks or control characters"),
                new Flaw("(?!https?://)[^/]*://.*", "must begin with http:// or https://"),
                new Flaw("(?!https?://).*", USUAL),
                new Flaw(".*@.*", "must not contain user info"),
                new Flaw("https?://[^/?#]*[/?#].*", "must not have a path, a query or a fragment"),
                new Flaw("https?://(:\\d*)?", "must name a host"),
                new Flaw("https?://[^\\[\\]]*:[^\\[\\]]*:.*", "must have brackets around an IPv6 address"),
                new Flaw("https?://[^\\[\\]]*[\\[\\]][^\\[\\]]*", "must have brackets around an IPv6 address"),
                new Flaw("https?://.*:[^\\]]*", "must have a port from 1 to 65535", Flaw::isPortWrong),
                new Flaw("https?://\\[.*", "must have an IPv6 address between its brackets"),
                new Flaw(
                        "https?://.+\\*.*|https?://\\*[^.].*",
                        "must have its wildcard as a whole first label, as in *.internal"),
                new Flaw(
                        ".*",
                        "must have a host whose labels are letters, digits, underscores and, between these, hyphens"));

        private Flaw(String shape, String demand) {
            this(shape, demand, text -> true);
        }

        private Flaw(String shape, String demand, Predicate<String> check) {
            this(Pattern.compile(shape), demand, check);
        }

        /** Returns what a text in lower case must be or have. */
        static String in(String text) {
            return ALL.stream()
                    .filter(flaw -> flaw.shape.matcher(text).matches() && flaw.check.test(text))
                    .findFirst()
                    .map(Flaw::demand)
                    .orElse(USUAL);
        }

        private static boolean isPortWrong(String text) {
            String port = text.substring(text.lastIndexOf(':') + 1);
            return !port.matches("\\d{1,5}") || Integer.parseInt(port) < 1 || Integer.parseInt(port) > 65_535;
        }
    }
}
