package dev.weir.micrometer;

import dev.weir.RequestFacts;
import dev.weir.event.LeaseFacts;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import java.io.IOException;
import java.time.Duration;
import java.util.Objects;
import java.util.function.Consumer;
import org.apache.hc.client5.http.classic.ExecChain;
import org.apache.hc.client5.http.classic.ExecChainHandler;
import org.apache.hc.client5.http.impl.classic.HttpClientBuilder;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.HttpException;

/**
 * Adds to the current observation of each request how it got its connection and what that took, so that traces show where
 * the time went. Thread-safe.
 *
 * <pre>{@code
 * HttpPool pool = HttpPool.builder("shop").customizeClient(PoolObservations.on(observationRegistry)).build();
 * }</pre>
 *
 * <p>It adds the high-cardinality keys {@code weir.lease}, {@code weir.queue.ms}, {@code weir.dial.ms}, {@code
 * weir.tls.ms} and {@code weir.connection.uses}. High-cardinality keys reach traces and no meters, so that a meter made
 * of the same observations, such as Spring's {@code http.client.requests}, keeps one set of tag keys, whether a request
 * got a connection or not. Without a current observation it does nothing.
 */
public final class PoolObservations implements ExecChainHandler {

    private static final String NAME = "weir-observation";

    private final ObservationRegistry registry;

    private PoolObservations(ObservationRegistry registry) {
        this.registry = registry;
    }

    /**
     * Returns what has to be done to the client of a pool.
     *
     * @param registry where current observations are found
     * @return a customizer for {@code customizeClient}
     * @throws NullPointerException if the registry is null
     */
    public static Consumer<HttpClientBuilder> on(ObservationRegistry registry) {
        PoolObservations handler = new PoolObservations(Objects.requireNonNull(registry, "registry"));
        return builder -> builder.addExecInterceptorFirst(NAME, handler);
    }

    @Override
    public ClassicHttpResponse execute(ClassicHttpRequest request, ExecChain.Scope scope, ExecChain chain)
            throws IOException, HttpException {
        Observation observation = registry.getCurrentObservation();
        if (observation == null || observation.isNoop()) {
            return chain.proceed(request, scope);
        }
        LeaseFacts facts = RequestFacts.record(scope.clientContext);
        try {
            return chain.proceed(request, scope);
        } finally {
            add(facts, observation);
        }
    }

    /**
     * Adds the facts of one request to its observation, for clients that {@link #on} does not reach. Without an outcome it adds
     * nothing.
     *
     * @param pool the name of the pool, which becomes the key {@code weir.pool}
     * @param facts the facts of the request, after its response or failure
     * @param observation the observation of the request, before it stops
     * @throws NullPointerException if anything is null
     */
    public static void add(String pool, LeaseFacts facts, Observation observation) {
        Objects.requireNonNull(pool, "pool");
        facts.outcome().ifPresent(outcome -> observation.highCardinalityKeyValue("weir.pool", pool));
        add(facts, observation);
    }

    private static void add(LeaseFacts facts, Observation observation) {
        facts.outcome().ifPresent(outcome -> {
            observation.highCardinalityKeyValue("weir.lease", Names.of(outcome));
            observation.highCardinalityKeyValue("weir.queue.ms", millis(facts.waited()));
            observation.highCardinalityKeyValue("weir.dial.ms", millis(facts.dialed()));
            observation.highCardinalityKeyValue("weir.tls.ms", millis(facts.handshake()));
            observation.highCardinalityKeyValue("weir.connection.uses", Long.toString(facts.uses()));
        });
    }

    private static String millis(Duration time) {
        return Long.toString(time.toMillis());
    }
}
