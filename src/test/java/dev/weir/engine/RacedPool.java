package dev.weir.engine;

import java.util.Objects;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.hc.core5.pool.PoolStats;
import org.apache.hc.core5.util.Timeout;
import org.jspecify.annotations.Nullable;

/** A pool whose time the tests set, and what they ask of it. */
final class RacedPool {

    final TestPool pool;
    private volatile int maxInFlight;
    private volatile @Nullable FakeConnection dialing;

    RacedPool(int perRoute, int total) {
        pool = new TestPool(perRoute, total, () -> 0);
        pool.maxInFlight(route -> maxInFlight);
    }

    /** A pool that governs its dials. */
    static RacedPool governed(int perRoute) {
        RacedPool raced = new RacedPool(perRoute, perRoute);
        raced.pool.maxDialing(8);
        raced.pool.dialWith(1, entry -> {
            entry.open();
            raced.dialing = entry;
        });
        return raced;
    }

    /** Limits the exchanges of each route. */
    RacedPool inFlight(int max) {
        maxInFlight = max;
        pool.applyLimits();
        return this;
    }

    Future<FakeConnection> ask(String route) {
        return pool.lease(route, null, Timeout.DISABLED, null);
    }

    /** Leases a new connection. */
    FakeConnection dial(String route) {
        return entry(ask(route));
    }

    /** The latest entry whose connection the route dials. */
    FakeConnection dialing() {
        return Objects.requireNonNull(dialing);
    }

    /** Leases a new connection that the route dials. */
    FakeConnection connect(String route) {
        Future<FakeConnection> asked = ask(route);
        dialing().dialed(() -> 1);
        return entry(asked);
    }

    /** Leases a connection that has been idle, and so needs no gate to be given back. */
    FakeConnection established(String route) {
        pool.release(dial(route), true);
        return entry(ask(route));
    }

    /** Leases a new connection twice. */
    FakeConnection share(String route) {
        FakeConnection entry = dial(route);
        entry.resize(() -> 2);
        return entry(ask(route));
    }

    /** Asks; null if the pool is closed. */
    @Nullable
    Future<FakeConnection> askUnlessClosed(String route) {
        try {
            return ask(route);
        } catch (IllegalStateException closed) {
            return null;
        }
    }

    /** What an actor has left in its result. */
    @SuppressWarnings("unchecked")
    static @Nullable Future<FakeConnection> future(@Nullable Object result) {
        return (Future<FakeConnection>) result;
    }

    static FakeConnection entry(Future<FakeConnection> future) {
        try {
            return future.get();
        } catch (InterruptedException | ExecutionException e) {
            throw new AssertionError(e);
        }
    }

    /** What became of a caller: refused, served, waiting, canceled or failed. */
    static String fate(@Nullable Future<FakeConnection> future) {
        if (future == null) {
            return "refused";
        }
        if (!future.isDone()) {
            return "waiting";
        }
        try {
            future.get(0, TimeUnit.NANOSECONDS);
            return "served";
        } catch (CancellationException e) {
            return "cancelled";
        } catch (ExecutionException | TimeoutException e) {
            return "failed";
        } catch (InterruptedException e) {
            return "interrupted";
        }
    }

    /** What a route has, dials apart. */
    String has(String route) {
        Segment.Stats now = pool.stats(route);
        String numbers = "%d leased %d idle %d dialing".formatted(now.leased(), now.idle(), now.dialing());
        int taken = pool.allocated();
        return taken == now.leased() + now.idle() + now.dialing() ? numbers : numbers + " but " + taken + " taken";
    }

    /** What the pool has once a caller that was served has given its connection back. */
    String holdsAfterUseOf(@Nullable Future<FakeConnection> served) {
        pool.release(entry(Objects.requireNonNull(served)), true);
        return holds();
    }

    /** What the pool has, and how many exchanges are under way on a route. */
    String holdsInFlight() {
        return holds() + " " + pool.stats("a").inFlight() + " in flight";
    }

    /** What the pool has. That its own sums, and the places it has taken, agree is part of it. */
    String holds() {
        PoolStats stats = pool.getTotalStats();
        String numbers =
                "%d leased %d idle %d pending".formatted(stats.getLeased(), stats.getAvailable(), stats.getPending());
        int taken = pool.allocated();
        return taken == stats.getLeased() + stats.getAvailable() ? numbers : numbers + " but " + taken + " taken";
    }
}
