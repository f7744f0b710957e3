package dev.weir.internal.async;

import dev.weir.internal.pool.FullClient;
import java.util.function.Supplier;
import org.apache.hc.client5.http.nio.AsyncConnectionEndpoint;
import org.apache.hc.core5.concurrent.BasicFuture;
import org.apache.hc.core5.concurrent.FutureCallback;
import org.jspecify.annotations.Nullable;

/**
 * The result of a lease or a dial. Canceling it after it has completed does nothing, as with any future, except for the
 * calls of a full client ({@link FullClient}, or HttpClient's own runtime). There it cancels the exchange that followed: on
 * a warm connection such a call keeps the lease as the only thing to cancel. HttpClient's minimal client always cancels a
 * lease that it has received.
 */
final class EndpointFuture extends BasicFuture<AsyncConnectionEndpoint> {

    private static final String RUNTIME = "org.apache.hc.client5.http.impl.async.InternalHttpAsyncExecRuntime";

    private final boolean isOfRuntime;

    // Written by the requesting thread, and by the thread that completes it.
    private volatile Supplier<Boolean> giveUp = () -> false;
    private volatile @Nullable StreamEndpoint endpoint;

    EndpointFuture(@Nullable FutureCallback<AsyncConnectionEndpoint> callback) {
        super(callback == null ? null : new Surviving<>(callback));
        this.isOfRuntime = callback instanceof FullClient
                || (callback != null && callback.getClass().getName().startsWith(RUNTIME));
    }

    /** Tells whether HttpClient's full client asks, which sends requests already processed. */
    boolean isOfRuntime() {
        return isOfRuntime;
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
            return isOfRuntime && found.cancel();
        }
        return giveUp.get() || super.cancel(mayInterrupt);
    }
}
