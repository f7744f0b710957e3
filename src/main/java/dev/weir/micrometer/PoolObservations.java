package dev.weir.micrometer;

import dev.weir.event.CallFacts;
import dev.weir.event.CallFacts.Exchange;
import dev.weir.internal.callback.PassingCallback;
import dev.weir.internal.event.CallNotes;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import java.io.IOException;
import java.time.Duration;
import java.util.Objects;
import java.util.function.Consumer;
import org.apache.hc.client5.http.async.AsyncExecCallback;
import org.apache.hc.client5.http.async.AsyncExecChain;
import org.apache.hc.client5.http.classic.ExecChain;
import org.apache.hc.client5.http.impl.async.HttpAsyncClientBuilder;
import org.apache.hc.client5.http.impl.classic.HttpClientBuilder;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.EntityDetails;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.HttpRequest;
import org.apache.hc.core5.http.HttpResponse;
import org.apache.hc.core5.http.nio.AsyncDataConsumer;
import org.apache.hc.core5.http.nio.AsyncEntityProducer;
import org.apache.hc.core5.http.protocol.HttpContext;
import org.jspecify.annotations.Nullable;

/**
 * Adds to the current observation of each request how it got its connection and how long that took, so that traces show
 * where the time went. Thread-safe.
 *
 * <pre>{@code
 * HttpPool pool = HttpPool.builder("shop").customizeClient(PoolObservations.on("shop", observationRegistry)).build();
 * }</pre>
 *
 * <p>It adds the high-cardinality keys {@code weir.pool}, {@code weir.lease}, {@code weir.queue.ms}, {@code weir.dial.ms}, {@code weir.dns.ms},
 * {@code weir.tls.ms}, {@code weir.first_byte.ms}, {@code weir.connection.id}, {@code weir.connection.uses} and {@code
 * weir.exchanges}. High-cardinality keys reach traces but not meters, so a meter of the same observations, such as Spring's
 * {@code http.client.requests}, keeps one set of tag keys, whether a request got a connection or not. Without a current
 * observation it does nothing.
 */
public final class PoolObservations {

    private static final String NAME = "weir-observation";

    private final String pool;
    private final ObservationRegistry registry;

    private PoolObservations(String pool, ObservationRegistry registry) {
        this.pool = Objects.requireNonNull(pool, "pool");
        this.registry = Objects.requireNonNull(registry, "registry");
    }

    /**
     * Returns the change of a pool's client.
     *
     * @param pool the name of the pool, which becomes the key {@code weir.pool}
     * @param registry where current observations are found
     * @return a customizer for {@code customizeClient}
     * @throws NullPointerException if anything is null
     */
    public static Consumer<HttpClientBuilder> on(String pool, ObservationRegistry registry) {
        PoolObservations observations = new PoolObservations(pool, registry);
        return builder -> builder.addExecInterceptorFirst(NAME, observations::execute);
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
        PoolObservations observations = new PoolObservations(pool, registry);
        return builder -> builder.addExecInterceptorFirst(NAME, observations::executeAsync);
    }

    private @Nullable Observation current() {
        Observation observation = registry.getCurrentObservation();
        return observation == null || observation.isNoop() ? null : observation;
    }

    /** Those that the caller or the pool asked for, which would stay empty beside further ones. */
    private static CallNotes notes(HttpContext context) {
        CallNotes known = CallNotes.of(context);
        return known == null ? CallNotes.in(context) : known;
    }

    private ClassicHttpResponse execute(ClassicHttpRequest request, ExecChain.Scope scope, ExecChain chain)
            throws IOException, HttpException {
        Observation observation = current();
        if (observation == null) {
            return chain.proceed(request, scope);
        }
        CallNotes facts = notes(scope.clientContext);
        try {
            return chain.proceed(request, scope);
        } finally {
            add(pool, facts.now(), observation);
        }
    }

    private void executeAsync(
            HttpRequest request,
            @Nullable AsyncEntityProducer body,
            AsyncExecChain.Scope scope,
            AsyncExecChain chain,
            AsyncExecCallback callback)
            throws HttpException, IOException {
        Observation observation = current();
        if (observation == null) {
            chain.proceed(request, body, scope, callback);
            return;
        }
        CallNotes facts = notes(scope.clientContext);
        // Before the caller receives the response or the failure, and may stop its observation.
        chain.proceed(request, body, scope, new PassingCallback(callback) {
            @Override
            public @Nullable AsyncDataConsumer handleResponse(HttpResponse response, @Nullable EntityDetails details)
                    throws HttpException, IOException {
                add(pool, facts.now(), observation);
                return super.handleResponse(response, details);
            }

            @Override
            public void failed(Exception cause) {
                add(pool, facts.now(), observation);
                super.failed(cause);
            }
        });
    }

    /**
     * Adds the facts of one request to its observation, for clients that {@link #on} does not reach. It adds nothing if no
     * request was sent.
     *
     * @param pool the name of the pool, which becomes the key {@code weir.pool}
     * @param facts the facts of the request, after its response or failure
     * @param observation the observation of the request, before it stops
     * @throws NullPointerException if anything is null
     */
    public static void add(String pool, CallFacts facts, Observation observation) {
        Objects.requireNonNull(pool, "pool");
        facts.last().ifPresent(exchange -> {
            observation.highCardinalityKeyValue("weir.pool", pool);
            observation.highCardinalityKeyValue("weir.exchanges", Integer.toString(facts.exchanges()));
            add(exchange, observation);
        });
    }

    private static void add(Exchange exchange, Observation observation) {
        observation.highCardinalityKeyValue("weir.lease", PoolMeters.tag(exchange.outcome()));
        observation.highCardinalityKeyValue("weir.queue.ms", millis(exchange.waited()));
        observation.highCardinalityKeyValue("weir.dial.ms", millis(exchange.dialed()));
        observation.highCardinalityKeyValue("weir.tls.ms", millis(exchange.handshake()));
        observation.highCardinalityKeyValue("weir.dns.ms", millis(exchange.lookup()));
        observation.highCardinalityKeyValue("weir.first_byte.ms", millis(exchange.firstByte()));
        observation.highCardinalityKeyValue("weir.connection.uses", Long.toString(exchange.uses()));
        exchange.connectionId().ifPresent(id -> observation.highCardinalityKeyValue("weir.connection.id", id));
    }

    private static String millis(Duration time) {
        return Long.toString(time.toMillis());
    }
}
