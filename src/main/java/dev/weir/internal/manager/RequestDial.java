package dev.weir.internal.manager;

import dev.weir.internal.pool.Lease;
import dev.weir.internal.pool.PooledConnection;
import dev.weir.internal.pool.TimedDial;
import java.io.IOException;
import org.apache.hc.client5.http.HttpRoute;
import org.apache.hc.core5.http.protocol.HttpContext;
import org.apache.hc.core5.util.Timeout;

/**
 * How the connection for one request is established: with the request's own timeout and context, which a custom TLS strategy
 * may read. Whoever takes the connection over, it is that of the request that asked first.
 */
final class RequestDial implements TimedDial {

    private final Dialer dialer;
    private final HttpRoute route;
    private final Timeout limit;
    private final Timeout read;
    private final Transport transport;
    private final HttpContext context;

    RequestDial(Dialer dialer, Lease lease, Timeout limit, Transport transport, HttpContext context) {
        this.dialer = dialer;
        this.route = lease.httpRoute();
        this.limit = limit;
        this.read = lease.readTimeout();
        this.transport = transport;
        this.context = context;
    }

    @Override
    public void connect(PooledConnection connection) throws IOException {
        dialer.dial(connection, route, limit, transport, context);
        transport.linger(connection.getSocket());
        connection.setSocketTimeout(read);
    }

    @Override
    public long limitNanos() {
        return limit.toNanoseconds();
    }

    @Override
    public IOException timedOut() {
        return Dialer.timeout(limit, route, null);
    }
}
