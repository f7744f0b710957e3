package dev.weir.testserver;

import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.UnknownHostException;

/** Turns host names into loopback addresses without looking anything up. */
public final class LoopbackNames {

    static final InetAddress ADDRESS = literal("127.0.0.1");

    private LoopbackNames() {}

    /** A literal loopback address as it is, every name as 127.0.0.1, and every other literal refused. */
    static InetAddress resolve(String host) throws UnknownHostException {
        if (!isLiteral(host)) {
            return ADDRESS;
        }
        InetAddress address = InetAddress.getByName(host);
        if (!address.isLoopbackAddress()) {
            throw new UnknownHostException("only loopback addresses are reachable, but was " + host);
        }
        return address;
    }

    /** Returns an address in text form as it is. */
    public static InetAddress literal(String address) {
        try {
            return InetAddress.getByName(address);
        } catch (UnknownHostException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static boolean isLiteral(String host) {
        return host.indexOf(':') >= 0 || host.chars().allMatch(c -> c == '.' || (c >= '0' && c <= '9'));
    }
}
