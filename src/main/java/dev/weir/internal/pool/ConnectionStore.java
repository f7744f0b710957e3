package dev.weir.internal.pool;

import java.util.concurrent.Future;
import java.util.function.Consumer;
import org.apache.hc.client5.http.HttpRoute;
import org.apache.hc.client5.http.io.ManagedHttpClientConnection;
import org.apache.hc.core5.concurrent.FutureCallback;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.pool.PoolEntry;
import org.apache.hc.core5.pool.PoolReusePolicy;
import org.apache.hc.core5.pool.StrictConnPool;
import org.apache.hc.core5.util.TimeValue;
import org.apache.hc.core5.util.Timeout;
import org.jspecify.annotations.Nullable;

/**
 * Where the connections are kept and waited for: HttpCore's strict pool, with two repairs. No socket is closed under its
 * lock, and an enumeration wakes the waiters that it served. Limits and FIFO order are the pool's own; ages, idle times
 * and causes are ours, so that its wall clock decides nothing.
 */
public final class ConnectionStore extends StrictConnPool<HttpRoute, ManagedHttpClientConnection> {

    private final Disposals disposals;

    ConnectionStore(int maxPerRoute, int maxTotal, Disposals disposals) {
        super(maxPerRoute, maxTotal, TimeValue.NEG_ONE_MILLISECOND, PoolReusePolicy.LIFO, disposals, null);
        this.disposals = disposals;
    }

    @Override
    public Future<PoolEntry<HttpRoute, ManagedHttpClientConnection>> lease(
            HttpRoute route,
            @Nullable Object state,
            Timeout timeout,
            @Nullable FutureCallback<PoolEntry<HttpRoute, ManagedHttpClientConnection>> callback) {
        try {
            return super.lease(route, state, timeout, callback);
        } finally {
            disposals.close();
        }
    }

    @Override
    public void release(PoolEntry<HttpRoute, ManagedHttpClientConnection> entry, boolean reusable) {
        try {
            super.release(entry, reusable);
        } finally {
            disposals.close();
        }
    }

    /** Shows each idle entry to a visitor, which may discard its connection, then serves whoever waits for the room. */
    void forEachIdle(Consumer<PoolEntry<HttpRoute, ManagedHttpClientConnection>> visitor) {
        try {
            enumAvailable(visitor::accept);
        } finally {
            wakeServedWaiters();
            disposals.close();
        }
    }

    /** Forgets the waiters that gave up, which would otherwise stay in the queue until the next release. */
    void forgetCancelled() {
        try {
            validatePendingRequests();
        } finally {
            disposals.close();
        }
    }

    private void wakeServedWaiters() {
        validatePendingRequests();
    }

    @Override
    public void close(CloseMode mode) {
        try {
            super.close(mode);
        } finally {
            disposals.close();
        }
    }
}
