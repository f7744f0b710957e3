package dev.weir.bench;

import static java.time.Duration.ofSeconds;

import dev.weir.AsyncHttpPool;
import dev.weir.HttpPool;
import dev.weir.HttpPoolBuilder;
import dev.weir.config.PoolConfig;
import dev.weir.config.Protocol;
import java.io.Closeable;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.security.GeneralSecurityException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import okhttp3.ConnectionPool;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.Response;
import org.apache.hc.client5.http.async.methods.SimpleHttpRequest;
import org.apache.hc.client5.http.classic.methods.HttpGet;
import org.apache.hc.client5.http.classic.methods.HttpPost;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManagerBuilder;
import org.apache.hc.client5.http.ssl.DefaultClientTlsStrategy;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.io.entity.EntityUtils;
import org.apache.hc.core5.http.io.entity.StringEntity;

/**
 * A client of one server. Each has an SSL context of its own, and resumes no other's session.
 *
 * @param get sends a {@code GET} and reads its response to the end
 * @param http the client of HttpClient 5, for benchmarks that do more
 * @param owner is closed at the end
 */
record Client(Get get, CloseableHttpClient http, Closeable owner) implements Closeable {

    /** More callers than any benchmark has, none of which is to be refused. */
    private static final int MOST_CALLERS = 100_000;

    @FunctionalInterface
    interface Get {
        void from(URI uri) throws Exception;
    }

    private static Client of(CloseableHttpClient http, Closeable owner) {
        return new Client(uri -> send(http, new HttpGet(uri)), http, owner);
    }

    private static void send(CloseableHttpClient http, ClassicHttpRequest request) throws IOException {
        http.execute(request, response -> EntityUtils.toByteArray(response.getEntity()));
    }

    /** Sends a request that no client may send again. */
    void post(URI uri) throws IOException {
        HttpPost order = new HttpPost(uri);
        order.setEntity(new StringEntity("order"));
        send(http, order);
    }

    /** The blocking client of a pool, over HTTP/1.1. */
    static Client pooled(String certificate, UnaryOperator<HttpPoolBuilder> settings) throws Exception {
        HttpPool pool = settings.apply(builder(certificate)).build();
        return of(pool.client(), pool::close);
    }

    /** The blocking client of an asynchronous pool. */
    static Client multiplexed(String certificate, UnaryOperator<HttpPoolBuilder> settings) throws Exception {
        AsyncHttpPool pool =
                settings.apply(builder(certificate)).protocol(Protocol.HTTP_2).buildAsync();
        return of(pool.blockingClient(), pool::close);
    }

    static AsyncHttpPool async(String certificate, Protocol protocol) throws Exception {
        return builder(certificate).protocol(protocol).buildAsync();
    }

    /** Plain HttpClient 5, tuned by hand to the same limits and times. */
    static Client plain(String certificate, int connections) throws Exception {
        PoolConfig like;
        try (HttpPool pool = builder(certificate)
                .maxTotal(connections)
                .maxPerRoute(connections)
                .build()) {
            like = pool.config();
        }
        CloseableHttpClient client = PlainClient.tuned(like, new DefaultClientTlsStrategy(Server.context(certificate)));
        return of(client, client);
    }

    /** Plain HttpClient 5 as it comes. */
    static Client untuned(String certificate) throws GeneralSecurityException, IOException {
        CloseableHttpClient client = HttpClients.custom()
                .setConnectionManager(PoolingHttpClientConnectionManagerBuilder.create()
                        .setTlsSocketStrategy(new DefaultClientTlsStrategy(Server.context(certificate)))
                        .build())
                .build();
        return of(client, client);
    }

    /** A client by its name in a table, with room for so many connections. */
    static Client named(String name, Server server, int connections) throws Exception {
        String certificate = server.certificate();
        UnaryOperator<HttpPoolBuilder> limits =
                b -> b.maxTotal(connections).maxPerRoute(connections).maxIdlePerRoute(connections);
        return switch (name) {
            case "plain HttpClient 5" -> plain(certificate, connections);
            case "Weir" -> pooled(certificate, limits);
            case "Weir HTTP/2" -> multiplexed(certificate, limits);
            case "Weir async" -> async(certificate, connections, Protocol.HTTP_1_1);
            case "Weir async HTTP/2" -> async(certificate, connections, Protocol.HTTP_2);
            case "OkHttp", "OkHttp HTTP/2" -> okHttp(name.endsWith("HTTP/2"), certificate, connections);
            case "JDK" -> jdk(certificate);
            default -> throw new IllegalArgumentException("client: " + name);
        };
    }

    private static Client async(String certificate, int connections, Protocol protocol) throws Exception {
        AsyncHttpPool pool = builder(certificate)
                .maxTotal(connections)
                .maxPerRoute(connections)
                .protocol(protocol)
                .buildAsync();
        return new Client(
                uri -> pool.client()
                        .execute(SimpleHttpRequest.create("GET", uri), null)
                        .get(),
                pool.blockingClient(),
                pool::close);
    }

    private static Client okHttp(boolean http2, String certificate, int connections) throws Exception {
        ConnectionPool pool = new ConnectionPool(connections, 30, TimeUnit.SECONDS);
        OkHttpClient client = new OkHttpClient.Builder()
                .connectionPool(pool)
                .protocols(
                        http2
                                ? List.of(okhttp3.Protocol.HTTP_2, okhttp3.Protocol.HTTP_1_1)
                                : List.of(okhttp3.Protocol.HTTP_1_1))
                .sslSocketFactory(Server.context(certificate).getSocketFactory(), Server.trustManager(certificate))
                .readTimeout(ofSeconds(40))
                .build();
        Get get = uri -> {
            Request request = new Request.Builder().url(uri.toURL()).build();
            try (Response response = client.newCall(request).execute()) {
                response.body().bytes();
            }
        };
        return new Client(get, HttpClients.createMinimal(), pool::evictAll);
    }

    /** Has no limit to its connections: as many as there are callers. It ends when it is collected. */
    private static Client jdk(String certificate) throws Exception {
        var client = java.net.http.HttpClient.newBuilder()
                .version(java.net.http.HttpClient.Version.HTTP_1_1)
                .sslContext(Server.context(certificate))
                .build();
        Get get = uri ->
                client.send(HttpRequest.newBuilder(uri).timeout(ofSeconds(40)).build(), BodyHandlers.ofByteArray());
        return new Client(get, HttpClients.createMinimal(), () -> {});
    }

    // Hundreds of callers that begin at once on a busy machine wait long, for connections and for handshakes.
    private static HttpPoolBuilder builder(String certificate) throws GeneralSecurityException, IOException {
        return HttpPool.builder("bench")
                .maxPending(MOST_CALLERS)
                .sslContext(Server.context(certificate))
                .timeouts(t -> t.poolWait(ofSeconds(20))
                        .connect(ofSeconds(30))
                        .read(ofSeconds(40))
                        .total(ofSeconds(90)));
    }

    @Override
    public void close() throws IOException {
        owner.close();
    }
}
