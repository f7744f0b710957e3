package dev.weir.internal.pool;

import java.util.function.Consumer;

/** A connection whose exchanges do not block, one or many at a time. Thread-safe as its base. */
final class SharedConnection extends PooledConnection {

    final SharedTransport transport;

    SharedConnection(SharedTransport transport, RouteState route, double jitterShare) {
        super(transport, route, jitterShare);
        this.transport = transport;
    }

    @Override
    void forEachLease(Consumer<HeldLease> look) {
        transport.forEachLease(look);
    }

    // Each exchange knows its own state.
    @Override
    boolean isExchanging() {
        return false;
    }
}
