package dev.weir.internal.manager;

import dev.weir.internal.pool.DialTimeline;
import dev.weir.internal.pool.PeerObserver;
import dev.weir.internal.pool.PooledConnection;
import java.io.InterruptedIOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The addresses that one dial tries at once, and the pool's notes at the end of each. Not thread-safe, except
 * {@link #failed}.
 */
public final class AddressTries {

    /**
     * One address that is tried.
     *
     * @param address which one
     * @param sinceNanos since when
     * @param lead identifies the address for noting a failure; null for none
     */
    public record Try(SocketAddress address, long sinceNanos, PeerObserver.@Nullable Lead lead) {

        // Long enough for a server that works.
        private boolean wasPatient(long nowNanos) {
            return nowNanos - sinceNanos >= DialBudget.LEAST_NANOS;
        }
    }

    private final Addresses addresses;
    private final PooledConnection connection;
    private final DialTimeline timeline;
    // The oldest one first.
    private final Map<SocketAddress, Try> underWay = new LinkedHashMap<>();

    /**
     * Creates it without any tries.
     *
     * @param addresses those that the pool connects to
     * @param connection what is dialed
     */
    public AddressTries(Addresses addresses, PooledConnection connection) {
        this.addresses = addresses;
        this.connection = connection;
        this.timeline = connection.timeline();
    }

    /**
     * Returns how many are under way.
     *
     * @return addresses
     */
    public int count() {
        return underWay.size();
    }

    /**
     * Notes that an address is tried.
     *
     * @param address which one
     * @param nowNanos the time
     */
    public void begun(SocketAddress address, long nowNanos) {
        underWay.put(address, new Try(address, nowNanos, leadTo(address)));
    }

    private PeerObserver.@Nullable Lead leadTo(SocketAddress address) {
        timeline.leadsTo(address);
        return address instanceof InetSocketAddress internet ? addresses.trying(connection, internet) : null;
    }

    /**
     * Ends one.
     *
     * @param address which one
     * @return what there was; null if it had ended before
     */
    public @Nullable Try end(SocketAddress address) {
        return underWay.remove(address);
    }

    /**
     * Ends all remaining tries.
     *
     * @return them, the oldest one first
     */
    public List<Try> endAll() {
        List<Try> all = List.copyOf(underWay.values());
        underWay.clear();
        return all;
    }

    /**
     * Notes the failure of a try that has ended. Calls listeners, so call it without a lock.
     *
     * @param which the try
     * @param cause its failure
     * @param nowNanos the time
     */
    public void failed(Try which, Throwable cause, long nowNanos) {
        timeline.tried(which.address(), nowNanos - which.sinceNanos(), cause);
        if (which.address() instanceof InetSocketAddress internet) {
            addresses.failed(connection, which.lead(), internet, nowNanos);
        }
    }

    /**
     * Notes a try that was under way when the dial ended. A caller that gives up soon says nothing about the address; one
     * that waited for long does.
     *
     * @param which the try
     * @param cause why it was given up
     * @param nowNanos the time
     */
    public void abandoned(Try which, Throwable cause, long nowNanos) {
        if (which.wasPatient(nowNanos)) {
            failed(which, cause, nowNanos);
        } else {
            timeline.tried(which.address(), nowNanos - which.sinceNanos(), cause);
        }
    }

    /**
     * Notes that a try has made room for the next.
     *
     * @param which the try
     * @param nowNanos the time
     */
    public void madeRoom(Try which, long nowNanos) {
        long nanos = nowNanos - which.sinceNanos();
        timeline.tried(
                which.address(), nanos, givenUp(nanos, "the pool had no room to try the next address beside it"));
    }

    /**
     * Notes that a try won the connection, and the others did not.
     *
     * @param which the try
     * @param losers the others that were under way
     * @param overtaken those that had their turn before
     * @param nowNanos the time
     */
    public void won(Try which, Collection<Try> losers, Collection<? extends SocketAddress> overtaken, long nowNanos) {
        for (Try loser : losers) {
            long nanos = nowNanos - loser.sinceNanos();
            timeline.tried(loser.address(), nanos, givenUp(nanos, "another address took the connection"));
        }
        timeline.tried(which.address(), nowNanos - which.sinceNanos(), null);
        if (!losers.isEmpty()) {
            leadTo(which.address()); // the last address that was tried may be another
        }
        if (which.address() instanceof InetSocketAddress internet) {
            addresses.won(
                    connection,
                    internet,
                    overtaken.stream().map(InetSocketAddress.class::cast).toList(),
                    nowNanos);
        }
    }

    /**
     * Notes that the connection is established.
     *
     * @param address the address
     */
    public void succeeded(SocketAddress address) {
        if (address instanceof InetSocketAddress internet) {
            addresses.succeeded(internet);
        }
    }

    private static InterruptedIOException givenUp(long nanos, String why) {
        return new InterruptedIOException("Given up after " + TimeUnit.NANOSECONDS.toMillis(nanos) + " ms: " + why);
    }
}
