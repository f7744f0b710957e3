package dev.weir.it.gradle;

import com.sun.net.httpserver.HttpServer;
import dev.weir.HttpPool;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import org.apache.hc.client5.http.classic.methods.HttpGet;
import org.apache.hc.core5.http.io.entity.EntityUtils;

/** Gets two responses through a pool, over one connection; ends with a failure if it does not. */
final class FetchTwice {

    private static final byte[] HELLO = "hello".getBytes(StandardCharsets.US_ASCII);

    private FetchTwice() {}

    public static void main(String[] args) throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            exchange.sendResponseHeaders(200, HELLO.length);
            exchange.getResponseBody().write(HELLO);
            exchange.close();
        });
        server.start();
        try (HttpPool pool = HttpPool.builder("release").build()) {
            String uri = "http://127.0.0.1:" + server.getAddress().getPort() + "/";
            for (int i = 0; i < 2; i++) {
                String text = pool.client().execute(new HttpGet(uri), response -> EntityUtils.toString(response.getEntity()));
                check("hello".equals(text), text);
            }
            check(pool.snapshot().idle() == 1, pool.snapshot().toString());
        } finally {
            server.stop(0);
        }
    }

    private static void check(boolean isRight, String seen) {
        if (!isRight) {
            throw new IllegalStateException(seen);
        }
    }
}
