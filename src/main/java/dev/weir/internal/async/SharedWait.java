package dev.weir.internal.async;

import dev.weir.internal.callback.CallbackExecutor;
import dev.weir.internal.deadline.Alarm;
import dev.weir.internal.deadline.Alarms;
import dev.weir.internal.log.PlainText;
import dev.weir.internal.pool.StreamLease;
import dev.weir.internal.thread.NoThreadException;
import java.util.concurrent.TimeUnit;
import org.apache.hc.client5.http.ConnectTimeoutException;
import org.apache.hc.core5.util.Timeout;

/**
 * One caller's wait for a connection that its route dials: ends with the dial, or when
 * this caller's time is over, which leaves the dial to the others.
 */
final class SharedWait extends Alarm implements StreamLease.Ready {

    // The dial itself ends by then, with the best explanation; its caller leaves only if it does not.
    private static final long GRACE_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private final StreamEndpoint endpoint;
    private final EndpointFuture future;
    private final Timeout limit;

    SharedWait(StreamEndpoint endpoint, EndpointFuture future, Timeout limit, Timeout usual) {
        super(
                System.nanoTime(),
                Math.min(limit.toNanoseconds(), Long.MAX_VALUE - GRACE_NANOS)
                        + (limit.compareTo(usual) < 0 ? 0 : GRACE_NANOS));
        this.endpoint = endpoint;
        this.future = future;
        this.limit = limit;
    }

    /** Begins to wait, unless it has ended. */
    void begin() {
        if (limit.isEnabled() && !future.isDone()) {
            try {
                Alarms.shared().set(this);
            } catch (NoThreadException e) {
                future.failed(e);
            }
            if (future.isDone()) {
                Alarms.shared().off(this);
            }
        }
    }

    @Override
    public void ready() {
        Alarms.shared().off(this);
        future.found(endpoint);
    }

    @Override
    public void failed(Exception cause) {
        Alarms.shared().off(this);
        future.failed(cause);
    }

    // One that waits in the queue again, because the dial carried fewer than it might have, has no dial to limit.
    @Override
    protected void ring() {
        if (!future.isDone() && !endpoint.lease.isPending()) {
            CallbackExecutor.run(() -> future.failed(new ConnectTimeoutException("Connect to "
                    + PlainText.of(endpoint.lease.route().getTargetHost().toURI())
                    + " took longer than this caller waits: "
                    + limit.toMilliseconds() + " ms (timeouts.connect, or the request's connect timeout)")));
        }
    }
}
