package dev.weir.config;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
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
        return TargetFlaw.in(text.toLowerCase(Locale.ROOT));
    }
}
