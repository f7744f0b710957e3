package dev.weir.config;

import dev.weir.internal.log.PlainText;
import java.net.IDN;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Objects;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * An origin, or a pattern of origins, in normal form: lower case, names in the spelling of DNS, port filled in, IPv6
 * addresses in one spelling.
 */
record Target(String scheme, String host, int port) {
    private static final String END = "[\\p{L}\\p{M}\\p{N}_]";
    private static final String LABEL = END + "(?:[\\p{L}\\p{M}\\p{N}_-]*" + END + ")?";
    private static final Pattern NAME = Pattern.compile(LABEL + "(?:\\." + LABEL + ")*\\.?");
    private static final String ANY = "*";
    private static final String ANY_BELOW = "*.";

    /** Null unless the text is {@code scheme://host[:port]}, where the host may be or start with {@code *}. */
    static @Nullable Target parse(String text) {
        try {
            return read(text);
        } catch (IllegalArgumentException noTarget) {
            // Who wants to know asks for the flaw.
            return null;
        }
    }

    /** What is wrong with a text that is no target, as the rest of a sentence. */
    static String flaw(String text) {
        try {
            return read(text).isPattern() ? "must be one origin, not a pattern" : "";
        } catch (IllegalArgumentException noTarget) {
            return String.valueOf(noTarget.getMessage());
        }
    }

    /** Returns the one origin that a text names, or says what is wrong with it. */
    static Target origin(String text) {
        Target target = parse(Objects.requireNonNull(text, "target must not be null"));
        if (target == null || target.isPattern()) {
            String sample = target == null ? "https://recs:8443" : "https://" + target.host.replace(ANY, "recs");
            throw new IllegalArgumentException(
                    "target " + flaw(text) + ", but was " + PlainText.withoutSecrets(text) + "; such as " + sample);
        }
        return target;
    }

    /** The host and the port that a text may mean that is no target, in an address or alone. */
    static String authority(String text) {
        String shown = PlainText.withoutSecrets(text.strip());
        String rest = shown.substring(Math.max(0, shown.indexOf("://") + 1)).replaceFirst("^//", "");
        return rest.split("[/?#]", 2)[0].replaceFirst(".*@", "");
    }

    private static Target read(String text) {
        String lower = text.toLowerCase(Locale.ROOT);
        for (int i = 0; i < lower.length(); i++) {
            boolean isShown = !Character.isWhitespace(lower.charAt(i)) && !Character.isISOControl(lower.charAt(i));
            demand(isShown, "must not contain blanks or control characters");
        }
        int colons = lower.indexOf("://");
        demand(
                colons >= 0 && lower.indexOf('/') > colons,
                "must be scheme://host or scheme://host:port with http or https and, for a pattern, a host that is * or"
                        + " starts with *.");
        String scheme = lower.substring(0, colons);
        demand(scheme.equals("http") || scheme.equals("https"), "must begin with http:// or https://");
        String authority = lower.substring(colons + 3);
        demand(authority.indexOf('@') < 0, "must not contain user info");
        demand(!authority.matches(".*[/?#].*"), "must not have a path, a query or a fragment");
        boolean isAddress = authority.startsWith("[") && authority.indexOf(']') > 0;
        int colon = authority.indexOf(':', isAddress ? authority.indexOf(']') : 0);
        String host = colon < 0 ? authority : authority.substring(0, colon);
        String port = colon < 0 ? "" : authority.substring(colon + 1);
        demand(
                isAddress || (port.indexOf(':') < 0 && !authority.matches(".*[\\[\\]].*")),
                "must have brackets around an IPv6 address");
        demand(!host.isEmpty(), "must name a host");
        int number = port.matches("\\d{1,5}") ? Integer.parseInt(port) : 0;
        demand(colon < 0 || (number >= 1 && number <= 65_535), "must have a port from 1 to 65535");
        return new Target(
                scheme, isAddress ? ipv6(host) : name(host), colon >= 0 ? number : scheme.equals("https") ? 443 : 80);
    }

    private static String name(String host) {
        if (host.equals(ANY)) {
            return ANY;
        }
        String before = host.startsWith(ANY_BELOW) ? ANY_BELOW : "";
        String name = host.substring(before.length());
        demand(name.indexOf('*') < 0, "must have its wildcard as a whole first label, as in *.internal");
        demand(
                NAME.matcher(name).matches(),
                "must have a host whose labels are letters, digits, underscores and, between these, hyphens");
        return before + inDns(name);
    }

    /** The spelling of a name in DNS: lower case, without a dot at its end. */
    static String inDns(String host) {
        String lower = host.toLowerCase(Locale.ROOT);
        String name = lower.endsWith(".") ? lower.substring(0, lower.length() - 1) : lower;
        try {
            return StandardCharsets.US_ASCII.newEncoder().canEncode(name) ? name : IDN.toASCII(name);
        } catch (IllegalArgumentException notInternational) {
            // No name server could know it, and no exclusion does.
            return name;
        }
    }

    private static void demand(boolean isMet, String demand) {
        if (!isMet) {
            throw new IllegalArgumentException(demand);
        }
    }

    /** One spelling for one address; a zone ({@code %eth0}) stays as it is. Never asks a name server. */
    private static String ipv6(String bracketed) {
        int zone = bracketed.indexOf('%');
        String address = zone < 0 ? bracketed : bracketed.substring(0, zone) + "]";
        String rest = zone < 0 ? "]" : bracketed.substring(zone);
        try {
            return "[" + InetAddress.getByName(address).getHostAddress() + rest;
        } catch (UnknownHostException notAnAddress) {
            // What stands in brackets is either an address or wrong: getByName refuses it without a look-up.
            throw new IllegalArgumentException("must have an IPv6 address between its brackets");
        }
    }

    boolean isPattern() {
        return host.startsWith(ANY);
    }

    /** The larger, the more specific: an origin itself beats every pattern, more labels beat fewer. */
    int specificity() {
        return isPattern() ? (int) host.chars().filter(c -> c == '.').count() : Integer.MAX_VALUE;
    }

    boolean matches(Target origin) {
        String name = origin.host;
        boolean isHost = isPattern()
                ? name.length() >= host.length() && name.endsWith(host.substring(ANY.length()))
                : name.equals(host);
        return isHost && scheme.equals(origin.scheme) && port == origin.port;
    }

    @Override
    public String toString() {
        return scheme + "://" + host + ":" + port;
    }
}
