package dev.weir.micrometer;

import dev.weir.RequestFacts;
import dev.weir.event.LeaseFacts;
import dev.weir.internal.callback.PassingCallback;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import java.io.IOException;
import org.apache.hc.client5.http.async.AsyncExecCallback;
import org.apache.hc.client5.http.async.AsyncExecChain;
import org.apache.hc.client5.http.async.AsyncExecChainHandler;
import org.apache.hc.core5.http.EntityDetails;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.HttpRequest;
import org.apache.hc.core5.http.HttpResponse;
import org.apache.hc.core5.http.nio.AsyncDataConsumer;
import org.apache.hc.core5.http.nio.AsyncEntityProducer;
import org.jspecify.annotations.Nullable;

/** Does for asynchronous clients what {@link PoolObservations} does for blocking ones. Thread-safe. */
final class AsyncObservations implements AsyncExecChainHandler {

    private final String pool;
    private final ObservationRegistry registry;

    AsyncObservations(String pool, ObservationRegistry registry) {
        this.pool = pool;
        this.registry = registry;
    }

    @Override
    public void execute(
            HttpRequest request,
            @Nullable AsyncEntityProducer body,
            AsyncExecChain.Scope scope,
            AsyncExecChain chain,
            AsyncExecCallback callback)
            throws HttpException, IOException {
        Observation observation = registry.getCurrentObservation();
        if (observation == null || observation.isNoop()) {
            chain.proceed(request, body, scope, callback);
            return;
        }
        LeaseFacts facts = RequestFacts.record(scope.clientContext);
        chain.proceed(request, body, scope, new Told(callback, facts, pool, observation));
    }

    /** Adds the facts before the caller receives the response or the failure, and may stop its observation. */
    private static final class Told extends PassingCallback {
        private final LeaseFacts facts;
        private final String pool;
        private final Observation observation;

        Told(AsyncExecCallback caller, LeaseFacts facts, String pool, Observation observation) {
            super(caller);
            this.facts = facts;
            this.pool = pool;
            this.observation = observation;
        }

        @Override
        public @Nullable AsyncDataConsumer handleResponse(HttpResponse response, @Nullable EntityDetails body)
                throws HttpException, IOException {
            PoolObservations.add(pool, facts, observation);
            return super.handleResponse(response, body);
        }

        @Override
        public void failed(Exception cause) {
            PoolObservations.add(pool, facts, observation);
            super.failed(cause);
        }
    }
}
