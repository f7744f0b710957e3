package dev.weir.config;

import java.math.BigInteger;
import java.net.InetAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The hosts that are connected to directly, in spite of a proxy, and what addresses proxies have. Looks no name up. Immutable. */
record NoProxy(List<Entry> entries) {
    /** What a route rule says whose origins are connected to directly. */
    static final String NONE = "none";

    static final String SAMPLE = "http://proxy:3128";
    private static final Pattern PROXY = Pattern.compile("(?i)(?:https?|socks)://.*:[0-9]+");
    private static final int ANY_PORT = -1;
    /** An address in brackets, or a name without colons, or an address with more than one; a block; a port. */
    private static final Pattern ENTRY = Pattern.compile(
            "(?:\\[([^\\]]*:[^\\]]*)]|([^:/\\[\\]]+|[^:/\\[\\]]*:[^/\\[\\]]*:[^/\\[\\]]*))(?:/(\\d{1,3}))?(?::(\\d{1,5}))?");

    private static final Pattern NAME = Pattern.compile("[\\p{L}\\p{M}\\p{N}_-]+(?:\\.[\\p{L}\\p{M}\\p{N}_-]+)*\\.?");
    private static final Pattern ENDS_IN_NUMBER = Pattern.compile("(?:.*\\.)?\\d+\\.?");
    private static final String BYTE = "(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)";
    // Elsewhere 010 is 8: such a number is no address here.
    private static final Pattern IPV4 = Pattern.compile("(?:" + BYTE + "\\.){3}" + BYTE);
    private static final Pattern IPV6 = Pattern.compile("[0-9a-fA-F:.]*:[0-9a-fA-F:.]*");
    private static final String ANY_BELOW = "*.";

    static NoProxy of(List<String> texts) {
        return new NoProxy(
                texts.stream().map(NoProxy::parse).filter(Objects::nonNull).toList());
    }

    /** The address of a proxy that a text is; null unless it is {@code scheme://host:port}. */
    static @Nullable URI proxy(String text) {
        try {
            URI uri = new URI(text);
            boolean isAddress = PROXY.matcher(text).matches()
                    && uri.getHost() != null
                    && uri.getPort() >= 1
                    && uri.getPort() <= 65_535
                    && (uri.getScheme() + "://" + uri.getHost() + ":" + uri.getPort()).equals(text);
            return isAddress ? uri : null;
        } catch (URISyntaxException notAnAddress) {
            // The rule names what is wrong with it, without the text, which may hold a password.
            return null;
        }
    }

    /** Its scheme in lower case; empty unless it is an address. */
    static String scheme(@Nullable String proxy) {
        URI address = proxy == null ? null : proxy(proxy);
        return address == null ? "" : address.getScheme().toLowerCase(Locale.ROOT);
    }

    /** Whether the text is a name, {@code *.} before a name, {@code *}, an address or a block, with or without port. */
    static boolean isEntry(String text) {
        return parse(text) != null;
    }

    /** What an entry may have meant, in the notations of others. */
    static String meant(String entry) {
        String text = Target.authority(entry);
        if (text.matches("(\\d{1,3}\\.){1,3}\\*")) {
            String bytes = text.substring(0, text.length() - 2);
            int count = bytes.split("\\.").length;
            text = bytes + ".0".repeat(4 - count) + "/" + count * Byte.SIZE;
        } else if (text.startsWith(".")) {
            text = "*" + text;
        }
        return isEntry(text) ? text : "*.internal";
    }

    boolean excludes(String host, int port) {
        if (entries.isEmpty()) {
            return false;
        }
        String bare = host.startsWith("[") && host.endsWith("]") ? host.substring(1, host.length() - 1) : host;
        int zone = bare.indexOf('%');
        String name = Target.inDns(bare);
        byte[] address = address(zone < 0 ? bare : bare.substring(0, zone));
        return entries.stream()
                .anyMatch(each -> (each.port == ANY_PORT || each.port == port) && each.matches(name, address));
    }

    private static @Nullable Entry parse(String text) {
        Matcher parts = ENTRY.matcher(text.toLowerCase(Locale.ROOT));
        if (!parts.matches()) {
            return null;
        }
        String host = parts.group(1) != null ? parts.group(1) : parts.group(2);
        byte[] address = address(host);
        int port = parts.group(4) == null ? ANY_PORT : Integer.parseInt(parts.group(4));
        if (port == 0 || port > 65_535) {
            return null;
        }
        if (address != null) {
            int bits = address.length * Byte.SIZE;
            int prefix = parts.group(3) == null ? bits : Integer.parseInt(parts.group(3));
            return prefix > bits ? null : new Entry("", address, bits - prefix, port);
        }
        String before = host.startsWith(ANY_BELOW) ? "*." : "";
        String name = host.substring(before.length());
        boolean isName =
                NAME.matcher(name).matches() && !ENDS_IN_NUMBER.matcher(name).matches();
        return parts.group(1) != null || parts.group(3) != null || !(isName || host.equals("*"))
                ? null
                : new Entry(before + Target.inDns(name), null, 0, port);
    }

    /** The address that a text is, without brackets and zone; null if it is a name. One of IPv4 in IPv6 is one of IPv4. */
    private static byte @Nullable [] address(String literal) {
        boolean isIpv6 = IPV6.matcher(literal).matches();
        try {
            return isIpv6 || IPV4.matcher(literal).matches()
                    ? InetAddress.getByName(isIpv6 ? "[" + literal + "]" : literal)
                            .getAddress()
                    : null;
        } catch (UnknownHostException notAnAddress) {
            // What stands in brackets is either an address or wrong: getByName refuses it without a look-up.
            return null;
        }
    }

    /**
     * A name, or addresses that begin with the same bits: a CIDR block (RFC 4632), or one address.
     *
     * @param rest how many bits at the end of an address make no difference
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Entry(String host, byte @Nullable [] address, int rest, int port) {
        boolean matches(String name, byte @Nullable [] asked) {
            if (address != null) {
                return asked != null
                        && asked.length == address.length
                        && prefix(asked).equals(prefix(address));
            }
            return host.startsWith("*") ? name.endsWith(host.substring(1)) : name.equals(host);
        }

        private BigInteger prefix(byte[] bytes) {
            return new BigInteger(1, bytes).shiftRight(rest);
        }
    }
}
