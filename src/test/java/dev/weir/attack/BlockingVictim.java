package dev.weir.attack;

import java.io.Closeable;
import java.io.IOException;
import java.util.Arrays;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.ParseException;
import org.apache.hc.core5.http.io.entity.EntityUtils;
import org.apache.hc.core5.http.io.support.ClassicRequestBuilder;

/** A client whose callers block. */
record BlockingVictim(CloseableHttpClient client, Closeable pool) implements Victim {

    @Override
    public Reply send(Call call) throws IOException {
        return client.execute(request(call), call.context(), BlockingVictim::reply);
    }

    private static ClassicHttpRequest request(Call call) {
        ClassicRequestBuilder request =
                ClassicRequestBuilder.create(call.method()).setUri(call.uri());
        call.headers().forEach(request::addHeader);
        return call.body().isEmpty()
                ? request.build()
                : request.setEntity(call.body()).build();
    }

    private static Reply reply(ClassicHttpResponse response) throws IOException, ParseException {
        String body = response.getEntity() == null ? "" : EntityUtils.toString(response.getEntity());
        return new Reply(
                response.getCode(),
                Arrays.stream(response.getHeaders()).map(Header::toString).toList(),
                body);
    }

    @Override
    public void close() throws IOException {
        client.close();
        pool.close();
    }
}
