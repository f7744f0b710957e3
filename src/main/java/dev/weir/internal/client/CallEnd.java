package dev.weir.internal.client;

import dev.weir.internal.call.CurrentExchange;
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
 * after its chain; but the caller gets its result after the connection was released, as with {@link ReleasedFirst}. For a
 * request without a body, whose response never comes before it is sent. As thread-safe as the consumer.
 */
final class CallEnd<T> implements AsyncExecCallback {

    private final AsyncRequestProducer producer;
    private final AsyncResponseConsumer<T> consumer;
    private final HttpContext context;
    private final ComplexFuture<T> future;
    private final AsyncExecRuntime connection;
    private final Result result = new Result();

    /**
     * Creates it.
     *
     * @param producer of the request
     * @param consumer of the response
     * @param context of the call
     * @param future of the call
     * @param connection given back at the end
     */
    CallEnd(
            AsyncRequestProducer producer,
            AsyncResponseConsumer<T> consumer,
            HttpContext context,
            ComplexFuture<T> future,
            AsyncExecRuntime connection) {
        this.producer = producer;
        this.consumer = consumer;
        this.context = context;
        this.future = future;
        this.connection = connection;
    }

    @Override
    public @Nullable AsyncDataConsumer handleResponse(HttpResponse response, @Nullable EntityDetails body)
            throws HttpException, IOException {
        if (response.getCode() >= HttpStatus.SC_CLIENT_ERROR) {
            producer.releaseResources();
        }
        consumer.consumeResponse(response, body, context, result);
        return body == null ? null : consumer;
    }

    private final class Result implements FutureCallback<T> {
        // Written before it is there.
        private @Nullable T value;
        private volatile boolean isThere;
        private volatile boolean isReleased;

        @Override
        public void completed(T complete) {
            if (!(consumer instanceof BlockingAnswer)) { // whose caller has its response, and its context, already
                forgetExchange();
            }
            value = complete;
            isThere = true;
            if (isReleased) {
                future.completed(complete);
            }
        }

        // If it comes at this moment, the future is completed twice, of which it notices the first.
        void released() {
            isReleased = true;
            if (isThere) {
                future.completed(value);
            }
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

    // A context with attributes may be kept by the caller.
    private void forgetExchange() {
        if (!(context instanceof CurrentExchange.Place)) {
            CurrentExchange.takeFrom(context);
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
            end();
        }
    }

    @Override
    public void failed(Exception cause) {
        try {
            connection.discardEndpoint();
            result.released(); // a complete response stays valid
            consumer.failed(cause);
        } finally {
            try {
                future.failed(cause);
            } finally {
                end();
            }
        }
    }

    private void end() {
        try {
            consumer.releaseResources();
            producer.releaseResources();
        } finally {
            result.released();
        }
    }
}
