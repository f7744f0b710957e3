package dev.weir.spring;

import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.slf4j.Logger;

/**
 * The pools of clients whose settings come from code, of which there may be ever more: a new timeout for each request makes
 * a new pool for each. Of the unused ones few stay open; a client whose pool was closed gets another at its next request.
 * Thread-safe.
 */
final class PassingPools<P extends BuiltPool> {

    /** Up to so many do no harm, whether they are used again or not; with more there is a warning. */
    static final int MANY = 32;

    /** So many stay open though connections of theirs are idle. */
    static final int MOST = 100;

    private final Function<PoolKey, P> maker;
    private final Consumer<P> closer;
    private final LongSupplier nanos;
    private final Logger log;
    private final ConcurrentMap<PoolKey, OnFirstUse<Visited<P>>> current = new ConcurrentHashMap<>();
    private final Set<Visited<P>> open = ConcurrentHashMap.newKeySet();
    private final AtomicBoolean isTold = new AtomicBoolean();

    /**
     * Creates it.
     *
     * @param maker builds a pool
     * @param closer closes one
     * @param nanos the time
     * @param log where to warn of many
     */
    PassingPools(Function<PoolKey, P> maker, Consumer<P> closer, LongSupplier nanos, Logger log) {
        this.maker = maker;
        this.closer = closer;
        this.nanos = nanos;
        this.log = log;
    }

    /** Returns the pool for some settings; the caller that gets it has to leave it. */
    Visited<P> enter(PoolKey key) {
        while (true) {
            OnFirstUse<Visited<P>> holder =
                    current.computeIfAbsent(key, each -> new OnFirstUse<>(() -> make(each), true));
            if (holder.isEmpty()) {
                closeSome();
            }
            Visited<P> pool = made(key, holder);
            if (pool.enter()) {
                return pool;
            }
            current.remove(key, holder);
        }
    }

    void leave(Visited<P> pool) {
        pool.leave(nanos.getAsLong());
    }

    private Visited<P> made(PoolKey key, OnFirstUse<Visited<P>> holder) {
        try {
            return holder.get();
        } catch (RuntimeException | Error e) {
            current.computeIfPresent(key, (same, present) -> present.isEmpty() ? null : present);
            throw e;
        }
    }

    private Visited<P> make(PoolKey key) {
        Visited<P> pool = new Visited<>(key, maker.apply(key), nanos.getAsLong());
        open.add(pool);
        return pool;
    }

    private void closeSome() {
        if (open.size() < MANY) {
            return;
        }
        if (isTold.compareAndSet(false, true)) {
            log.warn(
                    "More than {} pools are open for clients with settings from code that differ, such as a timeout that is"
                            + " computed for each: clients share connections only if their settings are the same. Build"
                            + " clients once and keep them, with few different timeouts, or set timeouts by"
                            + " weir.pools.<name>.timeouts.*",
                    MANY);
        }
        long now = nanos.getAsLong();
        List<Visited<P>> unusedFirst = open.stream()
                .sorted(Comparator.comparingLong((Visited<P> pool) -> pool.unusedNanos(now))
                        .reversed())
                .toList();
        int surplus = unusedFirst.size() - MOST + 1;
        for (Visited<P> pool : unusedFirst) {
            if ((surplus > 0 || pool.isEmpty()) && pool.retire()) {
                close(pool);
                surplus--;
            }
        }
    }

    private void close(Visited<P> pool) {
        current.computeIfPresent(pool.key(), (same, holder) -> holder.holds(pool) ? null : holder);
        if (open.remove(pool)) {
            closer.accept(pool.built());
        }
    }
}
