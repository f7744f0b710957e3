package dev.weir.internal.manager;

import dev.weir.config.Spread;
import dev.weir.event.EjectionReason;
import dev.weir.internal.dns.CachingDnsResolver;
import dev.weir.internal.manager.Winners.Remembered;
import dev.weir.internal.pool.Elsewhere;
import dev.weir.internal.pool.FirstHop;
import dev.weir.internal.pool.PeerObserver;
import dev.weir.internal.pool.PooledConnection;
import java.net.InetSocketAddress;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.apache.hc.client5.http.HttpRoute;
import org.apache.hc.core5.http.HttpHost;
import org.jspecify.annotations.Nullable;

/**
 * The addresses that a pool connects to: how many connections each has, and which ones fail. A connection counts as soon as
 * its address is chosen, so that many that open at once are spread, too. Thread-safe.
 */
public final class Addresses {

    private static final int MOST_UNUSED = 1_000;

    private final Supplier<Spread> spread;
    private final Winners<HttpHost, InetSocketAddress> winners = new Winners<>();
    private final CoolDown coolDown = new CoolDown();
    private final int seed = ThreadLocalRandom.current().nextInt();
    private final ReentrantLock lock = new ReentrantLock();

    // Guarded by the lock, like additions to each set; connections leave without it.
    private final Map<InetSocketAddress, Set<PooledConnection>> connections = new HashMap<>();
    private int pruneAbove = MOST_UNUSED;

    /**
     * Creates it without any connection.
     *
     * @param spread how to choose among the addresses of a host; read for each connection
     */
    public Addresses(Supplier<Spread> spread) {
        this.spread = spread;
    }

    /**
     * Notes that an address works.
     *
     * @param address the address of an established connection
     */
    public void succeeded(InetSocketAddress address) {
        coolDown.succeeded(address);
    }

    /**
     * Decides the order in which to try the addresses of a host, and counts the connection for the first of them. A
     * connection that no caller waits for checks whether silent addresses work again.
     *
     * @param connection the connection to establish
     * @param answer the addresses as the resolver gave them
     * @param nowNanos the time
     * @return the same addresses, each once
     */
    public List<InetSocketAddress> begin(PooledConnection connection, List<InetSocketAddress> answer, long nowNanos) {
        lock.lock();
        try {
            if (spread.get() == Spread.FIRST || answer.isEmpty()) {
                return order(connection, answer, UnaryOperator.identity(), nowNanos);
            }
            List<InetSocketAddress> order =
                    order(connection, answer, all -> SpreadOrder.of(all, load(connection), this::tie), nowNanos);
            list(connection, order.get(0));
            return order;
        } finally {
            lock.unlock();
        }
    }

    // Call it with the lock held.
    private List<InetSocketAddress> order(
            PooledConnection connection,
            List<InetSocketAddress> answer,
            UnaryOperator<List<InetSocketAddress>> spreading,
            long nowNanos) {
        Remembered<InetSocketAddress> silent = silent(connection, nowNanos);
        return connection
                .peer()
                .order(AddressOrder.of(
                        spreading.apply(AddressOrder.beginning(answer, silent.winner())),
                        address -> coolDown.isCooling(address, nowNanos)
                                || silent.overtaken().contains(address)));
    }

    // An address with connections works: it only lost a packet. An ejected one is tried when its time is over.
    private Remembered<InetSocketAddress> silent(PooledConnection connection, long nowNanos) {
        return connection.isSpare()
                ? Remembered.nothing()
                : winners.of(host(connection), nowNanos)
                        .without(address ->
                                isConnected(address) || connection.peer().isDue(address));
    }

    private boolean isConnected(InetSocketAddress address) {
        return connections.getOrDefault(address, Set.of()).stream().anyMatch(connection -> !connection.isFresh());
    }

    private int tie(InetSocketAddress address) {
        return SpreadOrder.tie(seed, address);
    }

    private static HttpHost host(PooledConnection connection) {
        return FirstHop.host(connection.httpRoute());
    }

    /**
     * Notes which address accepted a connection.
     *
     * @param connection the connection
     * @param address the address
     * @param overtaken those that did not respond, although they were tried before it
     * @param nowNanos the time
     */
    void won(
            PooledConnection connection,
            InetSocketAddress address,
            Collection<InetSocketAddress> overtaken,
            long nowNanos) {
        overtaken.forEach(silent -> coolDown.failed(silent, nowNanos));
        winners.won(host(connection), address, overtaken, nowNanos);
    }

    /**
     * Decides which addresses a lease should avoid.
     *
     * @param route its route
     * @param tried the addresses that its call has tried
     * @param names the DNS answers for the host
     * @return what to avoid; null for nothing, and always where connections keep to the order of the resolver
     */
    public @Nullable Elsewhere elsewhere(HttpRoute route, List<InetSocketAddress> tried, CachingDnsResolver names) {
        return tried.isEmpty() || spread.get() == Spread.FIRST ? null : Elsewhere.of(route, tried, names);
    }

    /**
     * Counts a connection for its new address, and no longer for the previous one.
     *
     * @param connection the connection that is being established
     * @param address the address that is tried next
     * @return identifies the address for noting a failure; null for none
     */
    PeerObserver.@Nullable Lead trying(PooledConnection connection, InetSocketAddress address) {
        PeerObserver.Lead lead = connection.peer().leadsTo(address);
        if (spread.get() == Spread.FIRST) {
            return lead;
        }
        lock.lock();
        try {
            list(connection, address);
        } finally {
            lock.unlock();
        }
        return lead;
    }

    /**
     * Notes that connecting failed. An address that is ejected for it is not also put last.
     *
     * @param connection the connection
     * @param lead the result of counting the try
     * @param address the address
     * @param nowNanos the time
     */
    void failed(
            PooledConnection connection, PeerObserver.@Nullable Lead lead, InetSocketAddress address, long nowNanos) {
        coolDown.failed(address, nowNanos);
        if (connection.peer().failed(lead, EjectionReason.CONNECT)) {
            coolDown.succeeded(address);
        }
    }

    private void list(PooledConnection connection, InetSocketAddress address) {
        if (connections.size() > pruneAbove) {
            connections.values().removeIf(Set::isEmpty);
            pruneAbove = connections.size() + MOST_UNUSED;
        }
        connection.peer().listIn(connections.computeIfAbsent(address, any -> ConcurrentHashMap.newKeySet()));
    }

    // A connection that no caller asked for replaces another, idle or not: all count alike.
    private Function<InetSocketAddress, SpreadOrder.Load> load(PooledConnection connection) {
        return address -> {
            if (connection.peer().avoids(address)) {
                return SpreadOrder.Load.MOST;
            }
            if (connection.peer().isDue(address)) {
                return SpreadOrder.Load.LEAST;
            }
            Set<PooledConnection> open = connections.getOrDefault(address, Set.of());
            return connection.isSpare() ? new SpreadOrder.Load(0, open.size()) : load(open);
        };
    }

    private static SpreadOrder.Load load(Set<PooledConnection> open) {
        int leased = 0;
        int all = 0;
        for (PooledConnection connection : open) {
            leased += connection.isIdle() ? 0 : 1;
            all++;
        }
        return new SpreadOrder.Load(leased, all);
    }
}
