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

/** Adds the facts of requests to their observations. Thread-safe. */
final class PoolObservations {

    private static final String NAME = "weir-observation";

    private final String pool;
    private final ObservationRegistry registry;

    PoolObservations(String pool, ObservationRegistry registry) {
        this.pool = Objects.requireNonNull(pool, "pool");
        this.registry = Objects.requireNonNull(registry, "registry");
    }

    void customize(HttpClientBuilder builder) {
        builder.addExecInterceptorFirst(NAME, this::execute);
    }

    void customize(HttpAsyncClientBuilder builder) {
        builder.addExecInterceptorFirst(NAME, this::executeAsync);
    }

    // That of a reactive caller is current on no thread.
    private @Nullable Observation observation(HttpContext context) {
        Observation observation = context.getAttribute(PoolMetrics.OBSERVATION) instanceof Observation given
                ? given
                : registry.getCurrentObservation();
        return observation == null || observation.isNoop() ? null : observation;
    }

    /** Those that the caller or the pool asked for, which would stay empty beside further ones. */
    private static CallNotes notes(HttpContext context) {
        CallNotes known = CallNotes.of(context);
        return known == null ? CallNotes.in(context) : known;
    }

    private ClassicHttpResponse execute(ClassicHttpRequest request, ExecChain.Scope scope, ExecChain chain)
            throws IOException, HttpException {
        Observation observation = observation(scope.clientContext);
        if (observation == null) {
            return chain.proceed(request, scope);
        }
        CallNotes facts = notes(scope.clientContext);
        try {
            return chain.proceed(request, scope);
        } finally {
            add(facts.now(), observation);
        }
    }

    private void executeAsync(
            HttpRequest request,
            @Nullable AsyncEntityProducer body,
            AsyncExecChain.Scope scope,
            AsyncExecChain chain,
            AsyncExecCallback callback)
            throws HttpException, IOException {
        Observation observation = observation(scope.clientContext);
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
                add(facts.now(), observation);
                return super.handleResponse(response, details);
            }

            @Override
            public void failed(Exception cause) {
                add(facts.now(), observation);
                super.failed(cause);
            }
        });
    }

    private void add(CallFacts facts, Observation observation) {
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
