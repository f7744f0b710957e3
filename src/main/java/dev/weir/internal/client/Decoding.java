package dev.weir.internal.client;

import dev.weir.internal.callback.PassingCallback;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import org.apache.hc.client5.http.async.AsyncExecCallback;
import org.apache.hc.client5.http.async.AsyncExecChain;
import org.apache.hc.core5.http.EntityDetails;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.HttpRequest;
import org.apache.hc.core5.http.HttpResponse;
import org.apache.hc.core5.http.nio.AsyncDataConsumer;
import org.apache.hc.core5.http.nio.AsyncEntityProducer;
import org.apache.hc.core5.http.nio.CapacityChannel;
import org.jspecify.annotations.Nullable;

/**
 * Keeps flow control while HttpClient decodes a body, by two steps around its own. A reader that decodes by itself ({@link
 * BlockingAnswer}) gets the body as received, so flow control counts the bytes on the wire. For any other reader HttpClient
 * decodes, and the server may send more when the reader has taken the decoded bytes; otherwise each window would be granted
 * many times over (HttpClient 5.6.5 counts decoded bytes as encoded ones).
 */
final class Decoding {

    private Decoding() {}

    /** The step between the wire and HttpClient's step. */
    static void before(
            HttpRequest request,
            @Nullable AsyncEntityProducer body,
            AsyncExecChain.Scope scope,
            AsyncExecChain chain,
            AsyncExecCallback callback)
            throws HttpException, IOException {
        boolean decodes = scope.clientContext.getRequestConfigOrDefault().isContentCompressionEnabled();
        chain.proceed(request, body, scope, decodes ? new Coded(callback) : callback);
    }

    private static final class Coded extends PassingCallback {

        Coded(AsyncExecCallback caller) {
            super(caller);
        }

        @Override
        public @Nullable AsyncDataConsumer handleResponse(HttpResponse response, @Nullable EntityDetails details)
                throws HttpException, IOException {
            CodedBody coded = CodedBody.of(response, details);
            if (coded == null) {
                return super.handleResponse(response, details);
            }
            AsyncDataConsumer reader = super.handleResponse(response, coded);
            if (reader == null || coded.isTaken()) {
                return reader;
            }
            // By now the outer step knows the reader; on the way back, HttpClient wraps it in decoders.
            AsyncDataConsumer decoder = super.handleResponse(response, coded.wire());
            return decoder == null ? null : new Paced(decoder, coded, true);
        }
    }

    /**
     * The step between HttpClient's step and the reader. The reader is first offered the body as received. If it does not
     * accept that, the same response arrives again through HttpClient's step.
     */
    static void after(
            HttpRequest request,
            @Nullable AsyncEntityProducer body,
            AsyncExecChain.Scope scope,
            AsyncExecChain chain,
            AsyncExecCallback callback)
            throws HttpException, IOException {
        chain.proceed(request, body, scope, new Decoded(callback));
    }

    private static final class Decoded extends PassingCallback {
        // Both for the thread of the connection.
        private @Nullable HttpResponse shown;
        private @Nullable AsyncDataConsumer reader;

        Decoded(AsyncExecCallback caller) {
            super(caller);
        }

        @Override
        public @Nullable AsyncDataConsumer handleResponse(HttpResponse response, @Nullable EntityDetails details)
                throws HttpException, IOException {
            if (response == shown) {
                return reader;
            }
            AsyncDataConsumer first = super.handleResponse(response, details);
            if (first != null && details instanceof CodedBody coded) {
                shown = response;
                reader = new Paced(first, coded, false);
            }
            return first;
        }
    }

    /** Passes a body on, before or behind the decoders, and counts it. For the thread of the connection. */
    private record Paced(AsyncDataConsumer to, CodedBody pace, boolean isCoded) implements AsyncDataConsumer {

        @Override
        public void updateCapacity(CapacityChannel channel) throws IOException {
            to.updateCapacity(isCoded ? pace.granting(channel) : channel);
        }

        @Override
        public void consume(ByteBuffer bytes) throws IOException {
            int count = bytes.remaining();
            if (isCoded) {
                to.consume(bytes);
                pace.used(count);
            } else {
                pace.given(count);
                to.consume(bytes);
            }
        }

        @Override
        public void streamEnd(@Nullable List<? extends Header> trailers) throws HttpException, IOException {
            to.streamEnd(trailers);
        }

        @Override
        public void releaseResources() {
            to.releaseResources();
        }
    }
}
