package dev.weir.internal.client;

import dev.weir.internal.callback.PassingCallback;
import java.io.IOException;
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
 * Sits between HttpClient's decoding step and the reader. {@link BeforeDecoding} first offers it the body as received. If
 * the reader does not accept that, the same response arrives again through HttpClient's step.
 */
final class AfterDecoding implements AsyncExecChainHandler {

    static final String NAME = "weir-after-decoding";

    @Override
    public void execute(
            HttpRequest request,
            @Nullable AsyncEntityProducer body,
            AsyncExecChain.Scope scope,
            AsyncExecChain chain,
            AsyncExecCallback callback)
            throws HttpException, IOException {
        chain.proceed(request, body, scope, new Decoded(callback));
    }

    private static final class Decoded extends PassingCallback {

        // All for the thread of the connection.
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
            if (!(details instanceof CodedBody coded)) {
                return first;
            }
            shown = response;
            reader = first == null ? null : new PacedReader(first, coded.pace());
            return first;
        }
    }
}
