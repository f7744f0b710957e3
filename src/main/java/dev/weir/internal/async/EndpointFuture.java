package dev.weir.internal.async;

import java.util.function.Supplier;
import org.apache.hc.client5.http.nio.AsyncConnectionEndpoint;
import org.apache.hc.core5.concurrent.BasicFuture;
import org.apache.hc.core5.concurrent.FutureCallback;
import org.jspecify.annotations.Nullable;

/**
 * What comes of a lease or a dial. Cancelling it after it has come to its end cancels the exchange that followed: HttpClient
 * may know nothing else to cancel, because on a warm connection it forgets the exchange over the lease.
 */
final class EndpointFuture extends BasicFuture<AsyncConnectionEndpoint> {

    // Written by the thread that asks, and by whoever answers.
    private volatile Supplier<Boolean> giveUp = () -> false;
    private volatile @Nullable StreamEndpoint endpoint;

    EndpointFuture(@Nullable FutureCallback<AsyncConnectionEndpoint> callback) {
        super(callback == null ? null : new Surviving<>(callback));
    }

    void givenUpBy(Supplier<Boolean> action) {
        giveUp = action;
    }

    void found(StreamEndpoint found) {
        endpoint = found;
        completed(found);
    }

    /** Notes that the caller has given up before. */
    void ended() {
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
