package dev.weir.it.upstream;

import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.hc.client5.http.async.methods.SimpleHttpResponse;
import org.apache.hc.client5.http.async.methods.SimpleRequestBuilder;
import org.apache.hc.client5.http.classic.methods.HttpGet;
import org.apache.hc.client5.http.impl.async.CloseableHttpAsyncClient;
import org.apache.hc.client5.http.impl.async.HttpAsyncClients;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.io.entity.EntityUtils;

/** How calls end, in words. */
final class Calls {

    static final String FAILS = "the call fails";

    private Calls() {}

    static CloseableHttpAsyncClient http2() {
        return started(HttpAsyncClients.createHttp2Minimal());
    }

    static CloseableHttpAsyncClient http1() {
        return started(HttpAsyncClients.createDefault());
    }

    private static CloseableHttpAsyncClient started(CloseableHttpAsyncClient client) {
        client.start();
        return client;
    }

    static Future<SimpleHttpResponse> begin(CloseableHttpAsyncClient client, String uri) {
        return client.execute(SimpleRequestBuilder.get(uri).build(), null);
    }

    static void beginPost(CloseableHttpAsyncClient client, String uri, byte[] body) {
        client.execute(
                SimpleRequestBuilder.post(uri)
                        .setBody(body, ContentType.APPLICATION_OCTET_STREAM)
                        .build(),
                null);
    }

    static String end(Future<SimpleHttpResponse> call) throws InterruptedException {
        try {
            SimpleHttpResponse response = call.get(5, TimeUnit.SECONDS);
            return response.getCode() + " " + response.getBodyText();
        } catch (ExecutionException e) {
            return FAILS;
        } catch (TimeoutException e) {
            return "nothing within 5 s";
        }
    }

    static String get(CloseableHttpAsyncClient client, String uri) throws InterruptedException {
        return end(begin(client, uri));
    }

    static String get(CloseableHttpClient client, String uri) {
        try {
            return client.execute(
                    new HttpGet(uri),
                    response -> response.getCode() + " " + EntityUtils.toString(response.getEntity()));
        } catch (Exception e) {
            return FAILS;
        }
    }
}
