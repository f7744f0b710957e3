package dev.weir.internal.async;

import dev.weir.internal.callback.CallbackExecutor;
import dev.weir.internal.callback.CallerErrors;
import dev.weir.internal.deadline.Alarm;
import dev.weir.internal.deadline.Alarms;
import dev.weir.internal.log.PlainText;
import dev.weir.internal.pool.StreamLease;
import dev.weir.internal.thread.NoThreadException;
import java.util.concurrent.CancellationException;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.apache.hc.client5.http.ConnectTimeoutException;
import org.apache.hc.client5.http.nio.AsyncConnectionEndpoint;
import org.apache.hc.core5.concurrent.BasicFuture;
import org.apache.hc.core5.concurrent.CallbackContribution;
import org.apache.hc.core5.concurrent.FutureCallback;
import org.apache.hc.core5.util.Timeout;
import org.jspecify.annotations.Nullable;

/**
 * The result of a lease or a dial. Canceling it after it has completed does nothing, as with any future, except for the
 * calls of HttpClient's full client. There it cancels the exchange that followed: on a warm connection such a call keeps the
 * lease as the only thing to cancel. HttpClient's minimal client always cancels a lease that it has received.
 */
final class EndpointFuture extends BasicFuture<AsyncConnectionEndpoint> {

    // Written by the requesting thread, and by the thread that completes it.
    private volatile Supplier<Boolean> giveUp = () -> false;
    private volatile @Nullable StreamEndpoint endpoint;

    /**
     * Creates it.
     *
     * @param callback called at its end; null for none
     */
    EndpointFuture(@Nullable FutureCallback<AsyncConnectionEndpoint> callback) {
        super(callback == null ? null : surviving(callback));
    }

    /**
     * Lets a call go on, and fails the call if that throws: HttpClient would only pass the exception on to the code that
     * invoked the callback.
     */
    static <T> FutureCallback<T> surviving(FutureCallback<T> call) {
        return new CallbackContribution<>(call) {
            @Override
            public void completed(T result) {
                try {
                    call.completed(result);
                } catch (Throwable e) {
                    call.failed(CallerErrors.asException(e));
                }
            }
        };
    }

    /**
     * Waits for the connection of a lease, which its route dials: until the dial ends, or the time of this caller, which leaves
     * the dial to the others.
     *
     * @param asked that time, zero for none; null for the connect timeout of the route
     */
    void awaitDial(StreamEndpoint of, @Nullable Timeout asked) {
        Timeout usual = of.lease.routeState().policy().connect;
        Limit limit = new Limit(of, asked != null ? asked : usual, usual);
        of.lease.connect(limit::ended);
        if (limit.time.isEnabled() && !isDone()) {
            try {
                Alarms.shared().set(limit);
            } catch (NoThreadException e) {
                failed(e);
            }
            if (isDone()) {
                Alarms.shared().off(limit);
            }
        }
    }

    private final class Limit extends Alarm {

        // The dial itself ends by then, with the best explanation; its caller leaves only if it does not.
        private static final long GRACE_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

        private final StreamEndpoint of;
        private final Timeout time;

        Limit(StreamEndpoint of, Timeout time, Timeout usual) {
            super(
                    System.nanoTime(),
                    Math.min(time.toNanoseconds(), Long.MAX_VALUE - GRACE_NANOS)
                            + (time.compareTo(usual) < 0 ? 0 : GRACE_NANOS));
            this.of = of;
            this.time = time;
        }

        void ended(@Nullable Exception cause) {
            Alarms.shared().off(this);
            if (cause == null) {
                found(of);
            } else {
                failed(cause);
            }
        }

        // One that waits in the queue again, because the dial carried fewer than it might have, has no dial to limit.
        @Override
        protected void ring() {
            if (!isDone() && !of.lease.isPending()) {
                CallbackExecutor.run(() -> EndpointFuture.this.failed(new ConnectTimeoutException("Connect to "
                        + PlainText.of(of.lease.route().getTargetHost().toURI())
                        + " took longer than this caller waits: "
                        + time.toMilliseconds() + " ms ("
                        + of.lease.routeState().knob("timeouts.connect")
                        + ", or the request's connect timeout)")));
            }
        }
    }

    void givenUpBy(Supplier<Boolean> action) {
        giveUp = action;
    }

    /** Requests a lease. */
    void request(StreamLease lease) {
        givenUpBy(lease::cancel);
        lease.request(cause -> {
            if (cause == null) {
                leased(lease);
            } else if (cause instanceof CancellationException) {
                super.cancel(true);
            } else {
                failed(cause);
            }
        });
    }

    private void leased(StreamLease lease) {
        StreamEndpoint leased = new StreamEndpoint(lease);
        lease.heldBy(leased); // through it alone the caller can release its lease
        boolean isToBeVerified = lease.isReused() && lease.routeState().policy().validateAfterNanos == 0;
        if (isToBeVerified && lease.isConnected() && lease.connection() instanceof AsyncConnection connection) {
            connection.verify(() -> hand(leased));
        } else {
            hand(leased);
        }
    }

    private void hand(StreamEndpoint leased) {
        found(leased);
        if (isCancelled()) {
            leased.lease.release(null, Long.MAX_VALUE);
        }
    }

    void found(StreamEndpoint found) {
        endpoint = found;
        completed(found);
    }

    @Override
    public boolean cancel(boolean mayInterrupt) {
        StreamEndpoint found = endpoint;
        if (found != null) {
            return found.cancel();
        }
        return giveUp.get() || super.cancel(mayInterrupt);
    }
}
