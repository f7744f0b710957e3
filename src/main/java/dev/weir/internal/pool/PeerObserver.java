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

    // Null while no address is tried, and where there is none.
    private volatile @Nullable AddressHealth health;
    private volatile int ejectionsBefore;

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
     */
    public void leadsTo(InetSocketAddress address) {
        if (!address.isUnresolved()) {
            AddressHealth next = connection.route().ejections().of(address);
            ejectionsBefore = next.ejections();
            health = next;
        }
    }

    /** Returns where the connection leads, or is to lead at the moment; null if that is not known. */
    @Nullable
    InetSocketAddress address() {
        AddressHealth known = health;
        return known == null ? null : known.address();
    }

    /**
     * Tells whether a response on it decides about its address.
     *
     * @return whether that is ejected, and no request to it has succeeded since
     */
    public boolean isProbe() {
        AddressHealth known = health;
        return known != null && known.isOut() && counts();
    }

    /** Tells whether its address was ejected after it was decided to connect to that. */
    boolean isEjected() {
        AddressHealth known = health;
        return known != null && known.ejections() != ejectionsBefore;
    }

    /**
     * Notes that a response has begun.
     *
     * @param status its status
     * @return whether the address was ejected, and is no longer
     */
    public boolean answered(int status) {
        AddressHealth known = health;
        return known != null
                && (status >= 400 || !known.isFine())
                && counts()
                && connection.route().ejections().answered(known, status);
    }

    /**
     * Notes a failure.
     *
     * @param reason what failed
     * @return whether the address is ejected for it
     */
    public boolean failed(EjectionReason reason) {
        AddressHealth known = health;
        return known != null && counts() && connection.route().ejections().failed(known, reason);
    }

    // Of one that is to go because its address was ejected, the address is not judged any more: a probe does that.
    private boolean counts() {
        return connection.doom() != CloseCause.ADDRESS_EJECTED && !isEjected();
    }
}
