package dev.weir.micrometer;

import dev.weir.ManagedPool;
import dev.weir.event.PoolEvent;
import dev.weir.event.PoolListener;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/**
 * Publishes the events of a pool as Micrometer meters. Thread-safe.
 *
 * <pre>{@code
 * HttpPool pool = HttpPool.builder("shop").listener(PoolMetrics.bindTo(meterRegistry)).build();
 * }</pre>
 *
 * <p>The meters carry the pool's name and the host and port of the route. The first 100 routes of a pool have meters of
 * their own; all others share those of {@code other}. Meters of all routes together have {@code all} for both. All meters
 * of a pool are removed when it closes.
 *
 * <p>One listener may serve several pools. Pools of the same name that share a listener also share their meters, which add
 * them up and are removed when the last of them closes. Give pools of the same name one listener rather than two of the same
 * registry, whose gauges would show only the first pool.
 */
public final class PoolMetrics implements PoolListener {

    private final MeterRegistry registry;
    private final boolean hasHistograms;
    private final boolean timesRequests;
    private final ConcurrentMap<String, PoolMeters> pools = new ConcurrentHashMap<>();

    private PoolMetrics(MeterRegistry registry, boolean hasHistograms, boolean timesRequests) {
        this.registry = registry;
        this.hasHistograms = hasHistograms;
        this.timesRequests = timesRequests;
    }

    /**
     * Publishes a pool's meters; timers have counts, sums and maxima.
     *
     * @param registry the registry
     * @return a listener to build the pool with
     * @throws NullPointerException if the registry is null
     */
    public static PoolMetrics bindTo(MeterRegistry registry) {
        return new PoolMetrics(Objects.requireNonNull(registry, "registry"), false, false);
    }

    /**
     * Adds histograms to the timers, from which a monitoring system computes percentiles over many instances. Each timer of
     * each route then costs dozens of time series.
     *
     * @return a listener to build the pool with, instead of this one
     */
    public PoolMetrics withHistograms() {
        return new PoolMetrics(registry, true, timesRequests);
    }

    /**
     * Times each call of the clients of a pool, by phase, as the meter {@code weir.requests}. It costs each call what {@link
     * PoolListener#hearsRequests} says, and each route up to twelve timers.
     *
     * @return a listener to build the pool with, instead of this one
     */
    public PoolMetrics withRequests() {
        return new PoolMetrics(registry, hasHistograms, true);
    }

    /**
     * Publishes the meters of a pool that is already in use, as Micrometer's other binders do: for registries that are
     * created later, and for frameworks that bind all binders. Events before the binding do not count. Binding it to a
     * registry a second time has no effect.
     *
     * <pre>{@code
     * PoolMetrics.of(pool).bindTo(meterRegistry);
     * }</pre>
     *
     * @param pool the pool, with or without asynchronous clients; one that is closed fails when it is bound
     * @return binds the pool to any number of registries; timers have counts, sums and maxima; thread-safe
     * @throws NullPointerException if the pool is null
     */
    public static MeterBinder of(ManagedPool pool) {
        Objects.requireNonNull(pool, "pool");
        ConcurrentMap<MeterRegistry, PoolListener> bound = new ConcurrentHashMap<>();
        return registry -> pool.addListener(bound.computeIfAbsent(registry, PoolMetrics::bindTo));
    }

    @Override
    public boolean hearsRequests() {
        return timesRequests;
    }

    @Override
    public void onEvent(PoolEvent event) {
        if (event instanceof PoolEvent.PoolStateChanged state) {
            pools.compute(event.pool(), (name, present) -> {
                if (!state.isOpen()) {
                    return present == null || present.closed(state.snapshot()) ? null : present;
                }
                PoolMeters meters = present == null ? new PoolMeters(registry, name, hasHistograms) : present;
                meters.opened(state.snapshot());
                return meters;
            });
        } else if (timesRequests || !(event instanceof PoolEvent.RequestEnded)) {
            PoolMeters meters = pools.get(event.pool());
            if (meters != null) { // events of connections that are closed after their pool find none
                meters.count(event);
            }
        }
    }
}
