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
import org.apache.hc.client5.http.impl.async.HttpAsyncClientBuilder;
import org.apache.hc.client5.http.impl.classic.HttpClientBuilder;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.HttpException;
import org.jspecify.annotations.Nullable;

/**
 * Adds to the current observation of each request how it got its connection and how long that took, so that traces show
 * where the time went. Thread-safe.
 *
 * <pre>{@code
 * HttpPool pool = HttpPool.builder("shop").customizeClient(PoolObservations.on(observationRegistry)).build();
 * }</pre>
 *
 * <p>It adds the high-cardinality keys {@code weir.lease}, {@code weir.queue.ms}, {@code weir.dial.ms}, {@code weir.dns.ms},
 * {@code weir.tls.ms}, {@code weir.first_byte.ms}, {@code weir.connection.id}, {@code weir.connection.uses} and {@code
 * weir.exchanges}. High-cardinality keys reach traces but not meters, so a meter of the same observations, such as Spring's
 * {@code http.client.requests}, keeps one set of tag keys, whether a request got a connection or not. Without a current
 * observation it does nothing.
 */
public final class PoolObservations implements ExecChainHandler {

    private static final String NAME = "weir-observation";

    private final @Nullable String pool;
    private final ObservationRegistry registry;

    private PoolObservations(@Nullable String pool, ObservationRegistry registry) {
        this.pool = pool;
        this.registry = registry;
    }

    /**
     * Returns the change of a pool's client.
     *
     * @param registry where current observations are found
     * @return a customizer for {@code customizeClient}
     * @throws NullPointerException if the registry is null
     */
    public static Consumer<HttpClientBuilder> on(ObservationRegistry registry) {
        return customizer(new PoolObservations(null, Objects.requireNonNull(registry, "registry")));
    }

    /**
     * Does the same, and adds the name of the pool as the key {@code weir.pool}.
     *
     * @param pool the name
     * @param registry where current observations are found
     * @return a customizer for {@code customizeClient}
     * @throws NullPointerException if anything is null
     */
    public static Consumer<HttpClientBuilder> on(String pool, ObservationRegistry registry) {
        return customizer(new PoolObservations(
                Objects.requireNonNull(pool, "pool"), Objects.requireNonNull(registry, "registry")));
    }

    private static Consumer<HttpClientBuilder> customizer(PoolObservations handler) {
        return builder -> builder.addExecInterceptorFirst(NAME, handler);
    }

    /**
     * Does the same for the clients of an asynchronous pool: the observation is the one that is current while the caller
     * executes the request, and has the keys before the caller receives the response.
     *
     * @param pool the name of the pool
     * @param registry where current observations are found
     * @return a customizer for {@code customizeAsyncClient}
     * @throws NullPointerException if anything is null
     */
    public static Consumer<HttpAsyncClientBuilder> onAsync(String pool, ObservationRegistry registry) {
        AsyncObservations handler = new AsyncObservations(
                Objects.requireNonNull(pool, "pool"), Objects.requireNonNull(registry, "registry"));
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
            if (pool == null) {
                add(facts, observation);
            } else {
                add(pool, facts, observation);
            }
        }
    }

    /**
     * Adds the facts of one request to its observation, for clients that {@link #on} does not reach. Without an outcome it
     * adds nothing.
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
            observation.highCardinalityKeyValue("weir.dns.ms", millis(facts.lookup()));
            observation.highCardinalityKeyValue("weir.first_byte.ms", millis(facts.firstByte()));
            observation.highCardinalityKeyValue("weir.connection.uses", Long.toString(facts.uses()));
            observation.highCardinalityKeyValue("weir.exchanges", Integer.toString(facts.exchanges()));
            facts.connectionId().ifPresent(id -> observation.highCardinalityKeyValue("weir.connection.id", id));
        });
    }

    private static String millis(Duration time) {
        return Long.toString(time.toMillis());
    }
}
