package dev.weir.internal.pool;

import dev.weir.event.CloseCause;
import dev.weir.event.EjectionReason;
import dev.weir.internal.ejection.AddressHealth;
import java.net.InetSocketAddress;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a dial and the exchanges of a connection tell of the address that it leads to. One for each connection. Thread-safe:
 * the thread that dials writes, and those of exchanges read.
 */
public final class PeerObserver {

    private final PooledConnection connection;

    /**
     * An address that a connection is to lead to. Immutable.
     *
     * @param health the address, and how its exchanges went
     * @param ejectionsBefore how often it had been ejected when it was decided to connect to it
     */
    public record Lead(AddressHealth health, int ejectionsBefore) {

        /** Tells whether the address was ejected after it was decided to connect to it. */
        boolean isEjected() {
            return health.ejections() != ejectionsBefore;
        }
    }

    // Null while no address is tried, and where there is none.
    private volatile @Nullable Lead lead;

    PeerObserver(PooledConnection connection) {
        this.connection = connection;
    }

    /**
     * Puts those of the addresses of its host last that take no request because they are ejected.
     *
     * @param addresses where it could lead, in the order in which they were to be tried
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
     * Notes where the connection is to lead.
     *
     * @param address the address that is tried
     * @return what a failure of it is to be noted by; null for one that is unresolved
     */
    public @Nullable Lead leadsTo(InetSocketAddress address) {
        if (address.isUnresolved()) {
            return null;
        }
        AddressHealth health = connection.route().ejections().of(address);
        Lead next = new Lead(health, health.ejections());
        lead = next;
        return next;
    }

    /** Returns where the connection leads, or is to lead at the moment; null if that is not known. */
    @Nullable
    InetSocketAddress address() {
        Lead known = lead;
        return known == null ? null : known.health().address();
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

    /** Tells whether its address was ejected after it was decided to connect to that. */
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
                && (status >= 400 || !known.health().isFine())
                && counts(known)
                && connection.route().ejections().answered(known.health(), status);
    }

    /**
     * Notes a failure.
     *
     * @param reason what failed
     * @return whether the address is ejected for it
     */
    public boolean failed(EjectionReason reason) {
        return failed(lead, reason);
    }

    /**
     * Notes a failure of an address that was tried, whichever the connection leads to by now.
     *
     * @param which the address; null for none
     * @param reason what failed
     * @return whether the address is ejected for it
     */
    public boolean failed(@Nullable Lead which, EjectionReason reason) {
        return which != null && counts(which) && connection.route().ejections().failed(which.health(), reason);
    }

    // Of one that is to go because its address was ejected, the address is not judged any more: a probe does that.
    private boolean counts(Lead which) {
        return connection.doom() != CloseCause.ADDRESS_EJECTED && !which.isEjected();
    }
}
