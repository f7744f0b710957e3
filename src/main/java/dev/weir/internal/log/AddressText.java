package dev.weir.internal.log;

import java.net.InetSocketAddress;
import java.net.SocketAddress;

/** Writes addresses for people. Pure. */
public final class AddressText {

    private AddressText() {}

    /**
     * Writes an address as a literal: it asks no name service, and has no host name, which the JDK's own text has once some
     * code has asked for it.
     *
     * @param address the address
     * @return IP address and port, such as {@code 10.0.0.1:443} or {@code [::1]:443}; without the port 0, which is any
     */
    public static String of(SocketAddress address) {
        if (!(address instanceof InetSocketAddress internet) || internet.getAddress() == null) {
            return address.toString();
        }
        String literal = internet.getAddress().getHostAddress();
        String host = literal.indexOf(':') < 0 ? literal : "[" + literal + "]";
        return internet.getPort() == 0 ? host : host + ":" + internet.getPort();
    }
}
