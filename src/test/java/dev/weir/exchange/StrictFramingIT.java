package dev.weir.exchange;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.event.CloseCause;
import dev.weir.testpool.ClientKind;
import dev.weir.testpool.PatientPool;
import dev.weir.testpool.PoolBooks;
import dev.weir.testpool.PoolCaller;
import dev.weir.testserver.Exchange;
import dev.weir.testserver.LoopbackServer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.apache.hc.client5.http.protocol.HttpClientContext;
import org.apache.hc.core5.http.ConnectionClosedException;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.MalformedChunkCodingException;
import org.apache.hc.core5.http.ProtocolException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Where a response ends must be beyond doubt before its connection carries another one (RFC 9112, sections 2.2, 6.3, 7.1
 * and 8).
 */
@Timeout(60)
@ParameterizedClass
@EnumSource(names = {"BLOCKING", "ASYNC"})
class StrictFramingIT {

    private final LoopbackServer server = LoopbackServer.http().start();
    private final boolean isBlocking;
    private final PoolCaller pool;

    StrictFramingIT(ClientKind kind) {
        isBlocking = kind == ClientKind.BLOCKING;
        pool = kind.open(PatientPool.builder("test"));
    }

    @AfterEach
    void stop() throws IOException {
        pool.close();
        server.close();
    }

    /** Answers posts with these bytes and the others with their path. */
    private void answerPost(String response) {
        server.handler(exchange -> {
            if (exchange.method().equals("POST")) {
                write(exchange, response);
            } else {
                exchange.ok(exchange.target());
            }
        });
    }

    private static void write(Exchange exchange, String bytes) throws IOException {
        exchange.output().write(bytes.replace("~", "\r\n").getBytes(StandardCharsets.ISO_8859_1));
        exchange.output().flush();
    }

    private String send(String method) throws IOException {
        return pool.call().send(method, server.uri("/next").toString(), HttpClientContext.create());
    }

    private void assertNextIsOnAnotherConnection() throws IOException {
        PoolBooks.atRest(pool.pool());
        assertThat(send("GET")).isEqualTo("200 /next");
        assertThat(server.accepted()).isEqualTo(2);
        PoolBooks.atRest(pool.pool());
        assertThat(PoolBooks.causes(pool.pool())).containsOnlyKeys(CloseCause.PROTOCOL_ERROR);
    }

    private void assertNextIsOnTheSameConnection() throws IOException {
        PoolBooks.atRest(pool.pool());
        assertThat(send("GET")).isEqualTo("200 /next");
        assertThat(server.accepted()).isEqualTo(1);
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
        answerPost("HTTP/1.1 200 OK~" + length + "~~ok");
        assertThatThrownBy(() -> send("POST")).hasRootCauseInstanceOf(ProtocolException.class);
        assertNextIsOnAnotherConnection();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "HTTP/1.1 200 OK~Transfer-Encoding: chunked~Content-Length: 2~~2~ok~0~~", // the coding wins
                "HTTP/1.0 200 OK~Connection: keep-alive~Transfer-Encoding: chunked~~2~ok~0~~",
                "HTTP/1.1 200 OK\nContent-Length: 2~~ok", // a bare LF ends a line
                "HTTP/1.1 200 OK~Content-Length: 2\n\nok"
            })
    void doubtfulHeadsEndReuse(String response) throws IOException {
        answerPost(response);
        assertThat(send("POST")).isEqualTo("200 ok");
        assertNextIsOnAnotherConnection();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "2\nok~0~~",
                "2~ok\n0~~",
                "2~ok~0\n~",
                "2~ok~0~\n",
                "+2~ok~0~~",
                "x~ok~0~~",
                "2 x~ok~0~~",
                "~ok~0~~"
            })
    void chunksThatAreFramedCarelesslyFailTheCall(String body) throws IOException {
        answerPost("HTTP/1.1 200 OK~Transfer-Encoding: chunked~~" + body);
        assertThatThrownBy(() -> send("POST")).isInstanceOf(MalformedChunkCodingException.class);
        assertNextIsOnAnotherConnection();
    }

    @ParameterizedTest
    @ValueSource(strings = {"2~ok~0~~", "02;name=value~ok~000;last~~", "2 ~ok~0~Trailer: value~+other: value~~"})
    void chunksThatAreFramedWellPass(String body) throws IOException {
        answerPost("HTTP/1.1 200 OK~Transfer-Encoding: chunked~~" + body);
        assertThat(send("POST")).isEqualTo("200 ok");
        assertNextIsOnTheSameConnection();
    }

    @Test
    void interimResponsesHaveALimit() throws IOException {
        answerPost("HTTP/1.1 102 Processing~~".repeat(33) + "HTTP/1.1 200 OK~Content-Length: 2~~ok");
        assertThatThrownBy(() -> send("POST"))
                .hasRootCauseInstanceOf(HttpException.class)
                .hasMessageContaining("The server sent more than 32 interim responses (1xx) to one request");
        assertNextIsOnAnotherConnection();
    }

    @Test
    void interimResponsesBelowTheLimitPass() throws IOException {
        answerPost("HTTP/1.1 102 Processing~~".repeat(32) + "HTTP/1.1 200 OK~Content-Length: 2~~ok");
        assertThat(send("POST")).isEqualTo("200 ok");
        assertNextIsOnTheSameConnection();
    }

    /** That is no response (RFC 9112, section 8). */
    @ParameterizedTest
    @ValueSource(strings = {"HTTP/1.1 200 O", "HTTP/1.1 200 OK~", "HTTP/1.1 200 OK~Server: a~Content-Le"})
    void headThatIsCutFailsTheCall(String part) {
        server.handler(exchange -> {
            write(exchange, part);
            exchange.hangUp();
        });
        assertThatThrownBy(() -> send("POST"))
                .isInstanceOfAny(
                        isBlocking ? ConnectionClosedException.class : IOException.class, IllegalStateException.class);
    }
}
