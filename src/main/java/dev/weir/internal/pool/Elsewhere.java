package dev.weir.internal.pool;

import dev.weir.engine.LeaseTerms;
import dev.weir.engine.SegmentedPool;
import dev.weir.internal.dns.AddressKind;
import dev.weir.internal.dns.CachingDnsResolver;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import org.apache.hc.client5.http.HttpRoute;
import org.apache.hc.client5.http.io.ManagedHttpClientConnection;
import org.apache.hc.core5.concurrent.FutureCallback;
import org.apache.hc.core5.http.HttpConnection;
import org.apache.hc.core5.pool.PoolEntry;
import org.jspecify.annotations.Nullable;

/**
 * The addresses of its host that a lease should avoid because the same call has tried them, and whether the host has others.
 * Immutable.
 */
public final class Elsewhere {

    private final Set<InetSocketAddress> avoided;
    private final boolean areOthersKnown;

    private Elsewhere(Set<InetSocketAddress> avoided, boolean areOthersKnown) {
        this.avoided = avoided;
        this.areOthersKnown = areOthersKnown;
    }

    /**
     * Decides what to avoid: all addresses that the call has tried, or the last one if there are no others.
     *
     * @param route the route of the call
     * @param tried the addresses that it has tried, in that order
     * @param names the DNS answers for the host
     * @return what to avoid; null if the host has one address, or is not looked up
     */
    public static @Nullable Elsewhere of(HttpRoute route, List<InetSocketAddress> tried, CachingDnsResolver names) {
        FirstHop hop = FirstHop.of(route);
        return hop == null
                ? null
                : of(tried, names.history(hop.host(), hop.port()).last());
    }

    /** Decides it by the last DNS answer for the host, which is empty if none is known. */
    static @Nullable Elsewhere of(List<InetSocketAddress> tried, Set<InetSocketAddress> answer) {
        Set<InetSocketAddress> all =
                tried.stream().filter(address -> !address.isUnresolved()).collect(Collectors.toUnmodifiableSet());
        if (all.isEmpty()) {
            return null;
        }
        if (answer.isEmpty()) {
            return new Elsewhere(all, false);
        }
        InetSocketAddress last = tried.get(tried.size() - 1);
        if (hasOthers(answer, all, last)) {
            return new Elsewhere(all, true);
        }
        return hasOthers(answer, Set.of(last), last) ? new Elsewhere(Set.of(last), true) : null;
    }

    // Servers of another family or scope may not be equivalent.
    private static boolean hasOthers(
            Set<InetSocketAddress> answer, Set<InetSocketAddress> tried, InetSocketAddress last) {
        AddressKind kind = AddressKind.of(last.getAddress());
        return answer.stream()
                .anyMatch(address -> !tried.contains(address)
                        && AddressKind.of(address.getAddress()).equals(kind));
    }

    /**
     * Leases a free connection to another address, or else a new one, if the host has others and that takes nothing from any
     * caller. Returns null if there is neither; then any connection will do, because a retry justifies neither an extra wait
     * nor the connection of another caller.
     */
    static @Nullable Future<PoolEntry<HttpRoute, ManagedHttpClientConnection>> lease(
            @Nullable Elsewhere which,
            SegmentedPool<HttpRoute, ManagedHttpClientConnection> store,
            HttpRoute route,
            @Nullable Object state,
            LeaseTerms terms,
            @Nullable FutureCallback<PoolEntry<HttpRoute, ManagedHttpClientConnection>> callback) {
        return which == null || terms != LeaseTerms.ANY
                ? null
                : store.leaseIf(route, state, which::accepts, which.areOthersKnown, callback);
    }

    /** Tells whether to avoid an address. */
    boolean avoids(InetSocketAddress address) {
        return avoided.contains(address);
    }

    private boolean accepts(HttpConnection connection) {
        return connection.getRemoteAddress() instanceof InetSocketAddress remote
                && !remote.isUnresolved()
                && !avoids(remote);
    }
}
