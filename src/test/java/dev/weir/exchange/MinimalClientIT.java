package dev.weir.exchange;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.AsyncHttpPool;
import dev.weir.config.Protocol;
import dev.weir.testpool.PatientPool;
import dev.weir.testserver.Exchange;
import dev.weir.testserver.LoopbackServer;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.hc.client5.http.async.methods.SimpleHttpRequest;
import org.apache.hc.client5.http.async.methods.SimpleHttpResponse;
import org.apache.hc.client5.http.async.methods.SimpleRequestBuilder;
import org.apache.hc.client5.http.impl.async.CloseableHttpAsyncClient;
import org.apache.hc.client5.http.impl.async.HttpAsyncClients;
import org.apache.hc.core5.http.ContentType;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Clients that leave it to the connection to complete the headers of their requests, as {@code createMinimal} does. */
@Timeout(60)
class MinimalClientIT {

    private static final List<String> HEADERS = List.of("Host", "Content-Length", "User-Agent", "Content-Type");

    private AsyncHttpPool pool =
            PatientPool.builder("minimal").protocol(Protocol.HTTP_1_1).buildAsync();

    @AfterEach
    void close() {
        pool.close();
    }

    private static SimpleHttpRequest post(String uri) {
        return SimpleRequestBuilder.post(uri)
                .setBody("abc", ContentType.TEXT_PLAIN)
                .build();
    }

    private static void echo(Exchange exchange) throws IOException {
        String body = exchange.bodyText();
        StringBuilder counts = new StringBuilder(body);
        for (String name : HEADERS) {
            counts.append(' ').append(exchange.headers().all(name).size());
        }
        exchange.ok(counts.toString());
    }

    private static String text(CloseableHttpAsyncClient client, SimpleHttpRequest request) throws Exception {
        SimpleHttpResponse response = client.execute(request, null).get(30, TimeUnit.SECONDS);
        return response.getBodyText();
    }

    private CloseableHttpAsyncClient minimal() {
        CloseableHttpAsyncClient client = HttpAsyncClients.createMinimal(pool.connectionManager());
        client.start();
        return client;
    }

    @Test
    void sendWholeRequestsOverHttp1() throws Exception {
        try (LoopbackServer server =
                        LoopbackServer.http().handler(MinimalClientIT::echo).start();
                CloseableHttpAsyncClient client = minimal()) {
            String uri = server.uri("/").toString();

            assertThat(text(client, SimpleRequestBuilder.get(uri).build())).isEqualTo(" 1 0 1 0");
            assertThat(text(client, post(uri))).isEqualTo("abc 1 1 1 1");
            assertThat(text(client, SimpleRequestBuilder.post(uri).build())).isEqualTo(" 1 1 1 0");
        }
    }
}
