package dev.weir.internal.manager;

import dev.weir.config.Spread;
import dev.weir.internal.pool.PooledConnection;
import java.net.InetSocketAddress;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/**
 * Decides in which order a dial tries the addresses of a host: those with the fewest connections first, and those that
 * failed recently last. A connection counts as soon as its address is chosen, so that many that open at once are spread,
 * too. Thread-safe.
 */
public final class Addresses {

    private static final int MOST_UNUSED = 1_000;

    private final Supplier<Spread> spread;
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
     * Decides the order in which to try the addresses of a host, and counts the connection for the first of them.
     *
     * @param connection the connection to establish
     * @param answer the addresses as the resolver gave them
     * @param nowNanos the time
     * @return the same addresses, each once
     */
    public List<InetSocketAddress> begin(PooledConnection connection, List<InetSocketAddress> answer, long nowNanos) {
        List<InetSocketAddress> distinct = answer.stream().distinct().toList();
        if (spread.get() == Spread.FIRST || distinct.isEmpty()) {
            return coolingLast(connection, distinct, nowNanos);
        }
        lock.lock();
        try {
            List<InetSocketAddress> order = coolingLast(
                    connection, SpreadOrder.of(distinct, address -> load(connection, address), this::tie), nowNanos);
            list(connection, order.get(0));
            return order;
        } finally {
            lock.unlock();
        }
    }

    private static List<InetSocketAddress> coolingLast(
            PooledConnection connection, List<InetSocketAddress> order, long nowNanos) {
        return AddressOrder.of(order, address -> connection.peer().isCooling(address, nowNanos));
    }

    private int tie(InetSocketAddress address) {
        return SpreadOrder.tie(seed, address);
    }

    /** Counts a connection for the address that is tried next, and no longer for the previous one. */
    void trying(PooledConnection connection, InetSocketAddress address) {
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

    private void list(PooledConnection connection, InetSocketAddress address) {
        if (connections.size() > pruneAbove) {
            connections.values().removeIf(Set::isEmpty);
            pruneAbove = connections.size() + MOST_UNUSED;
        }
        connection.peer().listIn(connections.computeIfAbsent(address, any -> ConcurrentHashMap.newKeySet()));
    }

    // A connection that no caller asked for replaces another, idle or not: all count alike.
    private SpreadOrder.Load load(PooledConnection connection, InetSocketAddress address) {
        Set<PooledConnection> open = connections.getOrDefault(address, Set.of());
        return connection.isSpare() ? new SpreadOrder.Load(0, open.size()) : load(open);
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
