package dev.weir.internal.pool;

import dev.weir.engine.Entry;
import java.util.List;
import java.util.Objects;
import org.apache.hc.client5.http.HttpRoute;

/** A connection whose exchanges do not block, one or many at a time. Thread-safe as its base. */
final class SharedConnection extends PooledConnection {

    final SharedTransport transport;

    SharedConnection(SharedTransport transport, RouteState route, double jitterShare) {
        super(transport, route, jitterShare);
        this.transport = transport;
    }

    /** Returns its entry in the store, which does not change, for a caller that has it. */
    Entry<HttpRoute, PooledConnection> entry() {
        return Objects.requireNonNull(transport.entry);
    }

    /** Makes it idle; false if it is closed. */
    boolean park(long allowedNanos, long nowNanos) {
        return parked(allowedNanos, nowNanos, lessons.isRested());
    }

    @Override
    List<HeldLease> leases() {
        return transport.leases();
    }

    // Each exchange knows its own state.
    @Override
    boolean isExchanging() {
        return false;
    }
}
