package dev.weir.internal.manager;

import dev.weir.config.Spread;
import dev.weir.event.EjectionReason;
import dev.weir.internal.dns.CachingDnsResolver;
import dev.weir.internal.pool.Elsewhere;
import dev.weir.internal.pool.PooledConnection;
import dev.weir.internal.thread.PatientLock;
import java.net.InetSocketAddress;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Function;
import java.util.function.Supplier;
import org.apache.hc.client5.http.HttpRoute;
import org.jspecify.annotations.Nullable;

/**
 * The addresses that a pool connects to: how many connections each has, and which ones fail. A connection counts from
 * the moment at which it is decided where it is to lead, so that many that are opened at once spread as well. Thread-safe.
 */
public final class Addresses {

    private static final int MOST_UNUSED = 1_000;

    private final Supplier<Spread> spread;
    private final CoolDown coolDown = new CoolDown();
    private final int seed = ThreadLocalRandom.current().nextInt();
    private final PatientLock lock = new PatientLock();

    // Guarded by the lock, and so is what comes into each set; connections leave without it.
    private final Map<InetSocketAddress, Set<PooledConnection>> connections = new HashMap<>();
    private int pruneAbove = MOST_UNUSED;

    /**
     * Creates it without any connection.
     *
     * @param spread to which of the addresses of a host connections lead; read for each connection
     */
    public Addresses(Supplier<Spread> spread) {
        this.spread = spread;
    }

    /**
     * Returns which addresses failed not long ago.
     *
     * @return the failing ones
     */
    public CoolDown coolDown() {
        return coolDown;
    }

    /**
     * Decides in which order the addresses of a host are tried, and counts the connection for the first of them.
     *
     * @param connection the connection that is to be established
     * @param answer the addresses as the resolver gave them
     * @param nowNanos the time
     * @return the same addresses
     */
    public List<InetSocketAddress> begin(PooledConnection connection, List<InetSocketAddress> answer, long nowNanos) {
        if (spread.get() == Spread.FIRST || answer.isEmpty()) {
            return connection.peer().order(AddressOrder.of(answer, address -> coolDown.isCooling(address, nowNanos)));
        }
        lock.lock();
        try {
            List<InetSocketAddress> order = connection
                    .peer()
                    .order(AddressOrder.of(
                            SpreadOrder.of(answer, load(connection), address -> SpreadOrder.tie(seed, address)),
                            address -> coolDown.isCooling(address, nowNanos)));
            list(connection, order.get(0));
            return order;
        } finally {
            lock.unlock();
        }
    }

    /**
     * Decides what a lease is to avoid.
     *
     * @param route where it is to lead
     * @param tried the addresses that its call has tried
     * @param names what is known of the host
     * @return what to avoid; null for nothing, and always where connections keep to the order of the resolver
     */
    public @Nullable Elsewhere elsewhere(HttpRoute route, List<InetSocketAddress> tried, CachingDnsResolver names) {
        return tried.isEmpty() || spread.get() == Spread.FIRST ? null : Elsewhere.of(route, tried, names);
    }

    /**
     * Counts a connection for the address that it is to lead to now, and no longer for the one before.
     *
     * @param connection the connection that is being established
     * @param address the address that is tried next
     */
    public void trying(PooledConnection connection, InetSocketAddress address) {
        connection.peer().leadsTo(address);
        if (spread.get() == Spread.FIRST) {
            return;
        }
        lock.lock();
        try {
            list(connection, address);
        } finally {
            lock.unlock();
        }
    }

    /**
     * Notes that connecting failed. An address that is ejected for it is not kept off twice.
     *
     * @param connection what was to be connected
     * @param address to where
     * @param nowNanos the time
     */
    public void failed(PooledConnection connection, InetSocketAddress address, long nowNanos) {
        coolDown.failed(address, nowNanos);
        if (connection.peer().failed(EjectionReason.CONNECT)) {
            coolDown.succeeded(address);
        }
    }

    private void list(PooledConnection connection, InetSocketAddress address) {
        if (connections.size() > pruneAbove) {
            connections.values().removeIf(Set::isEmpty);
            pruneAbove = connections.size() + MOST_UNUSED;
        }
        connection.listedIn(connections.computeIfAbsent(address, any -> ConcurrentHashMap.newKeySet()));
    }

    // One that no caller asked for replaces another, idle or not: all count alike.
    private Function<InetSocketAddress, SpreadOrder.Load> load(PooledConnection connection) {
        return address -> {
            if (connection.avoids(address)) {
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
