package dev.weir.internal.dns;

import java.net.InetSocketAddress;
import org.jspecify.annotations.Nullable;

/**
 * What a caller wants to know.
 *
 * @param name whose addresses
 * @param question how to ask for them
 * @param times how long the cache keeps what is answered
 * @param fresh how long what the cache has is good enough for the caller
 * @param loader the context class loader that the resolver is to see
 */
record Lookup(
        InetSocketAddress name,
        Question question,
        DnsTimes times,
        DnsTimes fresh,
        @Nullable ClassLoader loader) {

    /** A caller takes whatever is within its time. */
    static Lookup ofCaller(InetSocketAddress name, Question question, DnsTimes times) {
        return new Lookup(name, question, times, times, Thread.currentThread().getContextClassLoader());
    }

    /** The background asks early, so that no caller ever finds that the time is over. */
    static Lookup ahead(InetSocketAddress name, Question question, DnsTimes times, @Nullable ClassLoader loader) {
        return new Lookup(name, question, times, times.ahead(), loader);
    }

    boolean isCached() {
        return !times.isCacheOff() && !isLiteral(name);
    }

    /**
     * Whether a host is an IP address in text form. No host name contains a colon, and none ends in an all-numeric label,
     * which resolvers read as (shortened) IPv4 addresses.
     */
    static boolean isLiteral(InetSocketAddress name) {
        String host = name.getHostString();
        boolean isLiteral = true;
        for (int i = 0; i < host.length() && isLiteral; i++) {
            isLiteral = host.charAt(i) == '.' || (host.charAt(i) >= '0' && host.charAt(i) <= '9');
        }
        return isLiteral || host.indexOf(':') >= 0;
    }
}
