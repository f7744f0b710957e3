package dev.weir.exchange;

import static dev.weir.testpool.ClientCalls.get;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.weir.AsyncHttpPool;
import dev.weir.HttpPool;
import dev.weir.HttpPoolBuilder;
import dev.weir.config.Protocol;
import dev.weir.testpool.PatientPool;
import dev.weir.testserver.Exchange;
import dev.weir.testserver.LoopbackServer;
import dev.weir.testserver.TestCertificates;
import java.io.IOException;
import java.net.Socket;
import java.net.SocketOption;
import java.net.StandardSocketOptions;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hc.client5.http.async.methods.SimpleHttpRequest;
import org.apache.hc.client5.http.async.methods.SimpleHttpResponse;
import org.apache.hc.client5.http.async.methods.SimpleRequestBuilder;
import org.apache.hc.client5.http.impl.async.CloseableHttpAsyncClient;
import org.apache.hc.client5.http.impl.async.HttpAsyncClients;
import org.apache.hc.client5.http.impl.io.BasicHttpClientConnectionManager;
import org.apache.hc.client5.http.ssl.DefaultClientTlsStrategy;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.io.SocketConfig;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What users bring themselves. */
class CustomizedClientIT {

    private LoopbackServer server;

    @BeforeEach
    void startServer() {
        server = LoopbackServer.http()
                .handler(exchange ->
                        exchange.ok(exchange.headers().first("User-Agent").orElse("none")))
                .start();
    }

    @AfterEach
    void stopServer() {
        server.close();
    }

    private String agentSeen(HttpPool pool) throws IOException {
        return get(pool.client(), server.uri("/"));
    }

    @Nested
    class Customizers {

        @Test
        void runInOrderAndLast() throws IOException {
            List<String> order = new CopyOnWriteArrayList<>();
            try (HttpPool pool = PatientPool.builder("test")
                    .customizeClient(client -> {
                        order.add("one");
                        client.setUserAgent("shop/1").disableRedirectHandling();
                    })
                    .customizeClient(client -> {
                        order.add("two");
                        client.setUserAgent("shop/2");
                    })
                    .build()) {
                assertThat(agentSeen(pool)).isEqualTo("200 shop/2");
                assertThat(order).containsExactly("one", "two");
                server.handler(exchange -> exchange.respond(302, new byte[0], "Location", "/there"));
                assertThat(get(pool.client(), server.uri("/"))).isEqualTo("302 ");
            }
        }

        @Test
        void runAgainWhenThePoolChanges() throws IOException {
            AtomicInteger runs = new AtomicInteger();
            try (HttpPool pool = PatientPool.builder("test")
                    .customizeClient(client -> client.setUserAgent("shop/" + runs.incrementAndGet()))
                    .build()) {
                assertThat(agentSeen(pool)).isEqualTo("200 shop/1");
                pool.reconfigure(pool.config().toBuilder().maxTotal(30).build());
                assertThat(agentSeen(pool)).isEqualTo("200 shop/2");
            }
        }
    }

    @Nested
    class Managers {

        @Test
        void areThoseOfThePool() throws IOException {
            try (BasicHttpClientConnectionManager own = new BasicHttpClientConnectionManager()) {
                HttpPoolBuilder builder =
                        PatientPool.builder("shop").customizeClient(client -> client.setConnectionManager(own));

                assertThatIllegalArgumentException()
                        .isThrownBy(builder::build)
                        .withMessageStartingWith("customizeClient must leave the connection manager to pool 'shop', but"
                                + " calls setConnectionManager(BasicHttpClientConnectionManager)");
            }
        }

        @Test
        void stayWhenThePoolChanges() throws IOException {
            AtomicBoolean isReplaced = new AtomicBoolean();
            try (HttpPool pool = PatientPool.builder("test")
                    .customizeClient(client -> {
                        if (isReplaced.get()) {
                            client.setConnectionManager(null);
                        }
                    })
                    .build()) {
                isReplaced.set(true);

                assertThatIllegalArgumentException()
                        .isThrownBy(() -> pool.reconfigure(
                                pool.config().toBuilder().maxTotal(30).build()));
                assertThat(agentSeen(pool)).startsWith("200 ");
            }
        }
    }

    @Nested
    class Sockets {

        private final List<Socket> made = new CopyOnWriteArrayList<>();

        private static <T> T option(Socket socket, SocketOption<T> name) throws IOException {
            return socket.getOption(name);
        }

        @Test
        void haveTheOptionsThatWereAskedFor() throws IOException {
            TestCertificates trusted = TestCertificates.trusted();
            DefaultClientTlsStrategy real = new DefaultClientTlsStrategy(trusted.clientContext());
            try (LoopbackServer secure = LoopbackServer.https(trusted).start();
                    HttpPool pool = PatientPool.builder("test")
                            .tlsStrategy((socket, target, port, attachment, context) -> {
                                made.add(socket);
                                return real.upgrade(socket, target, port, attachment, context);
                            })
                            .socketConfig(SocketConfig.custom()
                                    .setTcpNoDelay(false)
                                    .setSoKeepAlive(false)
                                    .setSoReuseAddress(true)
                                    .setSoLinger(2_500, TimeUnit.MILLISECONDS)
                                    .setRcvBufSize(20_000)
                                    .setSndBufSize(30_000)
                                    .build())
                            .build()) {
                get(pool.client(), secure.uri("/"));
                Socket socket = made.get(0);

                assertThat(option(socket, StandardSocketOptions.TCP_NODELAY)).isFalse();
                assertThat(option(socket, StandardSocketOptions.SO_KEEPALIVE)).isFalse();
                assertThat(option(socket, StandardSocketOptions.SO_REUSEADDR)).isTrue();
                assertThat(option(socket, StandardSocketOptions.SO_LINGER)).isEqualTo(3);
                assertThat(option(socket, StandardSocketOptions.SO_RCVBUF)).isBetween(20_000, 60_000);
                assertThat(option(socket, StandardSocketOptions.SO_SNDBUF)).isBetween(30_000, 90_000);
            }
        }
    }

    /** Clients that leave it to the connection to complete the headers of their requests, as {@code createMinimal} does. */
    @Timeout(60)
    @Nested
    class MinimalClient {
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
                            LoopbackServer.http().handler(MinimalClient::echo).start();
                    CloseableHttpAsyncClient client = minimal()) {
                String uri = server.uri("/").toString();

                assertThat(text(client, SimpleRequestBuilder.get(uri).build())).isEqualTo(" 1 0 1 0");
                assertThat(text(client, post(uri))).isEqualTo("abc 1 1 1 1");
                assertThat(text(client, SimpleRequestBuilder.post(uri).build())).isEqualTo(" 1 1 1 0");
            }
        }
    }
}
