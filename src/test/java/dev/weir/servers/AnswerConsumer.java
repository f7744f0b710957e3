package dev.weir.servers;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import org.apache.hc.core5.concurrent.FutureCallback;
import org.apache.hc.core5.http.EntityDetails;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HttpResponse;
import org.apache.hc.core5.http.nio.AsyncResponseConsumer;
import org.apache.hc.core5.http.nio.CapacityChannel;
import org.apache.hc.core5.http.protocol.HttpContext;
import org.jspecify.annotations.Nullable;

/** Reads a response as it comes. */
final class AnswerConsumer implements AsyncResponseConsumer<Answer> {

    // Both are set by the thread of the connection, before the calls that use them.
    private @Nullable AnswerReader reader;
    private @Nullable FutureCallback<Answer> result;

    @Override
    public void consumeResponse(
            HttpResponse response,
            @Nullable EntityDetails entity,
            HttpContext context,
            FutureCallback<Answer> callback) {
        AnswerReader started = new AnswerReader(response);
        reader = started;
        result = callback;
        if (entity == null) {
            callback.completed(started.answer());
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
        if (reader != null) {
            reader.body(bytes);
        }
    }

    @Override
    public void streamEnd(@Nullable List<? extends Header> trailers) {
        if (reader != null && result != null) {
            reader.trailers(trailers);
            result.completed(reader.answer());
        }
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
