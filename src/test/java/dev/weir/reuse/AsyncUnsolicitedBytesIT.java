package dev.weir.reuse;

import static dev.weir.testpool.Answers.failure;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.AsyncHttpPool;
import dev.weir.config.Protocol;
import dev.weir.event.CloseCause;
import dev.weir.testpool.ClientCalls;
import dev.weir.testpool.PatientPool;
import dev.weir.testpool.PoolCall;
import dev.weir.testserver.Exchange;
import dev.weir.testserver.LoopbackServer;
import dev.weir.testserver.TestCertificates;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.hc.client5.http.async.methods.SimpleHttpResponse;
import org.apache.hc.client5.http.async.methods.SimpleRequestBuilder;
import org.apache.hc.core5.http.ProtocolException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What an asynchronous pool does with bytes of HTTP/1.1 that no request asked for. */
@Timeout(60)
class AsyncUnsolicitedBytesIT {

    private static final TestCertificates CERTIFICATES = TestCertificates.trusted();
    private static final String EVIL = "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nEVIL";
    private static final String UNFINISHED = "HTTP/1.1 200 OK\r\nSet-Cookie: evil=1\r\nX-Ignore: ";

    private final AsyncHttpPool pool = PatientPool.builder("unsolicited")
            .protocol(Protocol.HTTP_1_1)
            .sslContext(CERTIFICATES.clientContext())
            .buildAsync();
    private final AtomicInteger requests = new AtomicInteger();
    private final AtomicReference<@Nullable OutputStream> wire = new AtomicReference<>();

    @AfterEach
    void close() {
        pool.close();
    }

    private static String ok(String head) {
        return "HTTP/1.1 200 OK\r\n" + head + "\r\n";
    }

    private void first(Exchange exchange, String bytes) throws IOException {
        if (requests.incrementAndGet() == 1) {
            wire.set(exchange.output());
            send(bytes);
        } else {
            exchange.respond(403, "no".getBytes(StandardCharsets.US_ASCII));
        }
    }

    private void send(String bytes) throws IOException {
        Objects.requireNonNull(wire.get()).write(bytes.getBytes(StandardCharsets.US_ASCII));
    }

    /** Answers the first request with these bytes, all at once, and the others with a refusal. */
    private LoopbackServer answering(String bytes) {
        return LoopbackServer.http().handler(exchange -> first(exchange, bytes)).start();
    }

    private Future<SimpleHttpResponse> call(String method, URI uri) {
        return pool.client()
                .execute(SimpleRequestBuilder.create(method).setUri(uri).build(), null);
    }

    private String outcome(LoopbackServer server) throws Exception {
        SimpleHttpResponse answer = call("GET", server.uri("/")).get(30, TimeUnit.SECONDS);
        assertThat(answer.containsHeader("Set-Cookie")).isFalse();
        return answer.getCode() + " " + answer.getBodyText();
    }

    private long closedBy(CloseCause cause) {
        return pool.snapshot().routes().stream()
                .mapToLong(route -> route.closedBy().getOrDefault(cause, 0L))
                .sum();
    }

    private void awaitClosed(CloseCause cause) {
        PoolCall.awaitUntil(() -> closedBy(cause) == 1);
    }

    @ParameterizedTest
    @ValueSource(strings = {EVIL, UNFINISHED, "\r\n" + EVIL, "x", "\r\n", "HTTP/1.1 100 Continue\r\n\r\n" + EVIL})
    void afterAResponseReachNoCaller(String unasked) throws Exception {
        try (LoopbackServer server = answering(ok("Content-Length: 2\r\n") + "ok" + unasked)) {
            assertThat(outcome(server)).isEqualTo("200 ok");
            assertThat(outcome(server)).isEqualTo("403 no");

            assertThat(server.accepted()).isEqualTo(2);
            awaitClosed(CloseCause.UNSOLICITED_BYTES);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {EVIL, UNFINISHED, "x"})
    void afterAResponseInChunksReachNoCaller(String unasked) throws Exception {
        try (LoopbackServer server =
                answering(ok("Transfer-Encoding: chunked\r\n") + "2\r\nok\r\n0\r\n\r\n" + unasked)) {
            assertThat(outcome(server)).isEqualTo("200 ok");
            assertThat(outcome(server)).isEqualTo("403 no");

            awaitClosed(CloseCause.UNSOLICITED_BYTES);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {EVIL, UNFINISHED, "x"})
    void whileTheConnectionIsIdleReachNoCaller(String unasked) throws Exception {
        try (LoopbackServer server = answering(ok("Content-Length: 2\r\n") + "ok")) {
            assertThat(outcome(server)).isEqualTo("200 ok");
            send(unasked);
            awaitClosed(CloseCause.UNSOLICITED_BYTES);

            assertThat(outcome(server)).isEqualTo("403 no");
            assertThat(server.accepted()).isEqualTo(2);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {EVIL, UNFINISHED, "x"})
    void underTlsReachNoCaller(String unasked) throws Exception {
        try (LoopbackServer server = LoopbackServer.https(CERTIFICATES)
                .handler(exchange -> first(exchange, ok("Content-Length: 2\r\n") + "ok"))
                .start()) {
            assertThat(outcome(server)).isEqualTo("200 ok");
            send(unasked);
            awaitClosed(CloseCause.UNSOLICITED_BYTES);

            assertThat(outcome(server)).isEqualTo("403 no");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {EVIL, UNFINISHED, "x"})
    void afterAResponseReachNoBlockingCaller(String unasked) throws Exception {
        try (LoopbackServer server = answering(ok("Content-Length: 2\r\n") + "ok" + unasked)) {
            assertThat(ClientCalls.get(pool.blockingClient(), server.uri("/"))).isEqualTo("200 ok");
            assertThat(ClientCalls.get(pool.blockingClient(), server.uri("/"))).isEqualTo("403 no");

            awaitClosed(CloseCause.UNSOLICITED_BYTES);
        }
    }

    @Test
    void thatAreTheBodyOfAHeadReachNoCaller() throws Exception {
        try (LoopbackServer server = answering(ok("Content-Length: 4\r\n") + "EVIL")) {
            assertThat(call("HEAD", server.uri("/")).get(30, TimeUnit.SECONDS).getCode())
                    .isEqualTo(200);
            assertThat(outcome(server)).isEqualTo("403 no");

            awaitClosed(CloseCause.UNSOLICITED_BYTES);
        }
    }

    @Test
    void thatSayTheConnectionWasIdleForTooLongAreTakenForItsEnd() throws Exception {
        try (LoopbackServer server = answering(ok("Content-Length: 2\r\n") + "ok")) {
            assertThat(outcome(server)).isEqualTo("200 ok");
            send("HTTP/1.1 408 Request Timeout\r\nConnection: close\r\nContent-Length: 0\r\n\r\n");
            awaitClosed(CloseCause.SERVER_CLOSED_IDLE);

            assertThat(outcome(server)).isEqualTo("403 no");
            assertThat(closedBy(CloseCause.UNSOLICITED_BYTES)).isZero();
        }
    }

    @Test
    void areNotMoreThan32InterimResponses() throws Exception {
        String interim = "HTTP/1.1 103 Early Hints\r\n\r\n";
        try (LoopbackServer server = answering(interim.repeat(32) + ok("Content-Length: 2\r\n") + "ok")) {
            assertThat(outcome(server)).isEqualTo("200 ok");
        }
        requests.set(0);
        try (LoopbackServer server = answering(interim.repeat(33) + ok("Content-Length: 2\r\n") + "ok")) {
            assertThat(failure(call("POST", server.uri("/"))))
                    .isInstanceOf(ProtocolException.class)
                    .hasMessage("The server sent more than 32 interim responses (1xx) to one request");
        }
    }
}
