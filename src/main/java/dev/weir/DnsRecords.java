package dev.weir;

import dev.weir.internal.records.RecordResolver;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Objects;
import org.apache.hc.client5.http.DnsResolver;

/**
 * Resolvers that ask name servers for the A and AAAA records of a name, instead of the resolver of the JDK, which does not
 * tell the TTL of a record. So the pool uses each answer for its own TTL, within {@code dns.minTtl} and {@code dns.ttl}:
 *
 * <pre>{@code
 * HttpPool.builder("recs").dnsResolver(DnsRecords.ofMachine()).build()
 * }</pre>
 *
 * <p>The TTL of an answer is the smallest of all records that lead to its addresses, aliases ({@code CNAME}) included. If
 * only one of the two questions gets a reply, the addresses count for {@code dns.minTtl}. A truncated reply is asked for
 * again over TCP. The cache of the JVM does not take part.
 *
 * <p>IP addresses, {@code localhost} with all names below it, and the names in the file of hosts ({@code /etc/hosts}) are
 * left to the JDK, and used for {@code dns.ttl}. No other source of names is asked: neither multicast DNS, nor NIS, nor
 * what {@code nsswitch.conf} lists. {@code java.net.preferIPv4Stack} and {@code java.net.preferIPv6Addresses} count.
 *
 * <p>A server that keeps silent is asked up to three times, in turn with the others, and waited for 0.5, 1 and 2 seconds;
 * one that fails, once. If none settles the question, the lookup fails with an {@link java.net.UnknownHostException} that
 * says what each of them did; {@code dns.serveStale} applies as to any resolver.
 *
 * <p>The resolvers are thread-safe, hold no connection, and may be shared by pools.
 */
public final class DnsRecords {

    private DnsRecords() {}

    /**
     * Returns a resolver that asks the name servers of the machine: those in {@code /etc/resolv.conf}, whose {@code search},
     * {@code domain} and {@code ndots} count as well. The file is read again when it changes. Where there is none, as on
     * Windows, the module {@code jdk.naming.dns} of the JDK tells the servers, and short names get no domain.
     *
     * @return a resolver
     * @throws IllegalStateException if no name server is known
     */
    public static DnsResolver ofMachine() {
        return RecordResolver.ofMachine();
    }

    /**
     * Returns a resolver that asks the given name servers, such as the agent of a service registry, for each name as it is.
     *
     * @param servers at least one, each with an IP address and a port, which is usually 53; the first is asked first, until
     *     it does not respond
     * @return a resolver
     * @throws IllegalArgumentException if there is none, or one is unresolved or has the port 0
     */
    public static DnsResolver of(InetSocketAddress... servers) {
        List<InetSocketAddress> all = List.of(Objects.requireNonNull(servers, "servers"));
        if (all.isEmpty()) {
            throw new IllegalArgumentException("at least one name server is needed: 127.0.0.1 with port 53 would do");
        }
        for (InetSocketAddress server : all) {
            if (server.isUnresolved() || server.getPort() == 0) {
                throw new IllegalArgumentException("a name server needs an IP address and a port, but was " + server
                        + ": 127.0.0.1 with port 53 would do");
            }
        }
        return RecordResolver.of(all);
    }
}
