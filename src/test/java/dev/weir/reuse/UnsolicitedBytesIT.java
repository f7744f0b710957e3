package dev.weir.reuse;

import static dev.weir.testpool.ClientCalls.get;
import static dev.weir.testpool.ClientCalls.send;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.HttpPool;
import dev.weir.HttpPoolBuilder;
import dev.weir.PoolTime;
import dev.weir.event.CloseCause;
import dev.weir.testpool.PatientPool;
import dev.weir.testpool.PoolBooks;
import dev.weir.testpool.PoolCall;
import dev.weir.testpool.PoolClock;
import dev.weir.testpool.PoolFetch;
import dev.weir.testserver.Exchange;
import dev.weir.testserver.LoopbackServer;
import dev.weir.testserver.TestCertificates;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.apache.hc.client5.http.impl.io.ManagedHttpClientConnectionFactory;
import org.apache.hc.core5.http.io.support.ClassicRequestBuilder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a server sends that no request asked for is no caller's answer. */
class UnsolicitedBytesIT {

    private static final TestCertificates CERTIFICATES = TestCertificates.trusted();
    private static final String EVIL = "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nEVIL";

    // Stands still: each lease falls into the first millisecond of a rest.
    private final PoolClock clock = new PoolClock();
    private LoopbackServer server = LoopbackServer.http().start();

    @AfterEach
    void stopServer() {
        server.close();
    }

    private void serve(boolean tls) {
        if (tls) {
            server.close();
            server = LoopbackServer.https(CERTIFICATES).start();
        }
    }

    private HttpPoolBuilder pool() {
        return PatientPool.builder("test", clock).sslContext(CERTIFICATES.clientContext());
    }

    /** Answers the first request with these bytes, in one segment, and the others with their path. */
    private void answerFirst(String response) {
        server.handler(exchange -> {
            if (exchange.target().equals("/first")) {
                write(exchange, response);
            } else {
                exchange.ok(exchange.target());
            }
        });
    }

    private static void write(Exchange exchange, String bytes) throws IOException {
        exchange.output().write(bytes.getBytes(StandardCharsets.ISO_8859_1));
    }

    private URI at(String path) {
        return server.uri(path);
    }

    private void assertOthersGetTheirOwn(CloseableHttpClient client) throws IOException {
        for (int i = 2; i < 5; i++) {
            assertThat(get(client, at("/" + i))).isEqualTo("200 /" + i);
        }
    }

    private void assertClosedAs(HttpPool pool, CloseCause cause) {
        PoolBooks.atRest(pool);
        assertThat(PoolBooks.causes(pool)).containsOnlyKeys(cause).containsEntry(cause, 1L);
        assertThat(server.accepted()).isEqualTo(2);
    }

    @ParameterizedTest
    @CsvSource(textBlock = """
            Content-Length: 2~~ok,                                      200 ok
            Transfer-Encoding: chunked~~2~ok~0~~,                       200 ok
            Transfer-Encoding: chunked~~2;x=y~ok~0~Trailer: t~~,        200 ok
            Content-Length: 2~~ok~,                                     200 ok
            Content-Length: 2~~okgarbage~,                              200 ok
            Content-Length: 0~~,                                        '200 '
            """)
    void afterAResponseInOneSegmentEndTheConnection(String first, String expected) throws IOException {
        for (boolean tls : new boolean[] {false, true}) {
            stopServer();
            server = tls
                    ? LoopbackServer.https(CERTIFICATES).start()
                    : LoopbackServer.http().start();
            answerFirst("HTTP/1.1 200 OK\r\n" + first.replace("~", "\r\n") + EVIL);
            try (HttpPool pool = pool().build()) {
                assertThat(get(pool.client(), at("/first"))).isEqualTo(expected);

                assertOthersGetTheirOwn(pool.client());
                assertClosedAs(pool, CloseCause.UNSOLICITED_BYTES);
            }
        }
    }

    @ParameterizedTest
    @CsvSource({
        "HEAD, HTTP/1.1 200 OK~Content-Length: 43~~, 200",
        "HEAD, HTTP/1.1 200 OK~Transfer-Encoding: chunked~~, 200",
        "GET, HTTP/1.1 304 Not Modified~~, 304",
        "GET, HTTP/1.1 204 No Content~~, 204",
        "GET, HTTP/1.1 205 Reset Content~Content-Length: 0~~, 205"
    })
    void afterAHeadWithoutABodyEndTheConnection(String method, String head, int status) throws IOException {
        answerFirst(head.replace("~", "\r\n") + EVIL);
        try (HttpPool pool = pool().build()) {
            assertThat(send(
                            pool.client(),
                            ClassicRequestBuilder.create(method)
                                    .setUri(at("/first"))
                                    .build()))
                    .startsWith(status + " ");

            assertOthersGetTheirOwn(pool.client());
            assertClosedAs(pool, CloseCause.UNSOLICITED_BYTES);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"HTTP/1.1 100 Continue\r\n\r\n", "HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n"})
    void interimResponsesAreNoneOfThem(String interim) throws IOException {
        answerFirst(interim + "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok");
        try (HttpPool pool = pool().build()) {
            assertThat(get(pool.client(), at("/first"))).isEqualTo("200 ok");

            assertOthersGetTheirOwn(pool.client());
            assertThat(server.accepted()).isEqualTo(1);
        }
    }

    @ParameterizedTest
    @CsvSource({"false, 0", "false, 5", "true, 0", "true, 5"})
    void thatCameWhileItWasIdleEndTheConnection(boolean tls, long idleMillis) throws Exception {
        serve(tls);
        CountDownLatch answered = new CountDownLatch(1);
        CountDownLatch sent = new CountDownLatch(1);
        server.handler(exchange -> {
            exchange.ok(exchange.target());
            if (exchange.target().equals("/first")) {
                exchange.await(answered);
                write(exchange, EVIL);
                sent.countDown();
            }
        });
        try (HttpPool pool = pool().build()) {
            assertThat(get(pool.client(), at("/first"))).isEqualTo("200 /first");
            answered.countDown();
            PoolFetch.await(sent);
            clock.advance(Duration.ofMillis(idleMillis));

            assertOthersGetTheirOwn(pool.client());

            assertClosedAs(pool, CloseCause.UNSOLICITED_BYTES);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void areSeenInTheBackground(boolean tls) throws Exception {
        serve(tls);
        CountDownLatch answered = new CountDownLatch(1);
        server.handler(exchange -> {
            exchange.ok("ok");
            exchange.await(answered);
            write(exchange, "x");
        });
        try (HttpPool pool = PoolTime.of(System::nanoTime, pool()).build()) {
            get(pool.client(), at("/first"));

            answered.countDown();

            PoolCall.awaitUntil(() -> pool.snapshot().idle() == 0);
            PoolBooks.atRest(pool);
            assertThat(PoolBooks.causes(pool)).containsOnlyKeys(CloseCause.UNSOLICITED_BYTES);
            assertThat(pool.diagnose().findings())
                    .anySatisfy(finding ->
                            assertThat(finding.what()).startsWith("The server sends more than it announced"));
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void ofARequestTimeoutMeanThatTheServerCloses(boolean tls) throws Exception {
        serve(tls);
        CountDownLatch answered = new CountDownLatch(1);
        CountDownLatch sent = new CountDownLatch(1);
        server.handler(exchange -> {
            exchange.ok(exchange.target());
            if (exchange.target().equals("/first")) {
                exchange.await(answered);
                write(exchange, "HTTP/1.1 408 Request Timeout\r\nConnection: close\r\nContent-Length: 0\r\n\r\n");
                sent.countDown();
                exchange.closeAfter();
            }
        });
        try (HttpPool pool = pool().build()) {
            get(pool.client(), at("/first"));
            answered.countDown();
            PoolFetch.await(sent);

            assertOthersGetTheirOwn(pool.client());

            assertClosedAs(pool, CloseCause.SERVER_CLOSED_IDLE);
            assertThat(pool.diagnose().findings())
                    .noneSatisfy(finding -> assertThat(finding.what()).startsWith("The server sends more"));
        }
    }

    @Test
    void bytesAfterABodyThatIsClosedEarlyEndTheConnection() throws IOException {
        answerFirst("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n" + "x".repeat(100) + EVIL);
        try (HttpPool pool = pool().build()) {
            pool.client().execute(ClassicRequestBuilder.get(at("/first")).build(), response -> {
                try (InputStream body = response.getEntity().getContent()) {
                    return body.read();
                }
            });

            assertOthersGetTheirOwn(pool.client());
            assertClosedAs(pool, CloseCause.UNSOLICITED_BYTES);
        }
    }

    @Test
    void bytesBehindARedirectAreNotTheResponseOfItsTarget() throws IOException {
        answerFirst("HTTP/1.1 302 Found\r\nLocation: /second\r\nContent-Length: 0\r\n\r\n" + EVIL);
        try (HttpPool pool = pool().build()) {
            assertThat(get(pool.client(), at("/first"))).isEqualTo("200 /second");

            assertClosedAs(pool, CloseCause.UNSOLICITED_BYTES);
        }
    }

    @Test
    void bytesBehindAChallengeAreNotTheResponseToTheCredentials() throws IOException {
        server.handler(exchange -> {
            if (exchange.headers().has("Authorization")) {
                exchange.ok("in");
            } else {
                write(
                        exchange,
                        "HTTP/1.1 401 Unauthorized\r\nWWW-Authenticate: Basic realm=r\r\nContent-Length: 0\r\n\r\n"
                                + EVIL);
            }
        });
        try (HttpPool pool = pool().build()) {
            assertThat(send(pool.client(), ClassicRequestBuilder.get(at("/")).build(), TestLogin.context(server)))
                    .isEqualTo("200 in");

            assertClosedAs(pool, CloseCause.UNSOLICITED_BYTES);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void endTheConnectionUnderAClientOfOnesOwn(boolean tls) throws IOException {
        serve(tls);
        answerFirst("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok" + EVIL);
        try (HttpPool pool = pool().build();
                CloseableHttpClient own = HttpClients.custom()
                        .setConnectionManager(pool.connectionManager())
                        .build()) {
            assertThat(get(own, at("/first"))).isEqualTo("200 ok");

            assertOthersGetTheirOwn(own);
            assertClosedAs(pool, CloseCause.UNSOLICITED_BYTES);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void endTheConnectionOfAnotherFactory(boolean tls) throws IOException {
        serve(tls);
        answerFirst("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok" + EVIL);
        try (HttpPool pool = pool().connectionFactory(ManagedHttpClientConnectionFactory.INSTANCE)
                .build()) {
            assertThat(get(pool.client(), at("/first"))).isEqualTo("200 ok");

            assertOthersGetTheirOwn(pool.client());
            assertClosedAs(pool, CloseCause.UNSOLICITED_BYTES);
        }
    }
}
