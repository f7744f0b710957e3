package dev.weir.internal.async;

import dev.weir.internal.callback.CallbackExecutor;
import dev.weir.internal.deadline.Alarm;
import dev.weir.internal.deadline.Alarms;
import dev.weir.internal.log.PlainText;
import dev.weir.internal.pool.StreamLease;
import dev.weir.internal.thread.NoThreadException;
import org.apache.hc.client5.http.ConnectTimeoutException;
import org.apache.hc.core5.util.Timeout;

/**
 * One caller's wait for a connection that is dialed for several callers with different limits: ends with the dial, or when
 * this caller's time is over, which leaves the dial to the others.
 */
final class SharedWait extends Alarm implements StreamLease.Ready {

    private final StreamEndpoint endpoint;
    private final EndpointFuture future;
    private final Timeout limit;

    // Written by the thread that begins a dial.
    private volatile boolean endsWithDial;

    SharedWait(StreamEndpoint endpoint, EndpointFuture future, Timeout limit) {
        super(System.nanoTime(), limit.toNanoseconds());
        this.endpoint = endpoint;
        this.future = future;
        this.limit = limit;
    }

    /**
     * Notes that this caller begins the dial, and returns how long the dial may take, which others rely on, too.
     */
    Timeout dials(Timeout usual) {
        if (limit.isDisabled() || usual.isDisabled()) {
            return Timeout.DISABLED;
        }
        boolean isLonger = limit.compareTo(usual) >= 0;
        endsWithDial = isLonger;
        return isLonger ? limit : usual;
    }

    /** Begins to wait, unless it has ended. */
    void begin() {
        if (limit.isEnabled() && !endsWithDial && !future.isDone()) {
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

    @Override
    protected void ring() {
        if (!future.isDone() && !endsWithDial) {
            CallbackExecutor.run(() -> future.failed(new ConnectTimeoutException("Connect to "
                    + PlainText.of(endpoint.lease.route().getTargetHost().toURI())
                    + " took longer than this caller waits: "
                    + limit.toMilliseconds() + " ms (timeouts.connect, or the request's connect timeout)")));
        }
    }
}
