package dev.weir.micrometer;

import dev.weir.ManagedPool;
import dev.weir.event.AddressEjected;
import dev.weir.event.ConnectionClosed;
import dev.weir.event.DialEnded;
import dev.weir.event.DialOutcome;
import dev.weir.event.DialStarted;
import dev.weir.event.HandshakeEnded;
import dev.weir.event.HedgeEnded;
import dev.weir.event.LeakSuspected;
import dev.weir.event.LeaseEnded;
import dev.weir.event.NameLookedUp;
import dev.weir.event.PoolListener;
import dev.weir.event.PoolSnapshot;
import dev.weir.event.RequestEnded;
import dev.weir.event.RequestListener;
import dev.weir.event.RetryDecided;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Consumer;
import java.util.function.Supplier;

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
    private final ConcurrentMap<String, PoolMeters> pools = new ConcurrentHashMap<>();

    private PoolMetrics(MeterRegistry registry, boolean hasHistograms) {
        this.registry = Objects.requireNonNull(registry, "registry");
        this.hasHistograms = hasHistograms;
    }

    /**
     * Publishes a pool's meters; timers have counts, sums and maxima.
     *
     * @param registry the registry
     * @return a listener to build the pool with
     * @throws NullPointerException if the registry is null
     */
    public static PoolListener bindTo(MeterRegistry registry) {
        return new PoolMetrics(registry, false);
    }

    /**
     * Publishes a pool's meters; timers also have histograms, from which a monitoring system computes percentiles over
     * many instances. Each timer of each route then costs dozens of time series.
     *
     * @param registry the registry
     * @return a listener to build the pool with
     * @throws NullPointerException if the registry is null
     */
    public static PoolListener withHistograms(MeterRegistry registry) {
        return new PoolMetrics(registry, true);
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

    /**
     * Times each call of the clients of a pool, by phase, as the meter {@code weir.requests}: the pool has to be built with
     * both listeners. It costs each call what a {@link RequestListener} does, and each route up to twelve timers. They go
     * when the pool closes.
     *
     * <pre>{@code
     * PoolListener metrics = PoolMetrics.bindTo(meterRegistry);
     * HttpPool pool = HttpPool.builder("shop")
     *         .listener(metrics)
     *         .requestListener(PoolMetrics.requestTimes(metrics))
     *         .build();
     * }</pre>
     *
     * @param metrics a listener of {@link #bindTo} or {@link #withHistograms}
     * @return a listener to build the same pool with
     * @throws IllegalArgumentException if the listener is another one
     * @throws NullPointerException if the listener is null
     */
    public static RequestListener requestTimes(PoolListener metrics) {
        if (Objects.requireNonNull(metrics, "metrics") instanceof PoolMetrics own) {
            return own::requestEnded;
        }
        throw new IllegalArgumentException("metrics must be a listener of PoolMetrics, but was "
                + metrics.getClass().getName() + ": PoolMetrics.bindTo(registry) gives one that would pass");
    }

    private void requestEnded(RequestEnded event) {
        event.route()
                .ifPresent(route ->
                        tell(event.pool(), meters -> meters.route(route).request(event.facts())));
    }

    @Override
    public void poolOpened(String pool, Supplier<PoolSnapshot> snapshot) {
        pools.compute(pool, (name, present) -> {
            PoolMeters meters = present == null ? new PoolMeters(new Meters(registry, name, hasHistograms)) : present;
            meters.opened(snapshot);
            return meters;
        });
    }

    @Override
    public void poolClosed(String pool, Supplier<PoolSnapshot> snapshot) {
        pools.computeIfPresent(pool, (name, meters) -> meters.closed(snapshot) ? null : meters);
    }

    // Events of connections that are closed after their pool find no meters any more.
    private void tell(String pool, Consumer<PoolMeters> event) {
        PoolMeters meters = pools.get(pool);
        if (meters != null) {
            event.accept(meters);
        }
    }

    @Override
    public void leased(LeaseEnded event) {
        PoolMeters meters = pools.get(event.pool());
        if (meters != null) {
            meters.route(event.route()).timeInQueue(event.outcome(), event.waited());
        }
    }

    @Override
    public void dialStarted(DialStarted event) {
        tell(event.pool(), meters -> meters.route(event.route()));
    }

    @Override
    public void dialEnded(DialEnded event) {
        tell(event.pool(), meters -> {
            meters.route(event.route()).connect(event.outcome(), event.connect());
            if (event.outcome() == DialOutcome.CONNECTED) {
                meters.connected(event);
            }
        });
    }

    @Override
    public void handshakeEnded(HandshakeEnded event) {
        tell(event.pool(), meters -> meters.route(event.route()).tls(event));
    }

    @Override
    public void connectionClosed(ConnectionClosed event) {
        tell(event.pool(), meters -> meters.route(event.route()).closed(event.cause(), event.age(), event.uses()));
    }

    @Override
    public void nameLookedUp(NameLookedUp event) {
        tell(event.pool(), meters -> meters.lookedUp(event.outcome(), event.time()));
    }

    @Override
    public void retryDecided(RetryDecided event) {
        tell(event.pool(), meters -> meters.route(event.route()).retried(event.outcome()));
    }

    @Override
    public void addressEjected(AddressEjected event) {
        tell(event.pool(), meters -> meters.route(event.route()).ejected());
    }

    @Override
    public void hedgeEnded(HedgeEnded event) {
        tell(event.pool(), meters -> meters.route(event.route()).hedged(event.outcome()));
    }

    @Override
    public void leakSuspected(LeakSuspected event) {
        tell(event.pool(), meters -> meters.route(event.route()).leaked());
    }
}
