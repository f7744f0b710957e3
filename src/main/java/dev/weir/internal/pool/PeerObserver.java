package dev.weir.internal.pool;

import java.net.InetSocketAddress;
import java.util.Set;
import org.apache.hc.core5.http.protocol.HttpContext;
import org.jspecify.annotations.Nullable;

/**
 * What a connection has to do with its address: the list in which it counts for it, and what its exchanges tell about it.
 * One for each connection. Thread-safe: the thread that dials writes, and those of exchanges read.
 */
public final class PeerObserver {

    private static final String REFUSED = "weir.refused";
    private static final int LEAST_SERVER_ERROR = 500;

    private final PooledConnection connection;

    // Set by the thread that dials; read by the one that closes.
    private volatile @Nullable Set<PooledConnection> listed;

    PeerObserver(PooledConnection connection) {
        this.connection = connection;
    }

    /**
     * Lists the connection among others until it is closed, in place of where it was listed before. For the thread that
     * dials.
     *
     * @param list the others; null for none
     */
    public void listIn(@Nullable Set<PooledConnection> list) {
        Set<PooledConnection> before = listed;
        if (before != list) {
            unlist();
            listed = list;
            if (list != null) {
                list.add(connection);
            }
            if (connection.isClosed()) {
                unlist(); // the thread that closed it may not have seen the list
            }
        }
    }

    /** Takes the connection, which is closed, from the list. */
    void unlist() {
        Set<PooledConnection> list = listed;
        if (list != null) {
            list.remove(connection);
        }
    }

    /**
     * Tells whether an address of its host failed recently.
     *
     * @param address the address
     * @param nowNanos the time
     * @return whether to try others first
     */
    public boolean isCooling(InetSocketAddress address, long nowNanos) {
        return connection.route.coolDown().isCooling(address, nowNanos);
    }

    /**
     * Notes that a dial had no success at an address.
     *
     * @param address the address
     * @param nowNanos the time
     */
    public void failed(InetSocketAddress address, long nowNanos) {
        connection.route.coolDown().failed(address, nowNanos);
    }

    /**
     * Notes that a response has begun.
     *
     * @param status its status
     * @param context that of its call
     */
    public void answered(int status, HttpContext context) {
        RouteState route = connection.route;
        if (route.policy.retry.statuses().contains(status)) {
            context.setAttribute(REFUSED, connection);
            failed();
        } else if (connection.timeline().address() instanceof InetSocketAddress address) {
            route.coolDown().answered(address);
        }
    }

    /** Returns the connection whose response the call is about to retry, once; null if it failed otherwise. */
    static @Nullable PooledConnection takeRefused(HttpContext context) {
        return context.removeAttribute(REFUSED) instanceof PooledConnection refused ? refused : null;
    }

    /**
     * Notes the response of a proxy to CONNECT. With a status of 500 or above the proxy cannot connect; with others it
     * works, and at most refuses this target or this client.
     *
     * @param status its status
     */
    public void tunnelled(int status) {
        if (status >= LEAST_SERVER_ERROR) {
            failed();
        } else if (connection.timeline().address() instanceof InetSocketAddress address) {
            connection.route.coolDown().answered(address);
        }
    }

    /** Notes that the address reset the connection, or refused it in another way. */
    public void failed() {
        if (connection.timeline().address() instanceof InetSocketAddress address) {
            failed(address, System.nanoTime());
        }
    }
}
