package dev.weir.internal.client;

import dev.weir.internal.callback.PassingCallback;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.apache.hc.client5.http.async.AsyncExecCallback;
import org.apache.hc.client5.http.async.AsyncExecChain;
import org.apache.hc.client5.http.async.AsyncExecChainHandler;
import org.apache.hc.core5.http.EntityDetails;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.HttpRequest;
import org.apache.hc.core5.http.HttpResponse;
import org.apache.hc.core5.http.nio.AsyncDataConsumer;
import org.apache.hc.core5.http.nio.AsyncEntityProducer;
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
    private final class Counted extends PassingConsumer {
        private long count;

        Counted(AsyncDataConsumer reader) {
            super(reader);
        }

        @Override
        public void consume(ByteBuffer bytes) throws IOException {
            count += bytes.remaining();
            limit.check(count);
            super.consume(bytes);
        }
    }
}
