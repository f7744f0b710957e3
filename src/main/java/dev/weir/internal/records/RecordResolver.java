package dev.weir.internal.records;

import dev.weir.internal.dns.IpLiteral;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.apache.hc.client5.http.DnsResolver;
import org.apache.hc.client5.http.SystemDefaultDnsResolver;
import org.jspecify.annotations.Nullable;

/**
 * Asks name servers, so that the addresses carry the TTL of their records. Leaves IP addresses, and the names that the
 * machine itself knows, to the resolver of the JDK. Thread-safe.
 */
public final class RecordResolver implements DnsResolver {

    private final Supplier<ResolverConfig> config;
    private final LocalNames local;
    private final List<RecordType> types;
    private final DnsResolver jdk = SystemDefaultDnsResolver.INSTANCE;

    // The one that replied last is asked first, so that a dead one does not delay each lookup. Any thread sets it.
    private volatile @Nullable InetSocketAddress proven;

    RecordResolver(Supplier<ResolverConfig> config, LocalNames local, List<RecordType> types) {
        this.config = config;
        this.local = local;
        this.types = types;
    }

    /**
     * Asks the name servers of the machine.
     *
     * @return the resolver
     * @throws IllegalStateException if no name server is known
     */
    public static RecordResolver ofMachine() {
        MachineConfig config = MachineConfig.ofMachine();
        config.get();
        return new RecordResolver(config, LocalNames.ofMachine(), types());
    }

    /**
     * Asks the given name servers.
     *
     * @param servers at least one
     * @return the resolver
     */
    public static RecordResolver of(List<InetSocketAddress> servers) {
        ResolverConfig config = ResolverConfig.of(servers);
        return new RecordResolver(() -> config, LocalNames.ofMachine(), types());
    }

    /** The properties are those of the JDK's resolver. */
    private static List<RecordType> types() {
        if (Boolean.getBoolean("java.net.preferIPv4Stack")) {
            return List.of(RecordType.A);
        }
        return Boolean.getBoolean("java.net.preferIPv6Addresses")
                ? List.of(RecordType.AAAA, RecordType.A)
                : List.of(RecordType.A, RecordType.AAAA);
    }

    @Override
    public List<InetSocketAddress> resolve(String host, int port) throws UnknownHostException {
        if (IpLiteral.is(host) || local.have(host)) {
            return jdk.resolve(host, port);
        }
        ResolverConfig present = config(host);
        for (String candidate : present.candidates(host)) {
            String name = DomainName.of(candidate);
            NameReplies replies = new NameReplies(name, types);
            proven = new RecordLookup(inTurn(present.servers()), replies).ask(name);
            if (replies.hasAddresses()) {
                return replies.addresses(host, port);
            }
        }
        throw new UnknownHostException(host + ": the name servers know no address of it");
    }

    private ResolverConfig config(String host) throws UnknownHostException {
        try {
            return config.get();
        } catch (IllegalStateException e) {
            UnknownHostException failure = new UnknownHostException(host + ": " + e.getMessage());
            failure.initCause(e);
            throw failure;
        }
    }

    private List<InetSocketAddress> inTurn(List<InetSocketAddress> servers) {
        InetSocketAddress first = proven;
        if (first == null || !servers.contains(first)) {
            return servers;
        }
        List<InetSocketAddress> turned = new ArrayList<>(List.of(first));
        servers.stream().filter(server -> !server.equals(first)).forEach(turned::add);
        return turned;
    }

    /** Without a port, addresses come as the JDK has them, without a TTL. */
    @Override
    public InetAddress[] resolve(String host) throws UnknownHostException {
        return resolve(host, 0).stream().map(InetSocketAddress::getAddress).toArray(InetAddress[]::new);
    }

    /** The canonical name is the JDK's, because nothing in the library asks for it. */
    @Override
    public String resolveCanonicalHostname(String host) throws UnknownHostException {
        return jdk.resolveCanonicalHostname(host);
    }
}
