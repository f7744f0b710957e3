package dev.weir.it.upstream;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.hc.client5.http.async.methods.SimpleHttpResponse;
import org.apache.hc.client5.http.async.methods.SimpleRequestBuilder;
import org.apache.hc.client5.http.classic.methods.HttpPost;
import org.apache.hc.client5.http.impl.async.CloseableHttpAsyncClient;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.apache.hc.core5.concurrent.FutureCallback;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.http.io.entity.AbstractHttpEntity;

/** Defects of HttpCore and HttpClient over HTTP/1.1. */
final class Http1Defects {

    private Http1Defects() {}

    static List<Defect> all() {
        return List.of(
                new Defect("Content-Length: +2", Calls.FAILS, Http1Defects::signedLength),
                new Defect("a second response after the first", "200 ok", Http1Defects::leftBytes),
                new Defect("10,000 interim responses", Calls.FAILS, Http1Defects::interimResponses),
                new Defect("a callback that interrupts its thread", "200 ok", Http1Defects::interruptedThread),
                new Defect("a call on a warm connection is canceled", "it closes", Http1Defects::canceledCall),
                new Defect("an Error of an entity", "200 ok", Http1Defects::errorOfEntity),
                new Defect("a proxy redirects CONNECT", Calls.FAILS, Http1Defects::redirectingProxy));
    }

    private static String get(Http1Peer.Script script) throws IOException {
        try (Http1Peer peer = Http1Peer.playing(script);
                CloseableHttpClient client = HttpClients.createDefault()) {
            return Calls.get(client, peer.uri());
        }
    }

    private static String signedLength() throws IOException {
        return get(peer -> {
            peer.request();
            peer.send("HTTP/1.1 200 OK\r\nContent-Length: +2\r\n\r\nok");
            peer.request();
        });
    }

    private static String leftBytes() throws IOException {
        String response = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n";
        try (Http1Peer peer = Http1Peer.playing(connection -> {
                    if (connection.request().contains("/first")) {
                        connection.send(response + "ok" + response + "no");
                    } else {
                        connection.ok("ok");
                    }
                    connection.request();
                    TimeUnit.SECONDS.sleep(1); // does not respond any more
                });
                CloseableHttpClient client = HttpClients.createDefault()) {
            Calls.get(client, peer.uri() + "first");
            return Calls.get(client, peer.uri() + "second");
        }
    }

    private static String interimResponses() throws IOException {
        return get(peer -> {
            peer.request();
            peer.send("HTTP/1.1 103 Early Hints\r\n\r\n".repeat(10_000));
            peer.ok("ok");
            peer.request();
        });
    }

    private static void okEachTime(Http1Peer.Connection connection) throws IOException {
        while (true) {
            connection.request();
            connection.ok("ok");
        }
    }

    private static String interruptedThread() throws Exception {
        try (Http1Peer peer = Http1Peer.playing(Http1Defects::okEachTime);
                CloseableHttpAsyncClient client = Calls.http1()) {
            String end = "200 ok";
            for (int i = 0; i < 10 && end.equals("200 ok"); i++) {
                end = Calls.end(client.execute(SimpleRequestBuilder.get(peer.uri()).build(), new Interrupting()));
                TimeUnit.MILLISECONDS.sleep(100); // the thread selects meanwhile
            }
            return end;
        }
    }

    private static final class Interrupting implements FutureCallback<SimpleHttpResponse> {
        @Override
        public void completed(SimpleHttpResponse response) {
            Thread.currentThread().interrupt();
        }

        @Override
        public void failed(Exception cause) {
            // the caller sees it
        }

        @Override
        public void cancelled() {
            // is not canceled
        }
    }

    private static String canceledCall() throws Exception {
        CountDownLatch arrived = new CountDownLatch(1);
        CompletableFuture<String> seen = new CompletableFuture<>();
        try (Http1Peer peer = Http1Peer.playing(connection -> {
                    connection.request();
                    connection.ok("ok");
                    connection.request();
                    arrived.countDown();
                    connection.socket().setSoTimeout(2_000);
                    try {
                        seen.complete(connection.in().read() < 0 ? "it closes" : "bytes come");
                    } catch (IOException e) {
                        seen.complete("it is open after 2 s");
                    }
                });
                CloseableHttpAsyncClient client = Calls.http1()) {
            Calls.get(client, peer.uri());
            TimeUnit.MILLISECONDS.sleep(500); // the connection goes back to the pool after the end of the call
            Future<SimpleHttpResponse> second = Calls.begin(client, peer.uri());
            arrived.await(10, TimeUnit.SECONDS);
            second.cancel(true);
            return seen.get(10, TimeUnit.SECONDS);
        }
    }

    private static String errorOfEntity() throws IOException {
        try (Http1Peer peer = Http1Peer.playing(Http1Defects::okEachTime);
                CloseableHttpClient client = HttpClients.createDefault()) {
            HttpPost post = new HttpPost(peer.uri());
            post.setEntity(new ThrowingEntity());
            try {
                client.execute(post, response -> null);
            } catch (AssertionError e) {
                // the one of the entity
            }
            return Calls.get(client, peer.uri());
        }
    }

    private static String redirectingProxy() throws IOException {
        try (Http1Peer proxy = Http1Peer.playing(connection -> {
                    int port = connection.socket().getLocalPort();
                    while (true) {
                        if (connection.request().startsWith("CONNECT")) {
                            connection.send("HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1:" + port
                                    + "/\r\nContent-Length: 0\r\n\r\n");
                        } else {
                            connection.ok("of the proxy");
                        }
                    }
                });
                CloseableHttpClient client = HttpClients.custom()
                        .setProxy(new HttpHost("127.0.0.1", proxy.port()))
                        .build()) {
            return Calls.get(client, "https://bank.test/");
        }
    }

    private static final class ThrowingEntity extends AbstractHttpEntity {

        ThrowingEntity() {
            super(ContentType.TEXT_PLAIN, null);
        }

        @Override
        public void writeTo(OutputStream out) {
            throw new AssertionError("on purpose");
        }

        @Override
        public InputStream getContent() {
            return InputStream.nullInputStream();
        }

        @Override
        public boolean isStreaming() {
            return false;
        }

        @Override
        public long getContentLength() {
            return 5;
        }

        @Override
        public void close() {
            // holds nothing
        }
    }
}
