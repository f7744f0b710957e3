package dev.weir.config;

import java.math.BigInteger;
import java.net.IDN;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The hosts that are connected to directly, in spite of a proxy. Looks no name up. Immutable. */
final class NoProxy {
    private static final int ANY_PORT = -1;
    /** An address in brackets, or a name without colons, or an address with more than one; a block; a port. */
    private static final Pattern ENTRY = Pattern.compile(
            "(?:\\[([^\\]]*:[^\\]]*)]|([^:/\\[\\]]+|[^:/\\[\\]]*:[^/\\[\\]]*:[^/\\[\\]]*))(?:/(\\d{1,3}))?(?::(\\d{1,5}))?");

    private static final String LABEL = "[\\p{L}\\p{M}\\p{N}_-]+";
    private static final Pattern NAME = Pattern.compile("(?:" + LABEL + "\\.)*" + LABEL + "\\.?");
    private static final Pattern ENDS_IN_NUMBER = Pattern.compile("(?:.*\\.)?\\d+\\.?");
    private static final String BYTE = "(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)";
    // Elsewhere 010 is 8: such a number is no address here.
    private static final Pattern IPV4 = Pattern.compile("(?:" + BYTE + "\\.){3}" + BYTE);
    private static final Pattern IPV6 = Pattern.compile("[0-9a-fA-F:.]*:[0-9a-fA-F:.]*");
    private static final String ANY_BELOW = "*.";

    private final List<Entry> entries;

    private NoProxy(List<Entry> entries) {
        this.entries = entries;
    }

    static NoProxy of(List<String> texts) {
        List<Entry> entries = new ArrayList<>();
        for (String text : texts) {
            parse(text).ifPresent(entries::add);
        }
        return new NoProxy(entries);
    }

    /** Whether the text is a name, {@code *.} before a name, {@code *}, an address or a block, with or without port. */
    static boolean isEntry(String text) {
        return parse(text).isPresent();
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

    boolean isEmpty() {
        return entries.isEmpty();
    }

    boolean excludes(String host, int port) {
        if (entries.isEmpty()) {
            return false;
        }
        Host asked = new Host(host);
        for (Entry each : entries) {
            if ((each.port == ANY_PORT || each.port == port) && each.hosts.test(asked)) {
                return true;
            }
        }
        return false;
    }

    /** The spelling of a name in DNS: lower case, without a dot at its end. */
    static String inDns(String host) {
        String lower = host.toLowerCase(Locale.ROOT);
        String name = lower.endsWith(".") ? lower.substring(0, lower.length() - 1) : lower;
        try {
            return isAscii(name) ? name : IDN.toASCII(name);
        } catch (IllegalArgumentException notInternational) {
            // No name server could know it, and no exclusion does.
            return name;
        }
    }

    private static boolean isAscii(String name) {
        boolean isAscii = true;
        for (int i = 0; i < name.length(); i++) {
            isAscii &= name.charAt(i) < 0x80;
        }
        return isAscii;
    }

    private static Optional<Entry> parse(String text) {
        Matcher parts = ENTRY.matcher(text.toLowerCase(Locale.ROOT));
        if (!parts.matches()) {
            return Optional.empty();
        }
        String host = parts.group(1) != null ? parts.group(1) : parts.group(2);
        byte[] address = address(host);
        boolean isName = address == null && parts.group(1) == null && parts.group(3) == null;
        Predicate<Host> hosts = address != null ? within(address, parts.group(3)) : isName ? named(host) : null;
        int port = parts.group(4) == null ? ANY_PORT : Integer.parseInt(parts.group(4));
        boolean isPort = port == ANY_PORT || (port >= 1 && port <= 65_535);
        return hosts != null && isPort ? Optional.of(new Entry(hosts, port)) : Optional.empty();
    }

    private static @Nullable Predicate<Host> named(String host) {
        if (host.equals("*")) {
            return any -> true;
        }
        boolean isPattern = host.startsWith(ANY_BELOW);
        String name = isPattern ? host.substring(ANY_BELOW.length()) : host;
        if (!NAME.matcher(name).matches() || ENDS_IN_NUMBER.matcher(name).matches()) {
            return null;
        }
        String known = inDns(name);
        return isPattern ? asked -> asked.name.endsWith("." + known) : asked -> asked.name.equals(known);
    }

    /** The addresses that begin with the same bits: a CIDR block (RFC 4632), or one address. */
    private static @Nullable Predicate<Host> within(byte[] address, @Nullable String prefix) {
        int bits = address.length * Byte.SIZE;
        int rest = prefix == null ? 0 : bits - Integer.parseInt(prefix);
        BigInteger start = new BigInteger(1, address).shiftRight(Math.max(0, rest));
        return rest < 0
                ? null
                : asked -> asked.address != null
                        && asked.address.length == address.length
                        && new BigInteger(1, asked.address).shiftRight(rest).equals(start);
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

    private record Entry(Predicate<Host> hosts, int port) {}

    /** The host of a request: a name as in DNS, or an address. */
    private static final class Host {
        private final String name;
        private final byte @Nullable [] address;

        Host(String host) {
            String bare = host.startsWith("[") && host.endsWith("]") ? host.substring(1, host.length() - 1) : host;
            int zone = bare.indexOf('%');
            this.name = inDns(bare);
            this.address = NoProxy.address(zone < 0 ? bare : bare.substring(0, zone));
        }
    }
}
