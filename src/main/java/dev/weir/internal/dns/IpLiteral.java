package dev.weir.internal.dns;

/** Distinguishes IP addresses in text form from names. */
public final class IpLiteral {

    private IpLiteral() {}

    /**
     * Returns whether a host is an IP address in text form. No host name contains a colon, and none ends in an all-numeric
     * label, which resolvers read as (shortened) IPv4 addresses.
     *
     * @param host a host name or an IP address
     * @return whether nothing has to be looked up
     */
    public static boolean is(String host) {
        return host.indexOf(':') >= 0 || host.chars().allMatch(c -> c == '.' || (c >= '0' && c <= '9'));
    }
}
