package dev.weir.config;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Optional;
import java.util.regex.Pattern;

/** The IP addresses that begin with the same bits: a CIDR block (RFC 4632), or one address. Looks no name up. Immutable. */
final class AddressBlock {
    private static final Pattern IPV4 = Pattern.compile("\\d{1,3}(\\.\\d{1,3}){3}");
    private static final Pattern IPV6 = Pattern.compile("[0-9a-fA-F:.]*:[0-9a-fA-F:.]*");

    private final byte[] address;
    private final int prefix;

    private AddressBlock(byte[] address, int prefix) {
        this.address = address;
        this.prefix = prefix;
    }

    /** The block of one address. */
    static AddressBlock of(byte[] address) {
        return new AddressBlock(address, address.length * Byte.SIZE);
    }

    /** Empty unless the address is that long. */
    static Optional<AddressBlock> of(byte[] address, int prefix) {
        return prefix >= 0 && prefix <= address.length * Byte.SIZE
                ? Optional.of(new AddressBlock(address, prefix))
                : Optional.empty();
    }

    /** The address that a text is, without brackets and zone; empty if it is a name. One of IPv4 in IPv6 is one of IPv4. */
    static Optional<byte[]> address(String literal) {
        boolean isAddress = literal.indexOf(':') >= 0
                ? IPV6.matcher(literal).matches()
                : IPV4.matcher(literal).matches() && areBytes(literal.split("\\."));
        try {
            return isAddress
                    ? Optional.of(InetAddress.getByName(literal.indexOf(':') >= 0 ? "[" + literal + "]" : literal)
                            .getAddress())
                    : Optional.empty();
        } catch (UnknownHostException notAnAddress) {
            // What stands in brackets is either an address or wrong: getByName refuses it without a look-up.
            return Optional.empty();
        }
    }

    // Elsewhere 010 is 8: such a number is no address here.
    private static boolean areBytes(String[] numbers) {
        for (String each : numbers) {
            if (Integer.parseInt(each) > 255 || (each.length() > 1 && each.startsWith("0"))) {
                return false;
            }
        }
        return true;
    }

    boolean contains(byte[] other) {
        if (other.length != address.length) {
            return false;
        }
        int whole = prefix / Byte.SIZE;
        for (int i = 0; i < whole; i++) {
            if (other[i] != address[i]) {
                return false;
            }
        }
        int rest = prefix % Byte.SIZE;
        return rest == 0 || ((other[whole] ^ address[whole]) & 0xff) >> (Byte.SIZE - rest) == 0;
    }
}
