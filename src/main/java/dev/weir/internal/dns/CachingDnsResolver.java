package dev.weir.internal.dns;

import dev.weir.event.LookupOutcome;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.apache.hc.client5.http.DnsResolver;
import org.apache.hc.client5.http.SystemDefaultDnsResolver;
import org.jspecify.annotations.Nullable;

/**
 * Remembers what another resolver answers.
 *
 * <ul>
 *   <li>An answer serves for the {@code ttl}, a failure for the {@code negativeTtl}. All count from its arrival, and changed times hold for what is already known.
 *   <li>Callers that miss the same name at the same time share one call of the resolver.
 *   <li>When an answer has outlived its time and the resolver fails with {@link UnknownHostException}, the old answer
 *       serves for {@code serveStale} longer; the resolver is asked again at most once per {@code negativeTtl}.
 *   <li>Anything else that the resolver throws reaches the callers of that one lookup and is not remembered.
 *   <li>An empty answer counts as an unknown host, because HttpClient's operators would silently do the wrong thing.
 *   <li>IP addresses in text form go straight to the resolver.
 *   <li>The resolver runs on a daemon thread named {@code weir-dns-N}, one per name at a time, with the context class
 *       loader of the caller that asked first. An answer from the cache costs no change of threads.
 * </ul>
 *
 * <p>Host names are compared without regard to case. An answer is remembered per overload and port, because a resolver
 * may answer differently for each. At most 10,000 answers and failures are kept. What is returned is the caller's own
 * copy.
 *
 * <p>Safe for use by many threads, virtual ones included. An interrupt ends only the wait of the interrupted caller; the
 * lookup goes on for the others and for the cache.
 */
public final class CachingDnsResolver implements DnsResolver {

    private static final int MAX_NAMES = 10_000;

    private static final int ANY_PORT = 0;

    private final DnsResolver delegate;
    private final Supplier<DnsTimes> times;
    private final LongSupplier nanoClock;
    private final DnsLookups listener;
    private final LookupCache cache;
    private final boolean literalsMayBlock;

    /** What the resolver sees when no caller asks. */
    private final @Nullable ClassLoader loader = Thread.currentThread().getContextClassLoader();

    /**
     * Creates an empty cache.
     *
     * @param delegate where answers come from; may block
     * @param times read at each lookup, so that changed times hold from the next one on
     * @param nanoClock the time in nanoseconds from any origin, such as {@link System#nanoTime()}
     * @param listener is told of each lookup
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
        this.cache = new LookupCache(maxNames, nanoClock, LookupThreads.shared());
        this.literalsMayBlock = !(delegate instanceof SystemDefaultDnsResolver);
    }

    /**
     * Returns the addresses of a host.
     *
     * @param host a host name or an IP address in text form
     * @return a new array with at least one address, or null if the resolver leaves the name to a SOCKS proxy
     * @throws UnknownHostException if the resolver does not know the host or knows no address of it, has recently not
     *     known it, or if this thread is interrupted while it waits for the lookup (the thread's interrupt flag is set
     *     then)
     */
    @Override
    public InetAddress @Nullable [] resolve(String host) throws UnknownHostException {
        List<InetSocketAddress> addresses = patiently(name(host, ANY_PORT), () -> askWithoutPort(host));
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
        return new ArrayList<>(patiently(name(host, port), () -> delegate.resolve(host, port)));
    }

    /**
     * Returns the addresses of a host together with a port, unless the wait for them is ended.
     *
     * @param host a host name or an IP address in text form
     * @param port the port to connect to
     * @param wait can end the caller's wait
     * @return what {@link #resolve(String, int)} returns, not modifiable
     * @throws UnknownHostException under the conditions of {@link #resolve(String)}
     * @throws InterruptedIOException if the wait was ended
     */
    public List<InetSocketAddress> resolve(String host, int port, LookupWait wait)
            throws UnknownHostException, InterruptedIOException {
        return lookUp(name(host, port), () -> delegate.resolve(host, port), wait);
    }

    /** Is told how a lookup ended. */
    public interface Answer {
        /**
         * The lookup has ended; the next call has its result. Not called for IP addresses in text form.
         *
         * @param outcome how
         */
        default void ended(LookupOutcome outcome) {}

        /**
         * There are addresses.
         *
         * @param addresses at least one; unresolved if the resolver leaves the name to a SOCKS proxy
         */
        void resolved(List<InetSocketAddress> addresses);

        /**
         * There are none.
         *
         * @param cause why
         */
        void failed(Exception cause);
    }

    /**
     * Reports the addresses of a host together with a port, without waiting for them: on the calling thread if they are
     * known, otherwise on that of the resolver.
     *
     * @param host a host name or an IP address in text form
     * @param port the port to connect to
     * @param answer is told once
     */
    public void resolve(String host, int port, Answer answer) {
        InetSocketAddress name = name(host, port);
        ask(name, () -> delegate.resolve(host, port), answer::ended, resolution -> tell(name, resolution, answer));
    }

    private void ask(
            InetSocketAddress name, Question question, Consumer<LookupOutcome> outcome, Consumer<Resolution> hearer) {
        if (Lookup.isLiteral(name) && !literalsMayBlock) {
            hearer.accept(Resolution.ask(name, question));
            return;
        }
        long startedNanos = nanoClock.getAsLong();
        cache.resolve(Lookup.ofCaller(name, question, times.get()), resolution -> {
            try {
                if (!Lookup.isLiteral(name)) {
                    outcome.accept(resolution.outcome());
                    listener.lookup(name.getHostString(), resolution.outcome(), nanoClock.getAsLong() - startedNanos);
                }
            } finally {
                hearer.accept(resolution);
            }
        });
    }

    private static void tell(InetSocketAddress name, Resolution resolution, Answer answer) {
        List<InetSocketAddress> addresses;
        try {
            addresses = resolution.addressesOrThrow();
        } catch (IOException | RuntimeException e) {
            answer.failed(e);
            return;
        } catch (Error e) {
            answer.failed(new IllegalStateException(name.getHostString() + ": the resolver failed: " + e, e));
            return;
        }
        answer.resolved(addresses);
    }

    /**
     * Asks the resolver for a host again if the answer will soon be too old, so that no caller has to wait for it. Returns
     * at once. If the resolver fails, the old answer stays. Does nothing for IP addresses in text form and without a
     * {@code ttl}.
     *
     * @param host a host name or an IP address in text form
     * @param port the port to connect to
     * @return whether the resolver is asked
     */
    public boolean refresh(String host, int port) {
        Lookup lookup = Lookup.ahead(name(host, port), () -> delegate.resolve(host, port), times.get(), loader);
        return lookup.isCached() && cache.refresh(lookup);
    }

    /**
     * Has the next lookup of a host ask the resolver, because its answer may be out of date. The old answer serves if the
     * resolver fails, or takes too long.
     *
     * @param host a host name or an IP address in text form
     * @param port the port that it is asked for with
     */
    public void doubt(String host, int port) {
        cache.doubt(name(host, port));
    }

    /**
     * Returns what was answered for a host, to any pool.
     *
     * @param host a host name
     * @param port the port that it was asked for with
     * @return the last answers; none if the name is not in the cache
     */
    public AddressHistory history(String host, int port) {
        return cache.history(name(host, port));
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

    /** What is looked up and remembered: a host name in lower case and the port it is asked for, if any. */
    private static InetSocketAddress name(String host, int port) {
        return InetSocketAddress.createUnresolved(host.toLowerCase(Locale.ROOT), port);
    }

    private List<InetSocketAddress> patiently(InetSocketAddress name, Question question) throws UnknownHostException {
        try {
            return lookUp(name, question, new LookupWait());
        } catch (InterruptedIOException e) { // a resolver may throw what it does not declare
            UnknownHostException failure = new UnknownHostException(name.getHostString());
            failure.initCause(e);
            throw failure;
        }
    }

    private List<InetSocketAddress> lookUp(InetSocketAddress name, Question question, LookupWait wait)
            throws UnknownHostException, InterruptedIOException {
        ask(name, question, wait::ended, wait::answered);
        return wait.await(name).addressesOrThrow();
    }

    private List<InetSocketAddress> askWithoutPort(String host) throws UnknownHostException {
        InetAddress[] addresses = delegate.resolve(host);
        return addresses == null
                ? List.of(InetSocketAddress.createUnresolved(host, ANY_PORT))
                : Arrays.stream(addresses)
                        .map(address -> new InetSocketAddress(address, ANY_PORT))
                        .toList();
    }
}
