package dev.weir.internal.client;

import java.io.Closeable;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.concurrent.Future;
import org.apache.hc.client5.http.config.Configurable;
import org.apache.hc.client5.http.config.RequestConfig;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.CloseableHttpResponse;
import org.apache.hc.core5.concurrent.CancellableDependency;
import org.apache.hc.core5.concurrent.FutureCallback;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.HttpEntity;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.http.nio.AsyncRequestProducer;
import org.apache.hc.core5.http.nio.support.classic.ClassicToAsyncResponseConsumer;
import org.apache.hc.core5.http.protocol.HttpContext;
import org.apache.hc.core5.io.CloseMode;
import org.jspecify.annotations.Nullable;

/**
 * Lets blocking code use a client that does not block: the calling thread waits, and whatever ends its wait (a timeout, an
 * interrupt, a closed response) ends the exchange, too. Closing it closes nothing. Thread-safe.
 *
 * <p>It waits without a limit of its own: the pool's {@code read} and {@code total} end the exchange, and with it the wait.
 */
public final class BlockingClient extends CloseableHttpClient implements Configurable {

    private final AsyncPoolClient client;

    /**
     * Creates the client.
     *
     * @param client what does the work
     */
    public BlockingClient(AsyncPoolClient client) {
        this.client = client;
    }

    @Override
    @SuppressWarnings("deprecation") // as HttpClient's own client does
    protected CloseableHttpResponse doExecute(
            @Nullable HttpHost target, ClassicHttpRequest request, @Nullable HttpContext context) throws IOException {
        OutgoingRequest.Outgoing outgoing = OutgoingRequest.of(request);
        AsyncRequestProducer producer = outgoing.producer();
        ClassicToAsyncResponseConsumer consumer = new ClassicToAsyncResponseConsumer(null);
        Future<Void> future = client.execute(target, producer, consumer, null, context, new Ended(producer, consumer));
        if (request instanceof CancellableDependency cancellable) {
            cancellable.setDependency(() -> future.cancel(true));
        }
        boolean answered = false;
        try {
            outgoing.sending().run();
            ClassicHttpResponse response = consumer.blockWaiting();
            HttpEntity body = response.getEntity();
            if (body != null) {
                response.setEntity(new BlockingBody(body));
            }
            answered = true;
            return CloseableHttpResponse.create(response, (whole, mode) -> close(whole, mode, future));
        } catch (IOException e) {
            throw BlockingBody.unwrapped(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            InterruptedIOException interrupted =
                    new InterruptedIOException("Interrupted while waiting for the response");
            interrupted.initCause(e);
            throw interrupted;
        } finally {
            if (!answered) {
                future.cancel(true);
            }
        }
    }

    /** What holds for requests that say nothing else: callers that change a part of it for one request begin with this. */
    @Override
    public RequestConfig getConfig() {
        return client.getConfig();
    }

    private static void close(Closeable response, CloseMode mode, Future<Void> future) throws IOException {
        try {
            if (mode == CloseMode.GRACEFUL) {
                response.close();
            }
        } finally {
            future.cancel(true); // does nothing once the body was read
        }
    }

    /** Leaves the pool open. */
    @Override
    public void close() {
        close(CloseMode.GRACEFUL);
    }

    /** Leaves the pool open. */
    @Override
    public void close(CloseMode mode) {
        // The pool is closed by whoever built it.
    }

    /** Wakes the thread that waits, however the call ends: HttpClient tells it of some ends only. */
    private record Ended(AsyncRequestProducer producer, ClassicToAsyncResponseConsumer consumer)
            implements FutureCallback<Void> {
        @Override
        public void completed(Void nothing) {
            // It has the response.
        }

        @Override
        public void failed(Exception cause) {
            producer.failed(cause);
            consumer.failed(cause);
        }

        @Override
        public void cancelled() {
            failed(new InterruptedIOException("The request was cancelled"));
        }
    }
}
