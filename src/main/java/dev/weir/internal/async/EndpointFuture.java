package dev.weir.internal.async;

import dev.weir.internal.callback.CallerErrors;
import dev.weir.internal.pool.StreamLease;
import java.util.function.Supplier;
import org.apache.hc.client5.http.nio.AsyncConnectionEndpoint;
import org.apache.hc.core5.concurrent.BasicFuture;
import org.apache.hc.core5.concurrent.CallbackContribution;
import org.apache.hc.core5.concurrent.FutureCallback;
import org.jspecify.annotations.Nullable;

/**
 * The result of a lease or a dial. Canceling it after it has completed does nothing, as with any future, except for the
 * calls of HttpClient's full client. There it cancels the exchange that followed: on a warm connection such a call keeps the
 * lease as the only thing to cancel. HttpClient's minimal client always cancels a lease that it has received.
 */
final class EndpointFuture extends BasicFuture<AsyncConnectionEndpoint> implements StreamLease.Answer {

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

    void givenUpBy(Supplier<Boolean> action) {
        giveUp = action;
    }

    @Override
    public void leased(StreamLease lease) {
        StreamEndpoint leased = new StreamEndpoint(lease);
        lease.heldBy(leased); // through it alone the caller can release its lease
        if (lease.isToBeVerified() && lease.isConnected() && lease.connection() instanceof AsyncConnection connection) {
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
    public void refused(Exception cause) {
        failed(cause);
    }

    /** Notes that the caller has given up before. */
    @Override
    public void cancelled() {
        super.cancel(true);
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
