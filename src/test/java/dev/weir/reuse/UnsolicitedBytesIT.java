package dev.weir.reuse;

import static dev.weir.testpool.ClientCalls.get;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.weir.HttpPool;
import dev.weir.HttpPoolBuilder;
import dev.weir.PoolTime;
import dev.weir.event.CloseCause;
import dev.weir.testpool.ClientKind;
import dev.weir.testpool.PatientPool;
import dev.weir.testpool.PoolBooks;
import dev.weir.testpool.PoolCall;
import dev.weir.testpool.PoolCaller;
import dev.weir.testpool.PoolClock;
import dev.weir.testpool.PoolFetch;
import dev.weir.testserver.Exchange;
import dev.weir.testserver.LoopbackServer;
import dev.weir.testserver.TestCertificates;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.apache.hc.client5.http.protocol.HttpClientContext;
import org.apache.hc.core5.http.io.support.ClassicRequestBuilder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a server sends that no request asked for is no caller's answer, over HTTP/1.1 and whatever client calls. */
@Timeout(120)
@ParameterizedClass
@EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "OWN_ASYNC") // which repeats nothing
class UnsolicitedBytesIT {

    private static final TestCertificates CERTIFICATES = TestCertificates.trusted();
    private static final String EVIL = "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nEVIL";

    private final ClientKind kind;

    // Stands still: each lease falls into the first millisecond of a rest.
    private final PoolClock clock = new PoolClock();
    private final CountDownLatch answered = new CountDownLatch(1);
    private final CountDownLatch sent = new CountDownLatch(1);
    private LoopbackServer server = LoopbackServer.http().start();

    UnsolicitedBytesIT(ClientKind kind) {
        this.kind = kind;
    }

    @AfterEach
    void stopServer() {
        answered.countDown();
        server.close();
    }

    private void serve(boolean tls) {
        server.close();
        server = (tls ? LoopbackServer.https(CERTIFICATES) : LoopbackServer.http()).start();
    }

    private HttpPoolBuilder builder() {
        return PatientPool.builder("test", clock).sslContext(CERTIFICATES.clientContext());
    }

    private PoolCaller pool() {
        return pool(builder());
    }

    private PoolCaller pool(HttpPoolBuilder builder) {
        return kind.open(builder);
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
        exchange.output().write(bytes.replace("~", "\r\n").replace('|', '\n').getBytes(StandardCharsets.ISO_8859_1));
    }

    /** Answers all requests with their path, and sends these bytes after the first, once the test lets it. */
    private void sendAfterFirst(String bytes) {
        server.handler(exchange -> {
            exchange.ok(exchange.target());
            if (exchange.target().equals("/first")) {
                exchange.await(answered);
                write(exchange, bytes);
                sent.countDown();
            }
        });
    }

    private String send(PoolCaller pool, String method, String path) throws IOException {
        String answer = pool.call().send(method, server.uri(path).toString(), HttpClientContext.create());
        PoolCall.awaitUntil(() -> pool.pool().snapshot().leased() == 0);
        return answer;
    }

    private void assertOthersGetTheirOwn(PoolCaller pool) throws IOException {
        assertOthersGetTheirOwn(pool, "GET");
    }

    private void assertOthersGetTheirOwn(PoolCaller pool, String method) throws IOException {
        for (int i = 2; i < 5; i++) {
            assertThat(send(pool, method, "/" + i)).isEqualTo("200 /" + i);
        }
    }

    private void assertClosedAs(PoolCaller pool, CloseCause cause) {
        PoolBooks.atRest(pool.pool());
        assertThat(PoolBooks.causes(pool.pool())).containsOnlyKeys(cause).containsEntry(cause, 1L);
        assertThat(server.accepted()).isEqualTo(2);
    }

    @ParameterizedTest
    @CsvSource(textBlock = """
        Content-Length: 2~~ok,                               E,     200 ok
        Content-Length: 2~~ok,                               x,     200 ok
        Content-Length: 2~~ok,                               ~,     200 ok
        Content-Length: 2~~ok,                               ~E,    200 ok
        Content-Length: 2~~ok,                               HTTP/1.1 200 OK~Set-Cookie: evil=1~X-Ignore:, 200 ok
        Content-Length: 2~~ok,                               HTTP/1.1 100 Continue~~E, 200 ok
        Content-Length: 2~~okgarbage,                        ~E,    200 ok
        Content-Length: 2~~ok,                               EEEEEEEEEE, 200 ok
        Content-Length: 2~~ok,                               HTTP/1.1 200 OK~Transfer-Encoding: chunked~~4~evil~0~~, 200 ok
        Content-Length: 2~~ok,                               HTTP/1.1 200 OK~Connection: close~~evil, 200 ok
        Content-Length: 2~~ok,                               HTTP/1.1 200 OK|Content-Length: 4||evil, 200 ok
        Content-Length: 2~~ok,                               HTTP/1.1 2, 200 ok
        Content-Length: 2~~ok,                               |,     200 ok
        Transfer-Encoding: chunked~~2~ok~0~~,                E,     200 ok
        Transfer-Encoding: chunked~~2~ok~0~~,                x,     200 ok
        Transfer-Encoding: chunked~~2;x=y~ok~0~Trailer: t~~, E,     200 ok
        Content-Length: 0~~,                                 E,     '200 '
        """)
    void afterAResponseInOneSegmentEndTheConnection(String first, String unasked, String expected) throws IOException {
        for (boolean tls : new boolean[] {false, true}) {
            serve(tls);
            answerFirst("HTTP/1.1 200 OK\r\n" + first + unasked.replace("E", EVIL));
            try (PoolCaller pool = pool()) {
                assertThat(send(pool, "GET", "/first")).isEqualTo(expected);
                assertOthersGetTheirOwn(pool, tls ? "POST" : "GET");
                assertClosedAs(pool, CloseCause.UNSOLICITED_BYTES);
            }
        }
    }

    @Test
    void afterOneResponseInTwentyReachNoneOfManyCallers() throws Exception {
        server.handler(exchange -> {
            String path = exchange.target();
            String own = "HTTP/1.1 200 OK~Content-Length: " + path.length() + "~~" + path;
            write(exchange, server.requests() % 20 == 0 ? own + EVIL : own);
        });
        try (PoolCaller pool = pool()) {
            List<PoolCall<String>> callers = IntStream.range(0, 4)
                    .mapToObj(caller -> PoolCall.start(() -> {
                        for (int i = 0; i < 100; i++) {
                            String path = "/" + caller + "/" + i;
                            assertThat(pool.send(server.uri(path).toString(), HttpClientContext.create()))
                                    .isEqualTo("200 " + path);
                        }
                        return "";
                    }))
                    .toList();
            for (PoolCall<String> caller : callers) {
                caller.get();
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
        answerFirst(head + EVIL);
        try (PoolCaller pool = pool()) {
            assertThat(send(pool, method, "/first")).startsWith(status + " ");
            assertOthersGetTheirOwn(pool);
            assertClosedAs(pool, CloseCause.UNSOLICITED_BYTES);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"HTTP/1.1 100 Continue~~", "HTTP/1.1 103 Early Hints~Link: </x>~~"})
    void interimResponsesAreNoneOfThem(String interim) throws IOException {
        answerFirst(interim + "HTTP/1.1 200 OK~Content-Length: 2~~ok");
        try (PoolCaller pool = pool()) {
            assertThat(send(pool, "GET", "/first")).isEqualTo("200 ok");
            assertOthersGetTheirOwn(pool);
            assertThat(server.accepted()).isEqualTo(1);
        }
    }

    @ParameterizedTest
    @CsvSource({"false, 0", "false, 5", "true, 0", "true, 5"})
    void thatCameWhileItWasIdleEndTheConnection(boolean tls, long idleMillis) throws Exception {
        serve(tls);
        sendAfterFirst(EVIL);
        try (PoolCaller pool = pool()) {
            assertThat(send(pool, "GET", "/first")).isEqualTo("200 /first");
            answered.countDown();
            PoolFetch.await(sent);
            if (kind != ClientKind.BLOCKING && kind != ClientKind.OWN_BLOCKING) {
                PoolCall.awaitUntil(() -> pool.pool().snapshot().idle() == 0); // its own thread reads them
            }
            clock.advance(Duration.ofMillis(idleMillis));
            assertOthersGetTheirOwn(pool);
            assertClosedAs(pool, CloseCause.UNSOLICITED_BYTES);
        }
    }

    @ParameterizedTest
    @CsvSource({"false, x", "true, x", "false, 'HTTP/1.1 200 OK~Set-Cookie: evil=1~X-Ignore: '"})
    void areSeenInTheBackground(boolean tls, String bytes) throws Exception {
        serve(tls);
        sendAfterFirst(bytes);
        try (PoolCaller pool = pool(PoolTime.of(System::nanoTime, builder()))) {
            send(pool, "GET", "/first");
            answered.countDown();
            PoolCall.awaitUntil(() -> pool.pool().snapshot().idle() == 0);
            PoolBooks.atRest(pool.pool());
            assertThat(PoolBooks.causes(pool.pool())).containsOnlyKeys(CloseCause.UNSOLICITED_BYTES);
            assertThat(pool.pool().diagnose().toString()).contains("The server sends more than it announced");
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void ofARequestTimeoutMeanThatTheServerCloses(boolean tls) throws Exception {
        serve(tls);
        sendAfterFirst("HTTP/1.1 408 Request Timeout~Connection: close~Content-Length: 0~~");
        try (PoolCaller pool = pool(PoolTime.of(System::nanoTime, builder()))) {
            send(pool, "GET", "/first");
            answered.countDown();
            PoolCall.awaitUntil(() -> pool.pool().snapshot().idle() == 0);
            assertOthersGetTheirOwn(pool);
            assertClosedAs(pool, CloseCause.SERVER_CLOSED_IDLE);
            assertThat(pool.pool().diagnose().toString()).doesNotContain("The server sends more");
        }
    }

    @Test
    void behindARedirectAreNotTheResponseOfItsTarget() throws IOException {
        answerFirst("HTTP/1.1 302 Found~Location: /second~Content-Length: 0~~" + EVIL);
        try (PoolCaller pool = pool()) {
            assertThat(send(pool, "GET", "/first")).isEqualTo("200 /second");
            assertClosedAs(pool, CloseCause.UNSOLICITED_BYTES);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"GET", "POST"})
    void behindAChallengeAreNotTheResponseToTheCredentials(String method) throws IOException {
        AtomicInteger executed = new AtomicInteger();
        server.handler(exchange -> {
            if (exchange.headers().has("Authorization")) {
                exchange.ok("in " + executed.incrementAndGet());
            } else {
                write(exchange, "HTTP/1.1 401 Unauthorized~WWW-Authenticate: Basic realm=r~Content-Length: 0~~" + EVIL);
            }
        });
        try (PoolCaller pool = pool()) {
            assertThat(pool.call().send(method, server.uri("/").toString(), TestLogin.context(server)))
                    .isEqualTo("200 in 1");
            assertThat(executed).hasValue(1);
            assertClosedAs(pool, CloseCause.UNSOLICITED_BYTES);
        }
    }

    @Test
    void bytesAfterABodyThatIsClosedEarlyEndTheConnection() throws IOException {
        assumeTrue(kind == ClientKind.BLOCKING, "others end the connection at once");
        answerFirst("HTTP/1.1 200 OK~Content-Length: 100~~" + "x".repeat(100) + EVIL);
        try (HttpPool pool = builder().build()) {
            pool.client()
                    .execute(ClassicRequestBuilder.get(server.uri("/first")).build(), response -> {
                        try (InputStream body = response.getEntity().getContent()) {
                            return body.read();
                        }
                    });
            for (int i = 2; i < 5; i++) {
                assertThat(get(pool.client(), server.uri("/" + i))).isEqualTo("200 /" + i);
            }
            PoolBooks.atRest(pool);
            assertThat(PoolBooks.causes(pool)).containsOnlyKeys(CloseCause.UNSOLICITED_BYTES);
        }
    }
}
