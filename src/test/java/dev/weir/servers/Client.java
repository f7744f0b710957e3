package dev.weir.servers;

import dev.weir.AsyncHttpPool;
import dev.weir.HttpPool;
import dev.weir.HttpPoolBuilder;
import dev.weir.ManagedPool;
import dev.weir.config.Protocol;
import dev.weir.servers.Kind.Answer;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.apache.hc.client5.http.config.RequestConfig;
import org.apache.hc.client5.http.impl.async.CloseableHttpAsyncClient;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.protocol.HttpClientContext;
import org.apache.hc.core5.concurrent.FutureCallback;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.EntityDetails;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HttpEntity;
import org.apache.hc.core5.http.HttpResponse;
import org.apache.hc.core5.http.io.entity.ByteArrayEntity;
import org.apache.hc.core5.http.io.support.ClassicRequestBuilder;
import org.apache.hc.core5.http.nio.AsyncResponseConsumer;
import org.apache.hc.core5.http.nio.CapacityChannel;
import org.apache.hc.core5.http.nio.entity.BasicAsyncEntityProducer;
import org.apache.hc.core5.http.nio.support.AsyncRequestBuilder;
import org.apache.hc.core5.http.protocol.HttpContext;
import org.jspecify.annotations.Nullable;

/** A pool, and its client that sends the mix. Thread-safe. */
final class Client implements AutoCloseable {

    enum Type {
        BLOCKING,
        ASYNC_HTTP_1,
        ASYNC_HTTP_2,
        BLOCKING_CLIENT_HTTP_2
    }

    final ManagedPool pool;
    final Type type;
    private final @Nullable CloseableHttpClient blocking;
    private final @Nullable CloseableHttpAsyncClient async;

    private Client(
            ManagedPool pool,
            Type type,
            @Nullable CloseableHttpClient blocking,
            @Nullable CloseableHttpAsyncClient async) {
        this.pool = pool;
        this.type = type;
        this.blocking = blocking;
        this.async = async;
    }

    static Client open(Type type, HttpPoolBuilder builder) {
        if (type == Type.BLOCKING) {
            HttpPool pool = builder.build();
            return new Client(pool, type, pool.client(), null);
        }
        AsyncHttpPool pool = builder.protocol(type == Type.ASYNC_HTTP_1 ? Protocol.HTTP_1_1 : Protocol.HTTP_2)
                .buildAsync();
        return type == Type.BLOCKING_CLIENT_HTTP_2
                ? new Client(pool, type, pool.blockingClient(), null)
                : new Client(pool, type, null, pool.client());
    }

    /** Sends a request, and returns what came when all of it is there. */
    Answer send(Kind request, String base) throws Exception {
        HttpClientContext context = HttpClientContext.create();
        if (request == Kind.EXPECT_CONTINUE) {
            context.setRequestConfig(
                    RequestConfig.custom().setExpectContinueEnabled(true).build());
        }
        boolean isChunked = request == Kind.PUT_CHUNKED;
        if (blocking != null) {
            ClassicRequestBuilder builder =
                    ClassicRequestBuilder.create(request.method).setUri(request.uri(base));
            request.headers().forEach(builder::addHeader);
            if (request.hasBody()) {
                builder.setEntity(new ByteArrayEntity(request.body(), ContentType.DEFAULT_BINARY, isChunked));
            }
            return blocking.execute(builder.build(), context, Client::read);
        }
        AsyncRequestBuilder builder = AsyncRequestBuilder.create(request.method).setUri(request.uri(base));
        request.headers().forEach(builder::addHeader);
        if (request.hasBody()) {
            builder.setEntity(new BasicAsyncEntityProducer(request.body(), ContentType.DEFAULT_BINARY, isChunked));
        }
        try {
            return Objects.requireNonNull(async)
                    .execute(builder.build(), new Reader(), context, null)
                    .get(90, TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            throw e.getCause() instanceof Exception cause ? cause : e;
        }
    }

    private static Answer read(ClassicHttpResponse response) throws IOException {
        Answer answer = new Answer(response);
        HttpEntity entity = response.getEntity();
        if (entity == null) {
            return answer;
        }
        byte[] buffer = new byte[16_384];
        try (InputStream body = entity.getContent()) {
            for (int n = body.read(buffer); n >= 0; n = body.read(buffer)) {
                answer.body(ByteBuffer.wrap(buffer, 0, n));
            }
        }
        answer.trailers(
                entity.getTrailers() == null ? null : entity.getTrailers().get());
        return answer;
    }

    @Override
    public void close() {
        pool.close();
    }

    /** Reads a response as it comes. */
    private static final class Reader implements AsyncResponseConsumer<Answer> {

        // Both are set by the thread of the connection, before the calls that use them.
        private @Nullable Answer answer;
        private @Nullable FutureCallback<Answer> result;

        @Override
        public void consumeResponse(
                HttpResponse response,
                @Nullable EntityDetails entity,
                HttpContext context,
                FutureCallback<Answer> callback) {
            answer = new Answer(response);
            result = callback;
            if (entity == null) {
                callback.completed(answer);
            }
        }

        @Override
        public void informationResponse(HttpResponse response, HttpContext context) {
            // 100 (Continue) is the client's concern
        }

        @Override
        public void updateCapacity(CapacityChannel channel) throws IOException {
            channel.update(Integer.MAX_VALUE);
        }

        @Override
        public void consume(ByteBuffer bytes) {
            Objects.requireNonNull(answer).body(bytes);
        }

        @Override
        public void streamEnd(@Nullable List<? extends Header> trailers) {
            Answer whole = Objects.requireNonNull(answer);
            whole.trailers(trailers);
            Objects.requireNonNull(result).completed(whole);
        }

        @Override
        public void failed(Exception cause) {
            if (result != null) {
                result.failed(cause);
            }
        }

        @Override
        public void releaseResources() {
            // holds none
        }
    }
}
