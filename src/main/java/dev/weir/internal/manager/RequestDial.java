package dev.weir.internal.manager;

import dev.weir.internal.pool.BlockingConnection;
import dev.weir.internal.pool.DialNotes;
import dev.weir.internal.pool.Lease;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.apache.hc.client5.http.HttpRoute;
import org.apache.hc.core5.http.protocol.HttpContext;
import org.apache.hc.core5.util.Timeout;
import org.jspecify.annotations.Nullable;

/**
 * How to establish a connection, usually for one request: with the request's own timeout and context, which a custom TLS
 * strategy may read. It remains that of the first request, even if another takes the connection over.
 */
final class RequestDial implements Lease.TimedDial {

    // No time at all would mean no limit.
    private static final long LEAST_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    private final Dialer dialer;
    private final HttpRoute route;
    private final Timeout limit;
    // How long the dial itself may take: another caller may take it over, whose limit is longer.
    private final Timeout longest;
    private final Timeout read;
    private final Transport transport;
    private final HttpContext context;
    private final long startNanos = System.nanoTime();

    // Written by the thread that dials, read by the one that waits.
    private volatile @Nullable BlockingConnection dialed;

    RequestDial(
            Dialer dialer,
            HttpRoute route,
            Timeout limit,
            Timeout usual,
            Timeout read,
            Transport transport,
            HttpContext context) {
        this.dialer = dialer;
        this.route = route;
        this.limit = limit;
        this.longest = isShorter(limit, usual) && !route.isTunnelled() ? usual : limit;
        this.read = read;
        this.transport = transport;
        this.context = context;
    }

    private static boolean isShorter(Timeout limit, Timeout usual) {
        return limit.isEnabled() && (usual.isDisabled() || limit.compareTo(usual) < 0);
    }

    @Override
    public void connect(BlockingConnection connection) throws IOException {
        Timeout within = dialed != null && route.isTunnelled() ? left() : longest;
        dialed = connection;
        dialer.dial(connection, route, within, transport, context);
        transport.linger(connection.getSocket());
        connection.setSocketTimeout(read);
    }

    // The caller's own thread dials, and notices the end of its time only by this.
    private Timeout left() {
        return limitNanos() <= 0
                ? limit
                : Timeout.ofNanoseconds(Math.max(LEAST_NANOS, limitNanos() - (System.nanoTime() - startNanos)));
    }

    /** Notes in the context of the request what it waited for. */
    void explain() {
        BlockingConnection connection = dialed;
        if (connection != null) {
            DialNotes.add(context, connection, System.nanoTime() - startNanos);
        }
    }

    @Override
    public long limitNanos() {
        return limit.toNanoseconds();
    }

    @Override
    public boolean endsWithin() {
        return longest.equals(limit);
    }

    @Override
    public IOException timedOut() {
        return Dialer.timeout(limit, route, null);
    }
}
