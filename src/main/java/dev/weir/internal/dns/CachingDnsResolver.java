package dev.weir.internal.dns;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.apache.hc.client5.http.DnsResolver;
import org.jspecify.annotations.Nullable;

/**
 * Remembers what another resolver answers.
 *
 * <ul>
 *   <li>An answer serves for the {@code ttl}, a failure for the {@code negativeTtl}. Both count from the moment they
 *       were received, and changed times hold for what is already known.
 *   <li>Callers that miss the same name at the same time share one call of the resolver.
 *   <li>When an answer has outlived its time and the resolver fails with {@link UnknownHostException}, the old answer
 *       serves for {@code serveStale} more; the resolver is asked again at most once per {@code negativeTtl}.
 *   <li>Anything else that the resolver throws reaches the callers of that one lookup and is not remembered.
 *   <li>An empty answer counts as an unknown host, because HttpClient's operators go wrong silently on it.
 *   <li>IP addresses in text form go straight to the resolver.
 * </ul>
 *
 * <p>Host names are compared without regard to case. An answer is remembered per overload and port, because a resolver
 * may answer differently for each. At most 10,000 answers and failures are kept. What is returned is the caller's own
 * copy.
 *
 * <p>Safe for use by many threads, virtual ones included. The first caller that misses a name runs the resolver on its
 * own thread; the others wait, and an interrupt ends the wait of the interrupted caller alone.
 */
public final class CachingDnsResolver implements DnsResolver {

    private static final int MAX_NAMES = 10_000;

    private final DnsResolver delegate;
    private final Supplier<DnsTimes> times;
    private final LongSupplier nanoClock;
    private final DnsLookups listener;
    private final LookupCache cache;

    /**
     * Creates an empty cache.
     *
     * @param delegate where answers come from; may block
     * @param times read at each lookup, so that changed times hold from the next one on
     * @param nanoClock the time in nanoseconds from any origin, such as {@link System#nanoTime()}
     * @param listener hears of each lookup
     */
    public CachingDnsResolver(
            DnsResolver delegate, Supplier<DnsTimes> times, LongSupplier nanoClock, DnsLookups listener) {
        this(delegate, times, nanoClock, listener, MAX_NAMES);
    }

    CachingDnsResolver(
            DnsResolver delegate, Supplier<DnsTimes> times, LongSupplier nanoClock, DnsLookups listener, int maxNames) {
        this.delegate = delegate;
        this.times = times;
        this.nanoClock = nanoClock;
        this.listener = listener;
        this.cache = new LookupCache(maxNames, nanoClock);
    }

    /**
     * Returns the addresses of a host.
     *
     * @param host a host name or an IP address in text form
     * @return a new array with at least one address, or null if the resolver leaves the name to a SOCKS proxy
     * @throws UnknownHostException if the resolver does not know the host or knows no address of it, has recently not
     *     known it, or if this thread is interrupted while it waits for the lookup of another caller (the thread's
     *     interrupt flag is set then)
     */
    @Override
    public InetAddress @Nullable [] resolve(String host) throws UnknownHostException {
        List<InetSocketAddress> addresses = lookUp(Name.withoutPort(host), () -> askWithoutPort(host));
        return addresses.get(0).isUnresolved()
                ? null
                : addresses.stream().map(InetSocketAddress::getAddress).toArray(InetAddress[]::new);
    }

    /**
     * Returns the addresses of a host together with a port.
     *
     * @param host a host name or an IP address in text form
     * @param port the port to connect to
     * @return a new, modifiable list with at least one address; unresolved if the resolver leaves the name to a SOCKS
     *     proxy
     * @throws UnknownHostException under the conditions of {@link #resolve(String)}
     */
    @Override
    public List<InetSocketAddress> resolve(String host, int port) throws UnknownHostException {
        return new ArrayList<>(lookUp(Name.of(host, port), () -> delegate.resolve(host, port)));
    }

    /**
     * Returns the canonical name of a host, straight from the resolver.
     *
     * @param host a host name or an IP address in text form
     * @return what the resolver returns
     * @throws UnknownHostException if the resolver throws it
     */
    @Override
    public String resolveCanonicalHostname(String host) throws UnknownHostException {
        return delegate.resolveCanonicalHostname(host);
    }

    private List<InetSocketAddress> lookUp(Name name, Question question) throws UnknownHostException {
        if (name.isLiteral()) {
            return Resolution.ask(name, question).addressesOrThrow();
        }
        DnsTimes current = times.get();
        long startedNanos = nanoClock.getAsLong();
        Resolution resolution =
                current.isCacheOff() ? Resolution.ask(name, question) : cache.resolve(name, question, current);
        listener.lookup(name.host(), resolution.outcome(), nanoClock.getAsLong() - startedNanos);
        return resolution.addressesOrThrow();
    }

    /** Asks for addresses alone, in the form of the cache; that form has a port, which nobody sees. */
    private List<InetSocketAddress> askWithoutPort(String host) throws UnknownHostException {
        InetAddress[] addresses = delegate.resolve(host);
        return addresses == null
                ? List.of(InetSocketAddress.createUnresolved(host, 0))
                : Arrays.stream(addresses)
                        .map(address -> new InetSocketAddress(address, 0))
                        .toList();
    }
}
