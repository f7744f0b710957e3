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
    public Answer send(Request request) throws Exception {
        HttpClientContext context = HttpClientContext.create();
        if (request.expectsContinue()) {
            context.setRequestConfig(
                    RequestConfig.custom().setExpectContinueEnabled(true).build());
        }
        try {
            return client.execute(producer(request), new AnswerConsumer(), context, null)
                    .get(PATIENCE_SECONDS, TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            throw e.getCause() instanceof Exception cause ? cause : e;
        } catch (TimeoutException e) {
            throw new IOException("the future is not done after " + PATIENCE_SECONDS + " s", e);
        }
    }

    private static AsyncRequestProducer producer(Request request) {
        AsyncRequestBuilder builder =
                AsyncRequestBuilder.create(request.method()).setUri(request.uri());
        if (request.hasBody()) {
            builder.setEntity(new BasicAsyncEntityProducer(
                    request.body(), ContentType.APPLICATION_OCTET_STREAM, request.isChunked()));
        }
        request.headers().forEach(builder::addHeader);
        return builder.build();
    }

    @Override
    public void close() throws IOException {
        client.close();
        pool.run();
    }
}
