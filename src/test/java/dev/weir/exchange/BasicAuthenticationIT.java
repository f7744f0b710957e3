package dev.weir.exchange;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.HttpPool;
import dev.weir.testpool.PatientPool;
import dev.weir.testserver.Exchange;
import dev.weir.testserver.LoopbackServer;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.hc.client5.http.auth.AuthScope;
import org.apache.hc.client5.http.auth.CredentialsProvider;
import org.apache.hc.client5.http.auth.UsernamePasswordCredentials;
import org.apache.hc.client5.http.config.RequestConfig;
import org.apache.hc.client5.http.impl.auth.BasicCredentialsProvider;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.apache.hc.client5.http.protocol.HttpClientContext;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.http.HttpStatus;
import org.apache.hc.core5.http.io.entity.EntityUtils;
import org.apache.hc.core5.http.io.entity.StringEntity;
import org.apache.hc.core5.http.message.BasicClassicHttpRequest;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is sent is what HttpClient sends, with authentication and without. */
class BasicAuthenticationIT {

    private static final String CREDENTIALS = "Basic dXNlcjpwYXNz"; // user:pass

    private final List<String> seen = new CopyOnWriteArrayList<>();
    private final UsernamePasswordCredentials user = new UsernamePasswordCredentials("user", "pass".toCharArray());

    private LoopbackServer server;
    private HttpHost target;

    @BeforeEach
    void startServer() {
        server = LoopbackServer.http().handler(this::answer).start();
        target = new HttpHost("http", server.address(), server.port());
    }

    @AfterEach
    void stopServer() {
        server.close();
    }

    private void answer(Exchange exchange) throws IOException {
        String body = exchange.bodyText();
        StringBuilder head = new StringBuilder(exchange.method() + " " + exchange.target());
        exchange.headers()
                .forEach((name, value) ->
                        head.append('\n').append(name).append(": ").append(value));
        seen.add(head + "\n" + body);
        boolean isGuarded = exchange.target().startsWith("/guarded");
        boolean isAllowed = exchange.headers().first("Authorization").equals(Optional.of(CREDENTIALS));
        if (isGuarded && !isAllowed) {
            exchange.respond(401, "no".getBytes(UTF_8), "WWW-Authenticate", "Basic realm=\"test\"");
        } else {
            exchange.respond(200, "yes".getBytes(UTF_8));
        }
    }

    private int send(CloseableHttpClient client, ClassicHttpRequest request, HttpClientContext context)
            throws IOException {
        return client.execute(target, request, context, response -> {
            EntityUtils.consume(response.getEntity());
            return response.getCode();
        });
    }

    private HttpPool pool(CredentialsProvider credentials) {
        return PatientPool.builder("test")
                .customizeClient(client -> client.setDefaultCredentialsProvider(credentials))
                .build();
    }

    private BasicCredentialsProvider known() {
        BasicCredentialsProvider credentials = new BasicCredentialsProvider();
        credentials.setCredentials(new AuthScope(target), user);
        return credentials;
    }

    private static ClassicHttpRequest request(String method, String path) {
        ClassicHttpRequest request = new BasicClassicHttpRequest(method, path);
        if (method.equals("POST")) {
            request.setEntity(new StringEntity("sent", ContentType.TEXT_PLAIN));
        }
        return request;
    }

    @ParameterizedTest
    @ValueSource(strings = {"GET", "POST", "HEAD", "OPTIONS", "TRACE"})
    void sendsWhatHttpClientSends(String method) throws IOException {
        try (HttpPool pool = PatientPool.builder("test").build();
                CloseableHttpClient plain = HttpClients.custom()
                        .disableCookieManagement()
                        .setDefaultRequestConfig(RequestConfig.custom()
                                .setProtocolUpgradeEnabled(false)
                                .build())
                        .build()) {
            for (String path : List.of("/", "/a/b?c=d&e", "/a%20b//c", "*", "")) {
                send(plain, request(method, path), HttpClientContext.create());
                send(pool.client(), request(method, path), HttpClientContext.create());
            }
        }

        assertThat(seen).hasSize(10);
        for (int i = 0; i < seen.size(); i += 2) {
            assertThat(seen.get(i + 1)).isEqualTo(seen.get(i));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"GET", "POST"})
    void answersAChallengeOnTheSameConnection(String method) throws IOException {
        try (HttpPool pool = pool(known())) {
            int status = send(pool.client(), request(method, "/guarded"), HttpClientContext.create());

            assertThat(status).isEqualTo(HttpStatus.SC_OK);
            assertThat(seen).hasSize(2);
            assertThat(seen.get(0)).doesNotContain("Authorization");
            assertThat(seen.get(1)).contains("Authorization: " + CREDENTIALS);
            assertThat(server.accepted()).isEqualTo(1);
            assertThat(pool.snapshot().leased()).isZero();
        }
    }

    @Test
    void handsOutTrailers() throws IOException {
        server.handler(BasicAuthenticationIT::answerWithTrailers);
        try (HttpPool pool = PatientPool.builder("test").build()) {
            assertThat(trailersOf(pool.client())).isEqualTo("[Digest: abc]");
        }
    }

    private static void answerWithTrailers(Exchange exchange) throws IOException {
        exchange.body();
        String chunks = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nyes\r\n0\r\nDigest: abc\r\n\r\n";
        exchange.output().write(chunks.getBytes(US_ASCII));
        exchange.output().flush();
    }

    private String trailersOf(CloseableHttpClient client) throws IOException {
        return client.execute(target, request("GET", "/"), response -> {
            EntityUtils.consume(response.getEntity());
            return response.getEntity().getTrailers().get().toString();
        });
    }
}
