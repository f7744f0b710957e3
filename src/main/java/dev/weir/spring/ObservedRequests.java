package dev.weir.spring;

import dev.weir.RequestFacts;
import dev.weir.event.LeaseFacts;
import dev.weir.micrometer.PoolObservations;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import org.apache.hc.core5.http.protocol.HttpContext;
import org.jspecify.annotations.Nullable;

/** Tells Micrometer's observations. Thread-safe. */
final class ObservedRequests implements RequestNotes {

    /** The key that each request on a pool has. */
    static final String POOL = "weir.pool";

    private final ObservationRegistry registry;

    ObservedRequests(ObservationRegistry registry) {
        this.registry = registry;
    }

    @Override
    public @Nullable Runnable begin(String pool, HttpContext context) {
        Observation current = registry.getCurrentObservation();
        return current == null ? null : begin(pool, context, current);
    }

    @Override
    public @Nullable Runnable begin(String pool, HttpContext context, Object given) {
        if (!(given instanceof Observation observation) || observation.isNoop()) {
            return null;
        }
        LeaseFacts facts = RequestFacts.record(context);
        return () -> PoolObservations.add(pool, facts, observation);
    }
}
