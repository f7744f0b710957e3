package dev.weir.attack;

import java.io.Closeable;
import java.io.IOException;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import org.apache.hc.client5.http.async.methods.SimpleHttpResponse;
import org.apache.hc.client5.http.async.methods.SimpleRequestBuilder;
import org.apache.hc.client5.http.impl.async.CloseableHttpAsyncClient;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.Header;

/** A client whose callers do not block, but wait here for their responses. */
record AsyncVictim(CloseableHttpAsyncClient client, Closeable pool) implements Victim {

    private static final long PATIENCE_SECONDS = 20;

    @Override
    public Reply send(Call call) throws Exception {
        SimpleRequestBuilder request =
                SimpleRequestBuilder.create(call.method()).setUri(call.uri());
        call.headers().forEach(request::addHeader);
        if (!call.body().isEmpty()) {
            request.setBody(call.body(), ContentType.TEXT_PLAIN);
        }
        return reply(client.execute(request.build(), call.context(), null).get(PATIENCE_SECONDS, TimeUnit.SECONDS));
    }

    private static Reply reply(SimpleHttpResponse response) {
        String body = response.getBodyText();
        return new Reply(
                response.getCode(),
                Arrays.stream(response.getHeaders()).map(Header::toString).toList(),
                body == null ? "" : body);
    }

    @Override
    public void close() throws IOException {
        client.close();
        pool.close();
    }
}
