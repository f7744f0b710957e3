package dev.weir.internal.pool;

import dev.weir.engine.DialFailedException;
import dev.weir.engine.DialWait;
import dev.weir.engine.Entry;
import dev.weir.failure.PoolClosedException;
import dev.weir.internal.call.CallersFailure;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.hc.client5.http.HttpRoute;

/**
 * Lets a caller without a connection wait for its own dial, which runs on a thread of the pool, or for a connection of its
 * route that becomes free, whichever is first. Used by the caller's thread.
 */
final class LateBinding {

    // A dial of its caller's limit ends by itself, with the best explanation; its caller leaves only if it does not.
    private static final long GRACE_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private final ConnectionPool pool;
    private final RouteState route;
    private final Lease lease;
    private final LeaseSlot claim;
    private final TimedDial dial;
    private final long startNanos = System.nanoTime();

    LateBinding(ConnectionPool pool, RouteState route, Lease lease, LeaseSlot claim, TimedDial dial) {
        this.pool = pool;
        this.route = route;
        this.lease = lease;
        this.claim = claim;
        this.dial = dial;
    }

    void bind() throws IOException {
        while (!lease.isConnected()) {
            DialWait<HttpRoute, PooledConnection> adopted = claim.waiting();
            if (adopted != null) {
                await(adopted, 0);
            } else {
                await(begin(), dial.endsWithin() ? GRACE_NANOS : 0);
            }
        }
    }

    private DialWait<HttpRoute, PooledConnection> begin() throws IOException {
        Entry<HttpRoute, PooledConnection> entry = lease.held();
        PooledConnection connection = lease.dialable();
        DialWait<HttpRoute, PooledConnection> wait = entry.dialWait();
        DialTask task = new DialTask(pool, route, entry, connection, dial); // before any caller relies on it
        if (wait == null || !claim.await(wait)) {
            throw closed();
        }
        if (wait.begin()) {
            DialThreads.shared().execute(task);
        }
        return wait;
    }

    private void await(DialWait<HttpRoute, PooledConnection> wait, long graceNanos) throws IOException {
        try {
            Entry<HttpRoute, PooledConnection> entry = get(wait, graceNanos);
            if (!claim.settle(wait, entry)) {
                throw closed(); // the thread that released the lease returns the entry
            }
            lease.bind(entry, entry == wait.own());
        } catch (ExecutionException e) {
            claim.settle(wait, wait.own());
            Throwable failure = cause(e);
            throw lease.dialFailed(
                    failure instanceof Exception each ? CallersFailure.ofDial(each, route.route()) : failure);
        } catch (TimeoutException e) {
            claim.drop(wait);
            throw lease.dialFailed(dial.timedOut());
        } catch (InterruptedException e) {
            claim.drop(wait);
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("Interrupted while a connection was being established");
        } catch (CancellationException e) {
            wait.cancel(true); // the canceling thread may not have told the store yet
            claim.drop(wait);
            throw closed();
        }
    }

    private Entry<HttpRoute, PooledConnection> get(DialWait<HttpRoute, PooledConnection> wait, long graceNanos)
            throws InterruptedException, ExecutionException, TimeoutException {
        if (dial.limitNanos() <= 0) {
            return wait.get();
        }
        // In this order: the limit may be the longest possible time.
        long leftNanos = dial.limitNanos() - (System.nanoTime() - startNanos);
        return wait.get(
                Math.max(0, Math.min(leftNanos, Long.MAX_VALUE - graceNanos) + graceNanos), TimeUnit.NANOSECONDS);
    }

    private static Throwable cause(ExecutionException e) {
        Throwable cause = e.getCause();
        return cause instanceof DialFailedException failed && failed.getCause() != null ? failed.getCause() : e;
    }

    private IOException closed() {
        PoolClosedException end = pool.endOfDial();
        if (end != null) {
            throw end;
        }
        return new InterruptedIOException("Connection was closed while it was being established");
    }
}
