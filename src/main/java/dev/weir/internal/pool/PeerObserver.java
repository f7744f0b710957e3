package dev.weir.internal.pool;

import dev.weir.event.CloseCause;
import dev.weir.event.EjectionReason;
import dev.weir.internal.dns.WeightedAddress;
import dev.weir.internal.ejection.AddressHealth;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a connection has to do with the addresses of its host: which of them its dial avoids, the list in which it counts for
 * its own, and the results of the dial and of its exchanges. One for each connection. Thread-safe: the thread that dials
 * writes, and those of exchanges read.
 */
public final class PeerObserver {

    private static final int LEAST_SERVER_ERROR = 500;

    private final PooledConnection connection;

    /**
     * The target address of a connection. Immutable.
     *
     * @param health the address, and the results of its exchanges
     * @param ejectionsBefore how often it had been ejected when it was chosen
     */
    public record Lead(AddressHealth health, int ejectionsBefore) {

        /** Tells whether the address was ejected after it was chosen. */
        boolean isEjected() {
            return health.ejections() != ejectionsBefore;
        }
    }

    // Null while no address is tried, and if there is none.
    private volatile @Nullable Lead lead;
    // Set before the connection is dialed; read by the thread that dials.
    private volatile @Nullable Elsewhere elsewhere;
    // Set by the thread that dials; read by the one that closes.
    private volatile @Nullable Set<PooledConnection> listed;

    PeerObserver(PooledConnection connection) {
        this.connection = connection;
    }

    /**
     * Puts ejected addresses, which take no request, last.
     *
     * @param addresses the addresses of the host, in the order in which to try them
     * @return the same addresses
     */
    public List<InetSocketAddress> order(List<InetSocketAddress> addresses) {
        return connection.route().ejections().order(addresses);
    }

    /**
     * Tells whether it is time for one request to try an address of its host that was ejected.
     *
     * @param address the address
     * @return whether this connection should lead to it
     */
    public boolean isDue(InetSocketAddress address) {
        return connection.route().ejections().isDue(address);
    }

    /**
     * Notes the address of the connection.
     *
     * @param address the address that is tried
     * @return identifies the address for noting a failure; null for an unresolved one
     */
    public @Nullable Lead leadsTo(InetSocketAddress address) {
        if (address.isUnresolved()) {
            return null;
        }
        AddressHealth health = connection.route().ejections().of(address);
        health.weighs(WeightedAddress.weight(address));
        Lead next = new Lead(health, health.ejections());
        lead = next;
        return next;
    }

    /** Has the connection lead elsewhere, if it is still to be dialed; null for anywhere. */
    void goes(@Nullable Elsewhere which) {
        elsewhere = which;
    }

    /**
     * Tells whether an address is to be tried last, because the call that the connection is dialed for has been there.
     *
     * @param address an address of its host
     * @return whether it is
     */
    public boolean avoids(InetSocketAddress address) {
        Elsewhere where = elsewhere;
        return where != null && where.avoids(address);
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

    /** Returns the present or intended address of the connection; null if unknown. */
    @Nullable
    AddressHealth health() {
        Lead known = lead;
        return known == null ? null : known.health();
    }

    /**
     * Tells whether a response on it decides about its address.
     *
     * @return whether that is ejected, and no request to it has succeeded since
     */
    public boolean isProbe() {
        Lead known = lead;
        return known != null && known.health().isOut() && counts(known);
    }

    /** Tells whether its address was ejected after it was chosen. */
    boolean isEjected() {
        Lead known = lead;
        return known != null && known.isEjected();
    }

    /**
     * Notes that a response has begun.
     *
     * @param status its status
     * @return whether the address was ejected, and is no longer
     */
    public boolean answered(int status) {
        Lead known = lead;
        return known != null
                && (status >= 400 || !known.health.isFine())
                && counts(known)
                && connection.route().ejections().answered(known.health, status);
    }

    /**
     * Notes the response of a proxy to CONNECT. With a status of 500 or above the proxy cannot connect; with others it
     * works, and at most refuses this target or this client.
     *
     * @param status its status
     * @return whether the address was ejected, and is no longer
     */
    public boolean tunnelled(int status) {
        if (status >= LEAST_SERVER_ERROR) {
            failed(EjectionReason.CONNECT);
            return false;
        }
        return answered(status);
    }

    /**
     * Notes a failure.
     *
     * @param reason the failure
     * @return whether the address is ejected for it
     */
    public boolean failed(EjectionReason reason) {
        return failed(lead, reason);
    }

    /**
     * Notes a failure of an address that was tried, even if the connection has a new address by now.
     *
     * @param which the address; null for none
     * @param reason the failure
     * @return whether the address is ejected for it
     */
    public boolean failed(@Nullable Lead which, EjectionReason reason) {
        return which != null && counts(which) && connection.route().ejections().failed(which.health(), reason);
    }

    // A connection that must close because its address was ejected no longer counts for the address: a probe does.
    private boolean counts(Lead which) {
        return connection.doom() != CloseCause.ADDRESS_EJECTED && !which.isEjected();
    }
}
