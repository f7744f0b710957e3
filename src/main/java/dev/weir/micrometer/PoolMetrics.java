package dev.weir.micrometer;

import dev.weir.event.PoolEvent;
import dev.weir.event.PoolListener;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.observation.ObservationRegistry;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Consumer;
import org.apache.hc.client5.http.impl.async.HttpAsyncClientBuilder;
import org.apache.hc.client5.http.impl.classic.HttpClientBuilder;

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

    /** The attribute of a context that has the observation of its request; also in Spring's part. */
    static final String OBSERVATION = "weir.observation";

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
     * Adds to the current observation of each request how it got its connection and how long that took, so that traces show
     * where the time went.
     *
     * <pre>{@code
     * HttpPool pool = HttpPool.builder("shop").customizeClient(PoolMetrics.observe("shop", observationRegistry)).build();
     * }</pre>
     *
     * <p>It adds the high-cardinality keys {@code weir.pool}, {@code weir.lease}, {@code weir.queue.ms}, {@code weir.dial.ms},
     * {@code weir.dns.ms}, {@code weir.tls.ms}, {@code weir.first_byte.ms}, {@code weir.connection.id}, {@code
     * weir.connection.uses} and {@code weir.exchanges}. High-cardinality keys reach traces but not meters, so a meter of the
     * same observations, such as Spring's {@code http.client.requests}, keeps one set of tag keys, whether a request got a
     * connection or not. Without a current observation it does nothing.
     *
     * @param pool the name of the pool, which becomes the key {@code weir.pool}
     * @param registry where current observations are found
     * @return a customizer for {@code customizeClient}; thread-safe
     * @throws NullPointerException if anything is null
     */
    public static Consumer<HttpClientBuilder> observe(String pool, ObservationRegistry registry) {
        return new PoolObservations(pool, registry)::customize;
    }

    /**
     * Does the same as {@link #observe} for the clients of an asynchronous pool: the observation is the one that is current
     * while the caller executes the request, and has the keys before the caller receives the response.
     *
     * @param pool the name of the pool
     * @param registry where current observations are found
     * @return a customizer for {@code customizeAsyncClient}; thread-safe
     * @throws NullPointerException if anything is null
     */
    public static Consumer<HttpAsyncClientBuilder> observeAsync(String pool, ObservationRegistry registry) {
        return new PoolObservations(pool, registry)::customize;
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
