package dev.weir.internal.manager;

import dev.weir.config.Spread;
import dev.weir.internal.dns.CoolDown;
import dev.weir.internal.pool.ConnectionPool;
import dev.weir.internal.pool.PooledConnection;
import java.net.Inet6Address;
import java.net.InetSocketAddress;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Decides in which order a dial tries the addresses of a host: those with the fewest connections of its route
 * first, and those that failed recently last. A connection counts as soon as its address is chosen, so that many that open at once are spread,
 * too. Thread-safe.
 */
public final class Addresses {

    private final ConnectionPool pool;

    // So that dials that begin at once see each other.
    private final ReentrantLock lock = new ReentrantLock();

    /** An address and its connections: those in use or being established, and all of them. */
    record Candidate(InetSocketAddress address, int leased, int open, int tie) implements Comparable<Candidate> {
        @Override
        public int compareTo(Candidate other) {
            int byLeased = Integer.compare(leased, other.leased);
            int byOpen = byLeased != 0 ? byLeased : Integer.compare(open, other.open);
            return byOpen != 0 ? byOpen : Integer.compare(tie, other.tie);
        }
    }

    /**
     * Creates it.
     *
     * @param pool whose configuration says how to choose among the addresses of a host
     */
    public Addresses(ConnectionPool pool) {
        this.pool = pool;
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
        List<InetSocketAddress> distinct = new ArrayList<>(new LinkedHashSet<>(answer));
        boolean beginsWithV6 = isV6(distinct.get(0));
        if (pool.config().dns().spread() == Spread.FIRST) {
            return coolingLast(distinct, beginsWithV6, pool.coolDown, nowNanos);
        }
        lock.lock();
        try {
            List<PooledConnection> others = connection.route.all();
            List<Candidate> candidates = new ArrayList<>();
            for (InetSocketAddress address : distinct) {
                candidates.add(candidate(connection, address, others));
            }
            Collections.sort(candidates); // those with the fewest first
            List<InetSocketAddress> fewestFirst = new ArrayList<>();
            for (Candidate each : candidates) {
                fewestFirst.add(each.address);
            }
            List<InetSocketAddress> order = coolingLast(fewestFirst, beginsWithV6, pool.coolDown, nowNanos);
            connection.timeline().leadsTo(order.get(0));
            return order;
        } finally {
            lock.unlock();
        }
    }

    private static Candidate candidate(
            PooledConnection connection, InetSocketAddress address, List<PooledConnection> others) {
        int leased = 0;
        int open = 0;
        for (PooledConnection each : others) {
            if (address.equals(each.timeline().address())) {
                // A connection that no caller asked for replaces another, idle or not: all count alike.
                leased += each.isIdle() || connection.isSpare() ? 0 : 1;
                open++;
            }
        }
        return new Candidate(address, leased, open, ThreadLocalRandom.current().nextInt());
    }

    /**
     * Puts the addresses last that failed or did not respond. Within both groups the families alternate, beginning with that
     * of the first of the answer, so that an unreachable family costs one attempt before the other has its turn (RFC 8305,
     * section 4).
     */
    static List<InetSocketAddress> coolingLast(
            List<InetSocketAddress> answer, boolean beginsWithV6, CoolDown coolDown, long nowNanos) {
        // Each is asked about once: other threads change what is known of it, and it must not be lost in between.
        List<InetSocketAddress> before = new ArrayList<>(answer.size());
        List<InetSocketAddress> last = new ArrayList<>();
        for (InetSocketAddress address : answer) {
            (coolDown.isCooling(address, nowNanos) ? last : before).add(address);
        }
        List<InetSocketAddress> order = new ArrayList<>(answer.size());
        alternate(before, beginsWithV6, order);
        alternate(last, beginsWithV6, order);
        return order;
    }

    private static void alternate(
            List<InetSocketAddress> addresses, boolean beginsWithV6, List<InetSocketAddress> order) {
        Deque<InetSocketAddress> next = new ArrayDeque<>();
        Deque<InetSocketAddress> other = new ArrayDeque<>();
        for (InetSocketAddress address : addresses) {
            (isV6(address) == beginsWithV6 ? next : other).add(address);
        }
        while (!next.isEmpty()) {
            order.add(next.remove());
            if (!other.isEmpty()) {
                order.add(other.remove());
            }
        }
        order.addAll(other);
    }

    private static boolean isV6(InetSocketAddress address) {
        return address.getAddress() instanceof Inet6Address;
    }
}
