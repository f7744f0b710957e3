package dev.weir.internal.client;

import java.io.IOException;
import org.apache.hc.client5.http.async.AsyncExecCallback;
import org.apache.hc.client5.http.async.AsyncExecRuntime;
import org.apache.hc.core5.concurrent.ComplexFuture;
import org.apache.hc.core5.concurrent.FutureCallback;
import org.apache.hc.core5.http.EntityDetails;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.HttpResponse;
import org.apache.hc.core5.http.HttpStatus;
import org.apache.hc.core5.http.nio.AsyncDataConsumer;
import org.apache.hc.core5.http.nio.AsyncRequestProducer;
import org.apache.hc.core5.http.nio.AsyncResponseConsumer;
import org.apache.hc.core5.http.protocol.HttpContext;
import org.jspecify.annotations.Nullable;

/**
 * Passes the response of an asynchronous call to its caller, and reports the end of the call, as HttpClient's client does
 * after its chain. As thread-safe as the consumer.
 *
 * @param producer of the request
 * @param consumer of the response
 * @param context of the call
 * @param future of the call
 * @param connection given back at the end
 */
record CallEnd<T>(
        AsyncRequestProducer producer,
        AsyncResponseConsumer<T> consumer,
        HttpContext context,
        ComplexFuture<T> future,
        AsyncExecRuntime connection)
        implements AsyncExecCallback {

    @Override
    public @Nullable AsyncDataConsumer handleResponse(HttpResponse response, @Nullable EntityDetails body)
            throws HttpException, IOException {
        if (response.getCode() >= HttpStatus.SC_CLIENT_ERROR) {
            producer.releaseResources();
        }
        consumer.consumeResponse(response, body, context, new Result<>(future));
        return body == null ? null : consumer;
    }

    private record Result<T>(ComplexFuture<T> future) implements FutureCallback<T> {
        @Override
        public void completed(T result) {
            future.completed(result);
        }

        @Override
        public void failed(Exception cause) {
            future.failed(cause);
        }

        @Override
        public void cancelled() {
            future.cancel();
        }
    }

    @Override
    public void handleInformationResponse(HttpResponse response) throws HttpException, IOException {
        consumer.informationResponse(response, context);
    }

    @Override
    public void completed() {
        try {
            connection.releaseEndpoint();
        } finally {
            releaseResources();
        }
    }

    @Override
    public void failed(Exception cause) {
        try {
            connection.discardEndpoint();
            consumer.failed(cause);
        } finally {
            try {
                future.failed(cause);
            } finally {
                releaseResources();
            }
        }
    }

    private void releaseResources() {
        consumer.releaseResources();
        producer.releaseResources();
    }
}
