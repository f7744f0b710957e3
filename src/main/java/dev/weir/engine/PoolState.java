package dev.weir.engine;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.io.ModalCloseable;
import org.apache.hc.core5.pool.DisposalCallback;
import org.apache.hc.core5.pool.PoolEntry;
import org.apache.hc.core5.pool.PoolReusePolicy;
import org.apache.hc.core5.util.TimeValue;
import org.jspecify.annotations.Nullable;

/**
 * What the segments of a pool share: limits and counts, the clock, the content of new entries, the rules for dials, and what
 * is known of routes without a segment. Thread-safe.
 */
final class PoolState<T, C extends ModalCloseable> {

    final Counts counts = new Counts();
    final MaxIdle maxIdle;
    final TotalLimit<T, C> total;
    final Distribution<T, C> distribution;
    final PoolReusePolicy policy;

    private final Map<T, Integer> ownLimits = new ConcurrentHashMap<>();
    private final RouteMemory<T> memory = new RouteMemory<>();
    private final LongSupplier nanoTime;
    // Null: connections are closed directly.
    private final @Nullable DisposalCallback<C> disposal;
    private final PoolOwner<T, C> owner;
    // Null: an entry begins without a connection, and for one caller.
    private final @Nullable EntryFactory<T, C> factory;

    private volatile int defaultLimit;
    private volatile int maxDialing;

    PoolState(
            int defaultMaxPerRoute,
            int maxTotal,
            PoolReusePolicy policy,
            @Nullable DisposalCallback<C> disposal,
            PoolOwner<T, C> owner,
            @Nullable EntryFactory<T, C> factory,
            LongSupplier nanoTime) {
        this.defaultLimit = positive(defaultMaxPerRoute);
        this.total = new TotalLimit<>(positive(maxTotal));
        this.distribution = new Distribution<>(total);
        this.policy = policy;
        this.disposal = disposal;
        this.owner = owner;
        this.maxIdle = new MaxIdle(counts, owner::trimIdle);
        this.factory = factory;
        this.nanoTime = nanoTime;
    }

    static int positive(int max) {
        if (max <= 0) {
            throw new IllegalArgumentException("A limit must be at least 1, but was " + max);
        }
        return max;
    }

    long nanoTime() {
        return nanoTime.getAsLong();
    }

    /** Returns the time at which a hold begins; 0 if that is not measured, because dials are not governed. */
    long holdNanos() {
        return maxDialing > 0 ? nanoTime.getAsLong() : 0;
    }

    PoolEntry<T, C> newEntry(T route) {
        PoolEntry<T, C> entry = new PoolEntry<>(route, TimeValue.NEG_ONE_MILLISECOND, disposal);
        if (factory != null) {
            entry.assignConnection(factory.connection(route));
        }
        return entry;
    }

    /** How many callers may use a new entry of a route at once. */
    int firstCapacity(T route) {
        return factory == null ? 1 : factory.capacity(route);
    }

    /**
     * Returns the grade of an entry's connection: {@code USED} if its caller, who may be another one, has just discarded it.
     */
    ReuseGrade grade(PoolEntry<T, C> entry) {
        C connection = entry.getConnection();
        return connection == null ? ReuseGrade.USED : owner.grade(connection);
    }

    /** Returns how many entries a route may have. */
    int limit(T route) {
        return ownLimits.getOrDefault(route, defaultLimit);
    }

    /** Sets the limit of a route; less than zero removes its own. */
    void limit(T route, int max) {
        if (max < 0) {
            ownLimits.remove(route);
        } else {
            ownLimits.put(route, max);
        }
    }

    int defaultLimit() {
        return defaultLimit;
    }

    void defaultLimit(int max) {
        defaultLimit = positive(max);
    }

    /** How many dials may be under way per route; zero for no limit of its own. */
    int maxDialing() {
        return maxDialing;
    }

    void maxDialing(int max) {
        maxDialing = positive(max);
    }

    boolean isGoverned() {
        return maxDialing > 0;
    }

    /** For how long a permission to dial on a route keeps others from dialing. */
    long permissionNanos(T route) {
        return owner.permissionNanos(route);
    }

    /** How many exchanges of a route may be under way. */
    int maxInFlight(T route) {
        int max = owner.maxInFlight(route);
        return max <= 0 ? Integer.MAX_VALUE : max;
    }

    /** What is known of a route from before its segment was made. */
    RouteHistory recall(T route) {
        RouteHistory known = isGoverned() ? memory.recall(route) : null;
        return known != null ? known : new RouteHistory();
    }

    /** Keeps what is known of a route whose segment leaves. */
    void keep(T route, RouteHistory history) {
        if (isGoverned() && !distribution.isStopped()) {
            memory.keep(route, history);
        }
    }

    Effects<T, C> effects() {
        return new Effects<>(total, CloseMode.GRACEFUL);
    }

    /** Takes a step, and then applies what it decided for others. */
    void act(Consumer<Effects<T, C>> step) {
        Effects<T, C> effects = effects();
        try {
            step.accept(effects);
        } finally {
            distribution.settle(effects);
        }
    }
}
