package dev.weir.internal.client;

import dev.weir.internal.call.CallProgress;
import dev.weir.internal.call.CurrentExchange;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.hc.core5.concurrent.FutureCallback;
import org.apache.hc.core5.http.EntityDetails;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.HttpResponse;
import org.apache.hc.core5.http.nio.AsyncResponseConsumer;
import org.apache.hc.core5.http.nio.CapacityChannel;
import org.apache.hc.core5.http.protocol.HttpContext;
import org.jspecify.annotations.Nullable;

/**
 * Completes a call after its lease was released: HttpClient completes it earlier, so a caller that sends the next request at
 * once may find no place. A response that arrives before the request was sent completes the call at once. Thread-safe.
 */
final class ReleasedFirst<T> implements AsyncResponseConsumer<T> {

    private final AsyncResponseConsumer<T> consumer;
    private final AtomicReference<@Nullable Runnable> completion = new AtomicReference<>();

    private volatile boolean released;

    ReleasedFirst(AsyncResponseConsumer<T> consumer) {
        this.consumer = consumer;
    }

    /** Returns the consumer to use in place of another one; a blocking call itself waits for the end of the call. */
    static <T> AsyncResponseConsumer<T> of(AsyncResponseConsumer<T> consumer) {
        return consumer instanceof BlockingAnswer ? consumer : new ReleasedFirst<>(consumer);
    }

    @Override
    public void consumeResponse(
            HttpResponse response, @Nullable EntityDetails body, HttpContext context, FutureCallback<T> call)
            throws HttpException, IOException {
        consumer.consumeResponse(response, body, context, new Result(call, context));
    }

    private final class Result implements FutureCallback<T> {
        private final FutureCallback<T> call;
        private final HttpContext context;

        Result(FutureCallback<T> call, HttpContext context) {
            this.call = call;
            this.context = context;
        }

        @Override
        public void completed(T result) {
            CallProgress of = CallProgress.of(context);
            CurrentExchange exchange = of == null ? null : of.exchange();
            if (of != null) {
                of.exchange(null); // a context may live long
            }
            boolean isReleasedSoon = exchange != null && exchange.isSentWhole();
            completion.set(() -> call.completed(result));
            if (released || !isReleasedSoon) {
                complete();
            }
        }

        @Override
        public void failed(Exception cause) {
            call.failed(cause);
        }

        @Override
        public void cancelled() {
            call.cancelled();
        }
    }

    private void complete() {
        Runnable held = completion.getAndSet(null);
        if (held != null) {
            held.run();
        }
    }

    @Override
    public void informationResponse(HttpResponse response, HttpContext context) throws HttpException, IOException {
        consumer.informationResponse(response, context);
    }

    @Override
    public void updateCapacity(CapacityChannel capacity) throws IOException {
        consumer.updateCapacity(capacity);
    }

    @Override
    public void consume(ByteBuffer bytes) throws IOException {
        consumer.consume(bytes);
    }

    @Override
    public void streamEnd(@Nullable List<? extends Header> trailers) throws HttpException, IOException {
        consumer.streamEnd(trailers);
    }

    /** {@inheritDoc} A complete response stays valid. */
    @Override
    public void failed(Exception cause) {
        complete();
        consumer.failed(cause);
    }

    @Override
    public void releaseResources() {
        released = true;
        try {
            consumer.releaseResources();
        } finally {
            complete();
        }
    }
}
