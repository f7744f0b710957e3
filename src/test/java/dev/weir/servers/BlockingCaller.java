package dev.weir.servers;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import org.apache.hc.client5.http.config.RequestConfig;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.protocol.HttpClientContext;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.HttpEntity;
import org.apache.hc.core5.http.io.entity.ByteArrayEntity;
import org.apache.hc.core5.http.io.support.ClassicRequestBuilder;

/**
 * Sends by a client whose callers block.
 *
 * @param client the client
 * @param pool what to close besides
 */
record BlockingCaller(CloseableHttpClient client, Runnable pool) implements Client {

    @Override
    public Answer send(Request request) throws IOException {
        HttpClientContext context = HttpClientContext.create();
        if (request.expectsContinue()) {
            context.setRequestConfig(
                    RequestConfig.custom().setExpectContinueEnabled(true).build());
        }
        return client.execute(classic(request), context, BlockingCaller::read);
    }

    private static ClassicHttpRequest classic(Request request) {
        ClassicRequestBuilder builder =
                ClassicRequestBuilder.create(request.method()).setUri(request.uri());
        if (request.hasBody()) {
            builder.setEntity(
                    new ByteArrayEntity(request.body(), ContentType.APPLICATION_OCTET_STREAM, request.isChunked()));
        }
        request.headers().forEach(builder::addHeader);
        return builder.build();
    }

    private static Answer read(ClassicHttpResponse response) throws IOException {
        AnswerReader reader = new AnswerReader(response);
        HttpEntity entity = response.getEntity();
        if (entity != null) {
            read(entity, reader);
        }
        return reader.answer();
    }

    private static void read(HttpEntity entity, AnswerReader reader) throws IOException {
        byte[] buffer = new byte[16_384];
        try (InputStream body = entity.getContent()) {
            for (int n = body.read(buffer); n >= 0; n = body.read(buffer)) {
                reader.body(ByteBuffer.wrap(buffer, 0, n));
            }
        }
        if (entity.getTrailers() != null) {
            reader.trailers(entity.getTrailers().get());
        }
    }

    @Override
    public void close() throws IOException {
        client.close();
        pool.run();
    }
}
