package dev.weir.internal.dns;

import java.net.Inet6Address;
import java.net.InetAddress;

/**
 * What addresses of equal servers have in common.
 *
 * @param isV6 the family
 * @param scope from where they can be reached
 */
public record AddressKind(boolean isV6, Scope scope) {

    private static final int UNIQUE_LOCAL_MASK = 0xfe;
    private static final int UNIQUE_LOCAL = 0xfc;

    /** From where an address can be reached. */
    public enum Scope {
        LOOPBACK,
        LINK_LOCAL,
        PRIVATE,
        PUBLIC
    }

    /**
     * Returns the kind of an address.
     *
     * @param address the address
     * @return its kind
     */
    public static AddressKind of(InetAddress address) {
        return new AddressKind(address instanceof Inet6Address, scope(address));
    }

    private static Scope scope(InetAddress address) {
        if (address.isLoopbackAddress()) {
            return Scope.LOOPBACK;
        }
        if (address.isLinkLocalAddress()) {
            return Scope.LINK_LOCAL;
        }
        return address.isSiteLocalAddress() || isUniqueLocal(address) ? Scope.PRIVATE : Scope.PUBLIC;
    }

    private static boolean isUniqueLocal(InetAddress address) {
        return address instanceof Inet6Address && (address.getAddress()[0] & UNIQUE_LOCAL_MASK) == UNIQUE_LOCAL;
    }
}
