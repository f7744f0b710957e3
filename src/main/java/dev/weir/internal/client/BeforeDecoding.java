package dev.weir.internal.client;

import dev.weir.internal.callback.PassingCallback;
import java.io.IOException;
import java.util.List;
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
 * Sits between the wire and HttpClient's decoding step. A reader that decodes by itself ({@link BlockingAnswer}) gets the
 * body as received, so flow control counts the bytes on the wire. For any other reader HttpClient decodes, and the server
 * may send more when the reader has taken the decoded bytes; otherwise each window would be granted many times over
 * (HttpClient 5.6.4 counts decoded bytes as encoded ones).
 */
final class BeforeDecoding implements AsyncExecChainHandler {

    static final String NAME = "weir-before-decoding";

    @Override
    public void execute(
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
            List<String> codings = Codings.readable(response, details);
            if (details == null || codings.isEmpty()) {
                return super.handleResponse(response, details);
            }
            CodedBody coded = new CodedBody(details, codings);
            AsyncDataConsumer reader = super.handleResponse(response, coded);
            return reader == null || coded.isTaken() ? reader : decoding(response, coded);
        }

        // By now AfterDecoding knows the reader; on the way back, HttpClient wraps the returned consumer in decoders.
        private @Nullable AsyncDataConsumer decoding(HttpResponse response, CodedBody coded)
                throws HttpException, IOException {
            AsyncDataConsumer decoder = super.handleResponse(response, coded.wire());
            return decoder == null ? null : new PacedDecoder(decoder, coded.pace());
        }
    }
}
