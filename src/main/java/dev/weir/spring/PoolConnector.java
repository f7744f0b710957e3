package dev.weir.spring;

import java.lang.ref.Reference;
import java.net.URI;
import java.util.function.Function;
import java.util.function.Supplier;
import org.apache.hc.client5.http.protocol.HttpClientContext;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.ssl.SslBundle;
import org.springframework.http.HttpMethod;
import org.springframework.http.client.reactive.ClientHttpConnector;
import org.springframework.http.client.reactive.ClientHttpRequest;
import org.springframework.http.client.reactive.ClientHttpResponse;
import org.springframework.http.client.reactive.HttpComponentsClientHttpConnector;
import reactor.core.publisher.Mono;
import reactor.util.context.ContextView;

/** Connects a {@code WebClient} with a pool, which is built at the first request. Thread-safe. */
final class PoolConnector implements ClientHttpConnector {

    private final FirstLookup<ClientHttpConnector> connected;
    private final @Nullable SslBundle bundle;

    PoolConnector(Supplier<ClientHttpConnector> first, @Nullable SslBundle bundle) {
        this.connected = new FirstLookup<>(first);
        this.bundle = bundle;
    }

    @Nullable
    SslBundle bundle() {
        return bundle;
    }

    /** Returns a connector with one pool. */
    static ClientHttpConnector with(AsyncPool pool) {
        return new Connected(pool);
    }

    @Override
    public Mono<ClientHttpResponse> connect(
            HttpMethod method, URI uri, Function<? super ClientHttpRequest, Mono<Void>> requestCallback) {
        return connected.get().connect(method, uri, requestCallback);
    }

    /** Holds on to the pool, and what it makes holds on to it: there may be a request that has no subscriber yet. */
    private record Connected(AsyncPool pool) implements ClientHttpConnector {
        // Where WebClient puts the observation of a request.
        private static final String OBSERVATION = "micrometer.observation";

        @Override
        public Mono<ClientHttpResponse> connect(
                HttpMethod method, URI uri, Function<? super ClientHttpRequest, Mono<Void>> requestCallback) {
            return Mono.deferContextual(subscriber -> {
                HttpClientContext context = HttpClientContext.create();
                CancellableCall call = new CancellableCall(pool.pool().client());
                Runnable end = begin(subscriber, context);
                return new HttpComponentsClientHttpConnector(call, (anyMethod, anyUri) -> context)
                        .connect(method, uri, requestCallback)
                        .map(call::cancelledWithItsBody)
                        .doOnCancel(call::cancel)
                        .doOnTerminate(() -> end(end));
            });
        }

        private @Nullable Runnable begin(ContextView subscriber, HttpClientContext context) {
            return pool.notes() != RequestNotes.NONE && subscriber.hasKey(OBSERVATION)
                    ? pool.notes().begin(pool.pool().name(), context, subscriber.get(OBSERVATION))
                    : null;
        }

        private void end(@Nullable Runnable end) {
            try {
                if (end != null) {
                    end.run();
                }
            } finally {
                Reference.reachabilityFence(pool);
            }
        }
    }
}
