package dev.weir.internal.dns;

import dev.weir.config.Address;
import dev.weir.config.Addresses;
import dev.weir.internal.log.AddressText;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.hc.client5.http.DnsResolver;
import org.jspecify.annotations.Nullable;

/**
 * Asks a source other than the DNS for the addresses of names. An exception, and a list that makes no sense, is a failed
 * lookup. As thread-safe as what it asks.
 */
public final class AddressesResolver implements DnsResolver {

    private final Addresses addresses;
    private final DnsResolver dns;

    /**
     * Creates it.
     *
     * @param addresses knows some or all names
     * @param dns knows the others
     */
    public AddressesResolver(Addresses addresses, DnsResolver dns) {
        this.addresses = addresses;
        this.dns = dns;
    }

    @Override
    public @Nullable List<InetSocketAddress> resolve(String host, int port) throws UnknownHostException {
        if (Name.of(host, port).isLiteral() || !isKnown(host)) {
            return dns.resolve(host, port);
        }
        List<InetSocketAddress> weighted = new ArrayList<>();
        Set<InetSocketAddress> distinct = new HashSet<>();
        for (Address each : given(host, port)) {
            if (each == null) {
                throw failure(host, "has a null among them", null);
            }
            if (!distinct.add(each.socketAddress())) {
                String twice = "has " + AddressText.of(each.socketAddress())
                        + " twice: give it once, with the weight that it is to have";
                throw failure(host, twice, null);
            }
            weighted.add(new WeightedAddress(each));
        }
        return weighted;
    }

    private boolean isKnown(String host) throws UnknownHostException {
        try {
            return addresses.knows(host);
        } catch (RuntimeException e) {
            throw failure(host, "failed: " + e, e);
        }
    }

    private List<Address> given(String host, int port) throws UnknownHostException {
        List<Address> given;
        try {
            given = addresses.lookup(host, port);
            given = given == null ? List.of() : new ArrayList<>(given);
        } catch (Exception e) { // whatever it is, old addresses are better than none
            throw failure(host, "failed: " + e, e);
        }
        if (given.isEmpty()) {
            throw failure(host, "has none", null);
        }
        return given;
    }

    private UnknownHostException failure(String host, String what, @Nullable Exception cause) {
        UnknownHostException failure = new UnknownHostException(
                host + ": what gives its addresses (" + addresses.getClass().getName() + ") " + what);
        failure.initCause(cause);
        return failure;
    }

    /** Names without a port belong to the DNS. */
    @Override
    public InetAddress @Nullable [] resolve(String host) throws UnknownHostException {
        return dns.resolve(host);
    }

    @Override
    public String resolveCanonicalHostname(String host) throws UnknownHostException {
        return dns.resolveCanonicalHostname(host);
    }
}
