package dev.weir.reuse;

import static dev.weir.testpool.ClientCalls.assertAtRest;
import static dev.weir.testpool.ClientCalls.get;
import static dev.weir.testpool.ClientCalls.post;
import static dev.weir.testpool.ClientCalls.send;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.HttpPool;
import dev.weir.HttpPoolBuilder;
import dev.weir.config.ReusePolicy;
import dev.weir.event.CloseCause;
import dev.weir.testpool.PatientPool;
import dev.weir.testpool.PoolBooks;
import dev.weir.testserver.HttpProxyServer;
import dev.weir.testserver.LoopbackServer;
import dev.weir.testserver.TestCertificates;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URI;
import java.util.Map;
import java.util.StringJoiner;
import org.apache.hc.client5.http.auth.AuthScope;
import org.apache.hc.client5.http.auth.UsernamePasswordCredentials;
import org.apache.hc.client5.http.classic.methods.HttpDelete;
import org.apache.hc.client5.http.classic.methods.HttpGet;
import org.apache.hc.client5.http.classic.methods.HttpPost;
import org.apache.hc.client5.http.classic.methods.HttpPut;
import org.apache.hc.client5.http.impl.auth.BasicCredentialsProvider;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.io.entity.InputStreamEntity;
import org.apache.hc.core5.http.io.entity.StringEntity;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Which requests use which connections. */
class ReuseIT {

    private static final TestCertificates CERTIFICATES = TestCertificates.trusted();

    enum Kind {
        GET,
        DELETE,
        PUT,
        PUT_ONCE,
        POST,
        POST_EMPTY,
        POST_WITH_KEY,
        POST_ONCE_WITH_KEY;

        ClassicHttpRequest to(URI uri) {
            return switch (this) {
                case GET -> new HttpGet(uri);
                case DELETE -> new HttpDelete(uri);
                case PUT -> put(uri, false);
                case PUT_ONCE -> put(uri, true);
                case POST -> post(uri, "order");
                case POST_EMPTY -> new HttpPost(uri);
                case POST_WITH_KEY -> withKey(post(uri, "order"));
                case POST_ONCE_WITH_KEY -> withKey(once(uri));
            };
        }

        private static ClassicHttpRequest put(URI uri, boolean once) {
            HttpPut put = new HttpPut(uri);
            put.setEntity(once ? unrepeatable() : new StringEntity("order"));
            return put;
        }

        private static HttpPost once(URI uri) {
            HttpPost post = new HttpPost(uri);
            post.setEntity(unrepeatable());
            return post;
        }

        private static InputStreamEntity unrepeatable() {
            return new InputStreamEntity(new ByteArrayInputStream("order".getBytes(UTF_8)), 5, ContentType.TEXT_PLAIN);
        }

        private static HttpPost withKey(HttpPost post) {
            post.addHeader("Idempotency-Key", "7");
            return post;
        }
    }

    private LoopbackServer server;

    @BeforeEach
    void startServer() {
        server = LoopbackServer.http().handler(exchange -> exchange.ok("ok")).start();
    }

    @AfterEach
    void stopServer() {
        server.close();
    }

    private static HttpPoolBuilder builder(ReusePolicy policy) {
        return PatientPool.builder("test").reuse(policy);
    }

    @ParameterizedTest
    @CsvSource({
        "NEVER, GET DELETE PUT PUT_ONCE POST POST_EMPTY POST_WITH_KEY POST_ONCE_WITH_KEY",
        "SAFE, PUT_ONCE POST POST_EMPTY POST_ONCE_WITH_KEY",
        "AGGRESSIVE, PUT_ONCE POST POST_EMPTY POST_ONCE_WITH_KEY",
        "ALWAYS, ''"
    })
    void someNeedAnotherThanAConnectionThatWasUsedOnce(ReusePolicy policy, String needNew) throws IOException {
        assertThat(onNewConnectionsAfter(1, policy)).isEqualTo(needNew);
    }

    @ParameterizedTest
    @CsvSource({
        "NEVER, GET DELETE PUT PUT_ONCE POST POST_EMPTY POST_WITH_KEY POST_ONCE_WITH_KEY",
        "SAFE, PUT_ONCE POST POST_EMPTY POST_ONCE_WITH_KEY",
        "AGGRESSIVE, ''",
        "ALWAYS, ''"
    })
    void fewerNeedAnotherThanAConnectionThatWasReused(ReusePolicy policy, String needNew) throws IOException {
        assertThat(onNewConnectionsAfter(2, policy)).isEqualTo(needNew);
    }

    private String onNewConnectionsAfter(int uses, ReusePolicy policy) throws IOException {
        StringJoiner kinds = new StringJoiner(" ");
        for (Kind kind : Kind.values()) {
            if (isOnNewConnectionAfter(uses, policy, kind)) {
                kinds.add(kind.name());
            }
        }
        return kinds.toString();
    }

    private boolean isOnNewConnectionAfter(int uses, ReusePolicy policy, Kind kind) throws IOException {
        try (HttpPool pool = builder(policy).build()) {
            for (int i = 0; i < uses; i++) {
                get(pool.client(), server.uri("/"));
            }
            int before = server.accepted();
            assertThat(send(pool.client(), kind.to(server.uri("/")))).isEqualTo("200 ok");
            assertAtRest(pool);
            return server.accepted() > before;
        }
    }

    @ParameterizedTest
    @CsvSource({"NEVER, 3", "SAFE, 2", "AGGRESSIVE, 2", "ALWAYS, 1"})
    void throughATunnel(ReusePolicy policy, int tunnels) throws IOException {
        try (LoopbackServer target = LoopbackServer.https(CERTIFICATES)
                        .handler(exchange -> exchange.ok("ok"))
                        .start();
                HttpProxyServer proxy = HttpProxyServer.start("ann", "secret");
                HttpPool pool = builder(policy)
                        .sslContext(CERTIFICATES.clientContext())
                        .proxy(proxy.origin())
                        .proxyCredentials("ann", "secret".toCharArray())
                        .build()) {
            URI uri = URI.create("https://recs.weir.test:" + target.port() + "/");

            get(pool.client(), uri);
            send(pool.client(), post(uri, "order"));
            get(pool.client(), uri);

            assertThat(target.accepted()).isEqualTo(tunnels);
            assertThat(proxy.log().connects()).isEqualTo(tunnels);
            assertAtRest(pool);
        }
    }

    @Test
    void neverHoldsUnderAClientOfTheUsersOwn() throws IOException {
        try (HttpPool pool = builder(ReusePolicy.NEVER).build();
                CloseableHttpClient client = HttpClients.custom()
                        .setConnectionManager(pool.connectionManager())
                        .build()) {
            get(client, server.uri("/"));
            get(client, server.uri("/"));

            assertThat(server.accepted()).isEqualTo(2);
            assertAtRest(pool);
        }
    }

    @Test
    void aFullRouteGivesUpAnIdleConnectionForOneThatMayBeUsed() throws IOException {
        try (HttpPool pool = builder(ReusePolicy.SAFE).maxPerRoute(1).build()) {
            get(pool.client(), server.uri("/"));
            send(pool.client(), post(server.uri("/"), "order"));

            assertThat(PoolBooks.causes(pool)).containsExactly(Map.entry(CloseCause.EVICTED_FOR_ROUTE, 1L));
            assertAtRest(pool);
        }
    }

    @ParameterizedTest
    @CsvSource({"303, SAFE, 1", "307, SAFE, 2", "303, AGGRESSIVE, 1", "307, AGGRESSIVE, 2", "307, ALWAYS, 1"})
    void eachHopOfARedirectIsJudgedByItself(int status, ReusePolicy policy, int connections) throws IOException {
        server.handler(exchange -> {
            if (exchange.target().equals("/there")) {
                exchange.ok("there");
            } else {
                exchange.respond(status, new byte[0], "Location", "/there");
            }
        });
        try (HttpPool pool = builder(policy).build()) {
            assertThat(send(pool.client(), post(server.uri("/"), "order"))).isEqualTo("200 there");

            assertThat(server.accepted()).isEqualTo(connections);
            assertAtRest(pool);
        }
    }

    @ParameterizedTest
    @EnumSource(ReusePolicy.class)
    void theRoundsOfAnAuthenticationShareTheConnectionThatTheCallHolds(ReusePolicy policy) throws IOException {
        server.handler(exchange -> {
            if (exchange.headers().has("Authorization")) {
                exchange.ok("ok");
            } else {
                exchange.respond(401, "who?".getBytes(UTF_8), "WWW-Authenticate", "Basic realm=\"shop\"");
            }
        });
        BasicCredentialsProvider ann = new BasicCredentialsProvider();
        ann.setCredentials(new AuthScope(null, -1), new UsernamePasswordCredentials("ann", "secret".toCharArray()));
        try (HttpPool pool = builder(policy)
                .customizeClient(client -> client.setDefaultCredentialsProvider(ann))
                .build()) {
            assertThat(send(pool.client(), post(server.uri("/"), "order"))).isEqualTo("200 ok");

            assertThat(server.accepted()).isEqualTo(1);
            assertAtRest(pool);
        }
    }

    @Test
    void aReconfiguredPolicyHoldsFromTheNextRequestOn() throws IOException {
        try (HttpPool pool = builder(ReusePolicy.ALWAYS).build()) {
            get(pool.client(), server.uri("/"));

            pool.reconfigure(pool.config().toBuilder().reuse(ReusePolicy.SAFE).build());
            send(pool.client(), post(server.uri("/"), "order"));
            int afterSafe = server.accepted();
            pool.reconfigure(pool.config().toBuilder().reuse(ReusePolicy.NEVER).build());

            assertThat(afterSafe).isEqualTo(2);
            assertThat(pool.snapshot().idle()).isZero();
            assertThat(PoolBooks.causes(pool)).containsExactly(Map.entry(CloseCause.MAX_REQUESTS, 2L));
        }
    }
}
