package dev.weir.internal.client;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.HttpEntity;
import org.apache.hc.core5.http.HttpHeaders;
import org.apache.hc.core5.http.nio.AsyncRequestProducer;
import org.apache.hc.core5.http.nio.entity.BasicAsyncEntityProducer;
import org.apache.hc.core5.http.nio.support.BasicRequestProducer;
import org.jspecify.annotations.Nullable;

/**
 * The request of a blocking caller, for an asynchronous client. A short body is copied, so that it can be sent again; a long
 * one is streamed once, as it is written.
 */
final class OutgoingRequest {

    private static final long MOST_COPIED_BYTES = 64 * 1024;

    private OutgoingRequest() {}

    /** Returns the source of a request whose body is streamed; null if it is short enough to be copied. */
    static @Nullable FlowingRequest flowing(ClassicHttpRequest request) {
        HttpEntity body = request.getEntity();
        return body == null || isShort(body) ? null : new FlowingRequest(request, body);
    }

    private static boolean isShort(HttpEntity body) {
        return body.isRepeatable() && body.getContentLength() >= 0 && body.getContentLength() <= MOST_COPIED_BYTES;
    }

    /** Returns the source of a request with a copy of its body. */
    static AsyncRequestProducer copied(ClassicHttpRequest request) throws IOException {
        HttpEntity body = request.getEntity();
        if (body == null) {
            return new BasicRequestProducer(request, null);
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream((int) body.getContentLength());
        body.writeTo(bytes);
        if (body.getContentEncoding() != null && !request.containsHeader(HttpHeaders.CONTENT_ENCODING)) {
            request.setHeader(HttpHeaders.CONTENT_ENCODING, body.getContentEncoding());
        }
        ContentType type = ContentType.parseLenient(body.getContentType());
        return new BasicRequestProducer(request, new BasicAsyncEntityProducer(bytes.toByteArray(), type));
    }
}
