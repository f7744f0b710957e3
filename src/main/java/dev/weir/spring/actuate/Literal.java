package dev.weir.spring.actuate;

import java.net.InetSocketAddress;
import java.net.SocketAddress;

/** Writes addresses. Pure. */
final class Literal {

    private Literal() {}

    /** Asks no name service: the literal address is what differs between the connections of a route. */
    static String of(SocketAddress address) {
        if (address instanceof InetSocketAddress internet && internet.getAddress() != null) {
            String literal = internet.getAddress().getHostAddress();
            return (literal.contains(":") ? "[" + literal + "]" : literal) + ":" + internet.getPort();
        }
        return address.toString();
    }
}
