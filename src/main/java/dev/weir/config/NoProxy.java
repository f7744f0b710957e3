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
    private static final String PORT = "(?::(\\d{1,5}))?";
    private static final Pattern BLOCK = Pattern.compile("(?:\\[([^\\]]*)]|([^/\\[\\]]*))/(\\d{1,3})" + PORT);
    private static final Pattern BRACKETED = Pattern.compile("\\[([^\\]]*:[^\\]]*)]" + PORT);
    private static final Pattern HOST = Pattern.compile("([^:/\\[\\]]+)" + PORT);
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
        String lower = text.toLowerCase(Locale.ROOT);
        Matcher block = BLOCK.matcher(lower);
        if (block.matches()) {
            byte[] address = address(block.group(1) != null ? block.group(1) : block.group(2));
            int prefix = Integer.parseInt(block.group(3));
            return address == null || prefix > address.length * Byte.SIZE
                    ? Optional.empty()
                    : within(address, prefix, block.group(4));
        }
        Matcher bracketed = BRACKETED.matcher(lower);
        if (bracketed.matches()) {
            return at(address(bracketed.group(1)), bracketed.group(2));
        }
        Matcher host = HOST.matcher(lower);
        return host.matches() ? host(host.group(1), host.group(2)) : at(address(lower), null);
    }

    private static Optional<Entry> host(String host, @Nullable String port) {
        byte[] address = address(host);
        if (address != null) {
            return at(address, port);
        }
        if (host.equals("*")) {
            return entry(any -> true, port);
        }
        boolean isPattern = host.startsWith(ANY_BELOW);
        String name = isPattern ? host.substring(ANY_BELOW.length()) : host;
        if (!NAME.matcher(name).matches() || ENDS_IN_NUMBER.matcher(name).matches()) {
            return Optional.empty();
        }
        String known = inDns(name);
        return entry(isPattern ? asked -> asked.name.endsWith("." + known) : asked -> asked.name.equals(known), port);
    }

    private static Optional<Entry> at(byte @Nullable [] address, @Nullable String port) {
        return address == null ? Optional.empty() : within(address, address.length * Byte.SIZE, port);
    }

    /** The addresses that begin with the same bits: a CIDR block (RFC 4632), or one address. */
    private static Optional<Entry> within(byte[] address, int prefix, @Nullable String port) {
        int rest = address.length * Byte.SIZE - prefix;
        BigInteger start = new BigInteger(1, address).shiftRight(rest);
        return entry(
                asked -> asked.address != null
                        && asked.address.length == address.length
                        && new BigInteger(1, asked.address).shiftRight(rest).equals(start),
                port);
    }

    private static Optional<Entry> entry(Predicate<Host> hosts, @Nullable String digits) {
        int port = digits == null ? ANY_PORT : Integer.parseInt(digits);
        boolean isPort = port == ANY_PORT || (port >= 1 && port <= 65_535);
        return isPort ? Optional.of(new Entry(hosts, port)) : Optional.empty();
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
