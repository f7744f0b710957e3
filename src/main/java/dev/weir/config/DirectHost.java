package dev.weir.config;

import java.net.IDN;
import java.util.Locale;
import java.util.Optional;

/** The host of a request as exclusions see it: a name in lower case without a dot at its end, or an address. Immutable. */
record DirectHost(String name, Optional<byte[]> address) {

    static DirectHost of(String host) {
        String bare = host.startsWith("[") && host.endsWith("]") ? host.substring(1, host.length() - 1) : host;
        int zone = bare.indexOf('%');
        String literal = zone < 0 ? bare : bare.substring(0, zone);
        return new DirectHost(name(bare), AddressBlock.address(literal));
    }

    /** A name in the spelling of DNS. */
    static String name(String host) {
        String lower = host.toLowerCase(Locale.ROOT);
        String name = lower.endsWith(".") ? lower.substring(0, lower.length() - 1) : lower;
        return name.chars().allMatch(c -> c < 0x80) ? name : inAscii(name);
    }

    private static String inAscii(String name) {
        try {
            return IDN.toASCII(name);
        } catch (IllegalArgumentException notInternational) {
            // No name server could know it, and no exclusion does.
            return name;
        }
    }
}
