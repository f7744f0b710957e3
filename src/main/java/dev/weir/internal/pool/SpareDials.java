package dev.weir.internal.pool;

import org.apache.hc.client5.http.HttpRoute;
import org.apache.hc.core5.util.Timeout;

/** Establishes connections that no caller has asked for. */
@FunctionalInterface
public interface SpareDials {

    /**
     * Prepares a dial.
     *
     * @param route its route, without a tunnel
     * @param connect for how long to try; zero for no limit
     * @param read the read timeout of the connection; zero for none
     * @return how to establish it
     */
    Lease.Dial to(HttpRoute route, Timeout connect, Timeout read);
}
