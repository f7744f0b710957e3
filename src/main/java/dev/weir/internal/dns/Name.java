package dev.weir.internal.dns;

import java.util.Locale;

/** What is looked up and remembered: a host name in lower case and the port it is asked for, if any. */
record Name(String host, int port) {

    private static final int NO_PORT = -1;

    static Name of(String host, int port) {
        return new Name(host.toLowerCase(Locale.ROOT), port);
    }

    static Name withoutPort(String host) {
        return of(host, NO_PORT);
    }

    /**
     * Whether the host is an IP address in text form. No host name contains a colon, and none ends in an all-numeric label,
     * which resolvers read as (shortened) IPv4 addresses.
     */
    boolean isLiteral() {
        return host.indexOf(':') >= 0 || host.chars().allMatch(c -> c == '.' || (c >= '0' && c <= '9'));
    }
}
