package dev.weir.internal.client;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import org.apache.hc.client5.http.async.methods.SimpleHttpRequest;
import org.apache.hc.client5.http.async.methods.SimpleHttpResponse;
import org.apache.hc.client5.http.impl.async.CloseableHttpAsyncClient;
import org.apache.hc.core5.concurrent.FutureCallback;

/** An exchange as a {@code CompletableFuture}. Whatever ends the future first also ends the exchange. */
public final class SentRequest {

    private SentRequest() {}

    /**
     * Sends a request.
     *
     * @param client sends it
     * @param request the request
     * @return the response
     */
    public static CompletableFuture<SimpleHttpResponse> by(CloseableHttpAsyncClient client, SimpleHttpRequest request) {
        CompletableFuture<SimpleHttpResponse> result = new CompletableFuture<>();
        try {
            Future<SimpleHttpResponse> exchange = client.execute(request, null, new Completion(result));
            CompletableFuture<SimpleHttpResponse> unused = result.whenComplete((value, failure) -> {
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

    private record Completion(CompletableFuture<SimpleHttpResponse> result)
            implements FutureCallback<SimpleHttpResponse> {
        @Override
        public void completed(SimpleHttpResponse value) {
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
