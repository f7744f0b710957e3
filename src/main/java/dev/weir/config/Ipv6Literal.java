package dev.weir.config;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Optional;

/** IPv6 addresses in brackets, as they stand in origins. */
final class Ipv6Literal {
    private Ipv6Literal() {}

    /** One spelling for one address; a zone ({@code %eth0}) stays as it is. Never asks a name server. */
    static Optional<String> normal(String bracketed) {
        int zone = bracketed.indexOf('%');
        String address = zone < 0 ? bracketed : bracketed.substring(0, zone) + "]";
        String rest = zone < 0 ? "]" : bracketed.substring(zone);
        try {
            return Optional.of("[" + InetAddress.getByName(address).getHostAddress() + rest);
        } catch (UnknownHostException notAnAddress) {
            // What stands in brackets is either an address or wrong: getByName refuses it without a look-up.
            return Optional.empty();
        }
    }
}
