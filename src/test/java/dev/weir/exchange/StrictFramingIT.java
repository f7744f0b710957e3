package dev.weir.exchange;

import static dev.weir.testpool.ClientCalls.failure;
import static dev.weir.testpool.ClientCalls.get;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.HttpPool;
import dev.weir.event.CloseCause;
import dev.weir.testpool.PatientPool;
import dev.weir.testpool.PoolBooks;
import dev.weir.testserver.Exchange;
import dev.weir.testserver.LoopbackServer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.apache.hc.client5.http.ClientProtocolException;
import org.apache.hc.client5.http.impl.io.ManagedHttpClientConnectionFactory;
import org.apache.hc.core5.http.MalformedChunkCodingException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Where a response ends must be beyond doubt before its connection carries another one (RFC 9112, section 6.3). */
class StrictFramingIT {

    private final LoopbackServer server = LoopbackServer.http().start();
    private final HttpPool pool = PatientPool.builder("test").build();

    @AfterEach
    void stop() {
        pool.close();
        server.close();
    }

    /** Answers the first request with these bytes and the others with their path. */
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
        exchange.output().write(bytes.replace("~", "\r\n").getBytes(StandardCharsets.ISO_8859_1));
    }

    private String first() throws IOException {
        return get(pool.client(), server.uri("/first"));
    }

    private void assertNextIsOnAnotherConnection() throws IOException {
        assertThat(get(pool.client(), server.uri("/next"))).isEqualTo("200 /next");
        assertThat(server.accepted()).isEqualTo(2);
        PoolBooks.atRest(pool);
        assertThat(PoolBooks.causes(pool)).containsOnlyKeys(CloseCause.PROTOCOL_ERROR);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Content-Length: +2",
                "Content-Length: -1",
                "Content-Length: 0x2",
                "Content-Length: 2, 43",
                "Content-Length: 2~Content-Length: 43",
                "Content-Length:",
                "Transfer-Encoding: identity",
                "Transfer-Encoding: chunked, identity"
            })
    void headWithoutAClearLengthFailsTheCall(String length) throws IOException {
        answerFirst("HTTP/1.1 200 OK~" + length + "~~ok");

        failure(ClientProtocolException.class, pool.client(), server.uri("/first"));

        assertNextIsOnAnotherConnection();
    }

    @ParameterizedTest
    @ValueSource(strings = {"Content-Length: 2, 2", "Content-Length: 2~Content-Length: 2"})
    void lengthsThatAgreePass(String length) throws IOException {
        answerFirst("HTTP/1.1 200 OK~" + length + "~~ok");

        assertThat(first()).isEqualTo("200 ok");
    }

    @ParameterizedTest
    @CsvSource({
        "HTTP/1.1 200 OK~Transfer-Encoding: chunked~Content-Length: 2~~2~ok~0~~",
        "HTTP/1.0 200 OK~Connection: keep-alive~Transfer-Encoding: chunked~~2~ok~0~~"
    })
    void codingWinsOverALengthAndEndsReuse(String response) throws IOException {
        answerFirst(response);

        assertThat(first()).isEqualTo("200 ok");

        assertNextIsOnAnotherConnection();
    }

    @ParameterizedTest
    @CsvSource({"'HTTP/1.1 200 OK\nContent-Length: 2~~ok'", "'HTTP/1.1 200 OK~Content-Length: 2\n\nok'"})
    void bareLfInAHeadEndsReuse(String response) throws IOException {
        answerFirst(response);

        assertThat(first()).isEqualTo("200 ok");

        assertNextIsOnAnotherConnection();
    }

    @ParameterizedTest
    @ValueSource(strings = {"2\nok~0~~", "2~ok\n0~~", "2~ok~0\n~", "2~ok~0~\n", "+2~ok~0~~", "x~ok~0~~", "2 x~ok~0~~"})
    void chunksThatAreFramedCarelesslyFailTheBody(String body) throws IOException {
        answerFirst("HTTP/1.1 200 OK~Transfer-Encoding: chunked~~" + body);

        assertThatThrownBy(this::first).isInstanceOf(MalformedChunkCodingException.class);

        assertNextIsOnAnotherConnection();
    }

    @Test
    void interimResponsesHaveALimit() throws IOException {
        answerFirst("HTTP/1.1 102 Processing~~".repeat(33) + "HTTP/1.1 200 OK~Content-Length: 2~~ok");

        assertThat(failure(ClientProtocolException.class, pool.client(), server.uri("/first")))
                .hasMessageContaining("The server sent more than 32 interim responses (1xx) to one request");

        assertNextIsOnAnotherConnection();
    }

    @Test
    void interimResponsesBelowTheLimitPass() throws IOException {
        answerFirst("HTTP/1.1 102 Processing~~".repeat(32) + "HTTP/1.1 200 OK~Content-Length: 2~~ok");

        assertThat(first()).isEqualTo("200 ok");
        assertThat(get(pool.client(), server.uri("/next"))).isEqualTo("200 /next");
        assertThat(server.accepted()).isEqualTo(1);
    }

    @Test
    void connectionsOfHttpClientsOwnFactoryAreAsLaxAsItIs() throws IOException {
        answerFirst("HTTP/1.1 200 OK~Content-Length: +2~~ok");
        try (HttpPool lax = PatientPool.builder("lax")
                .connectionFactory(ManagedHttpClientConnectionFactory.INSTANCE)
                .build()) {
            assertThat(get(lax.client(), server.uri("/first"))).isEqualTo("200 ok");
        }
    }
}
