package dev.weir.servers;

import java.io.IOException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.hc.client5.http.config.RequestConfig;
import org.apache.hc.client5.http.impl.async.CloseableHttpAsyncClient;
import org.apache.hc.client5.http.protocol.HttpClientContext;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.nio.AsyncRequestProducer;
import org.apache.hc.core5.http.nio.entity.BasicAsyncEntityProducer;
import org.apache.hc.core5.http.nio.support.AsyncRequestBuilder;

/**
 * Sends by an asynchronous client.
 *
 * @param client the client
 * @param pool what to close besides
 */
record AsyncCaller(CloseableHttpAsyncClient client, Runnable pool) implements Client {

    private static final long PATIENCE_SECONDS = 90;

    @Override
    public Answer send(Kind kind, String base) throws Exception {
        HttpClientContext context = HttpClientContext.create();
        if (kind == Kind.EXPECT_CONTINUE) {
            context.setRequestConfig(
                    RequestConfig.custom().setExpectContinueEnabled(true).build());
        }
        try {
            return client.execute(request(kind, base), new AnswerConsumer(), context, null)
                    .get(PATIENCE_SECONDS, TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            throw e.getCause() instanceof Exception cause ? cause : e;
        } catch (TimeoutException e) {
            throw new IOException("the future is not done after " + PATIENCE_SECONDS + " s", e);
        }
    }

    private static AsyncRequestProducer request(Kind kind, String base) {
        AsyncRequestBuilder request = AsyncRequestBuilder.create(kind.method()).setUri(kind.uri(base));
        if (kind.hasBody()) {
            request.setEntity(new BasicAsyncEntityProducer(
                    Pattern.bytes(kind.length()), ContentType.APPLICATION_OCTET_STREAM, kind.isChunked()));
        }
        for (int i = 0; kind == Kind.LARGE_HEADERS && i < Kind.LARGE_HEADER_LINES; i++) {
            request.addHeader("X-Large-" + i, "h".repeat(Kind.LARGE_HEADER_LENGTH));
        }
        return request.build();
    }

    @Override
    public void close() throws IOException {
        client.close();
        pool.run();
    }
}
