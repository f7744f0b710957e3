package dev.weir.internal.client;

import dev.weir.internal.callback.PassingCallback;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import org.apache.hc.client5.http.async.AsyncExecCallback;
import org.apache.hc.client5.http.async.AsyncExecChain;
import org.apache.hc.client5.http.async.AsyncExecChainHandler;
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
 * Limits the decoded size of responses for consumers. Runs outside redirects, whose bodies no caller reads. The responses of
 * a blocking caller are counted when it reads them.
 */
final class AsyncMaxDecodedSize implements AsyncExecChainHandler {

    static final String NAME = "weir-max-decoded-size";

    private final SizeLimit limit;

    AsyncMaxDecodedSize(SizeLimit limit) {
        this.limit = limit;
    }

    @Override
    public void execute(
            HttpRequest request,
            @Nullable AsyncEntityProducer body,
            AsyncExecChain.Scope scope,
            AsyncExecChain chain,
            AsyncExecCallback callback)
            throws HttpException, IOException {
        chain.proceed(request, body, scope, new Limiting(callback));
    }

    private final class Limiting extends PassingCallback {

        Limiting(AsyncExecCallback caller) {
            super(caller);
        }

        @Override
        public @Nullable AsyncDataConsumer handleResponse(HttpResponse response, @Nullable EntityDetails details)
                throws HttpException, IOException {
            if (details != null) {
                limit.check(details.getContentLength());
            }
            AsyncDataConsumer reader = super.handleResponse(response, details);
            return reader == null || reader instanceof BlockingAnswer ? reader : new Counted(reader);
        }
    }

    // For the thread of the connection.
    private final class Counted implements AsyncDataConsumer {
        private final AsyncDataConsumer reader;
        private long count;

        Counted(AsyncDataConsumer reader) {
            this.reader = reader;
        }

        @Override
        public void updateCapacity(CapacityChannel channel) throws IOException {
            reader.updateCapacity(channel);
        }

        @Override
        public void consume(ByteBuffer bytes) throws IOException {
            count += bytes.remaining();
            limit.check(count);
            reader.consume(bytes);
        }

        @Override
        public void streamEnd(@Nullable List<? extends Header> trailers) throws HttpException, IOException {
            reader.streamEnd(trailers);
        }

        @Override
        public void releaseResources() {
            reader.releaseResources();
        }
    }
}
