package dev.weir.internal.client;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import org.apache.hc.client5.http.impl.async.CloseableHttpAsyncClient;
import org.apache.hc.core5.concurrent.FutureCallback;
import org.apache.hc.core5.http.nio.AsyncRequestProducer;
import org.apache.hc.core5.http.nio.AsyncResponseConsumer;
import org.apache.hc.core5.http.protocol.HttpContext;
import org.jspecify.annotations.Nullable;

/** An exchange as a {@code CompletableFuture}. Whatever ends the future first also ends the exchange. */
public final class SentRequest {

    private SentRequest() {}

    /**
     * Sends a request.
     *
     * @param client sends it
     * @param request the request
     * @param response takes the response
     * @param context the context of the call; null for a new one
     * @return the result of the response's consumer
     * @param <T> its type
     */
    public static <T> CompletableFuture<T> by(
            CloseableHttpAsyncClient client,
            AsyncRequestProducer request,
            AsyncResponseConsumer<T> response,
            @Nullable HttpContext context) {
        CompletableFuture<T> result = new CompletableFuture<>();
        try {
            Future<T> exchange = client.execute(request, response, context, new Completion<>(result));
            CompletableFuture<T> unused = result.whenComplete((value, failure) -> {
                if (failure != null) {
                    exchange.cancel(true);
                }
            });
        } catch (RuntimeException e) {
            // So that a closed pool is reported like every other failure.
            result.completeExceptionally(e);
        }
        return result;
    }

    private record Completion<T>(CompletableFuture<T> result) implements FutureCallback<T> {
        @Override
        public void completed(T value) {
            result.complete(value);
        }

        @Override
        public void failed(Exception cause) {
            result.completeExceptionally(cause);
        }

        @Override
        public void cancelled() {
            result.cancel(false);
        }
    }
}
