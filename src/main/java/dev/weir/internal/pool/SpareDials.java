package dev.weir.internal.pool;

import org.apache.hc.client5.http.HttpRoute;
import org.apache.hc.core5.util.Timeout;

/** How connections are established that no caller has asked for. */
@FunctionalInterface
public interface SpareDials {

    /**
     * Prepares a dial.
     *
     * @param route where to, without a tunnel
     * @param connect for how long to try; zero for no limit
     * @param read the read timeout of the connection; zero for none
     * @return how to establish it
     */
    Lease.Dial to(HttpRoute route, Timeout connect, Timeout read);
}
