package dev.weir.exchange;

import static dev.weir.testpool.Answers.failure;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.AsyncHttpPool;
import dev.weir.config.Protocol;
import dev.weir.event.CloseCause;
import dev.weir.testpool.PatientPool;
import dev.weir.testpool.PoolBooks;
import dev.weir.testserver.Exchange;
import dev.weir.testserver.LoopbackServer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.hc.client5.http.async.methods.SimpleHttpResponse;
import org.apache.hc.client5.http.async.methods.SimpleRequestBuilder;
import org.apache.hc.core5.http.MalformedChunkCodingException;
import org.apache.hc.core5.http.ProtocolException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What {@link StrictFramingIT} shows of blocking pools, on asynchronous ones (RFC 9112, sections 2.2, 6.3 and 7.1). */
@Timeout(60)
class AsyncFramingIT {

    private final LoopbackServer server = LoopbackServer.http().start();
    private final AsyncHttpPool pool =
            PatientPool.builder("framing").protocol(Protocol.HTTP_1_1).buildAsync();

    @AfterEach
    void stop() {
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
    }

    private Future<SimpleHttpResponse> call(String method, String path) {
        return pool.client()
                .execute(
                        SimpleRequestBuilder.create(method)
                                .setUri(server.uri(path))
                                .build(),
                        null);
    }

    private String outcome(String method, String path) throws Exception {
        SimpleHttpResponse response = call(method, path).get(30, TimeUnit.SECONDS);
        return response.getCode() + " " + response.getBodyText();
    }

    private void assertNextIsOnAnotherConnection() throws Exception {
        PoolBooks.atRest(pool);
        assertThat(outcome("GET", "/next")).isEqualTo("200 /next");
        assertThat(server.accepted()).isEqualTo(2);
        PoolBooks.atRest(pool);
        assertThat(PoolBooks.causes(pool)).containsOnlyKeys(CloseCause.PROTOCOL_ERROR);
    }

    @ParameterizedTest
    @ValueSource(strings = {"2\nok~0~~", "2~ok\n0~~", "2~ok~0\n~", "2~ok~0~\n", "+2~ok~0~~", "x~ok~0~~", "2 x~ok~0~~"})
    void chunksThatAreFramedCarelesslyFailTheCall(String body) throws Exception {
        answerPost("HTTP/1.1 200 OK~Transfer-Encoding: chunked~~" + body);

        assertThat(failure(call("POST", "/"))).isInstanceOf(MalformedChunkCodingException.class);

        assertNextIsOnAnotherConnection();
    }

    @ParameterizedTest
    @ValueSource(strings = {"2~ok~0~~", "02;name=value~ok~000;last~~", "2 ~ok~0~Trailer: value~+other: value~~"})
    void chunksThatAreFramedWellPass(String body) throws Exception {
        answerPost("HTTP/1.1 200 OK~Transfer-Encoding: chunked~~" + body);

        assertThat(outcome("POST", "/")).isEqualTo("200 ok");
        PoolBooks.atRest(pool);
        assertThat(outcome("POST", "/")).isEqualTo("200 ok");
        assertThat(server.accepted()).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"HTTP/1.1 200 OK\nContent-Length: 2~~ok", "HTTP/1.1 200 OK~Content-Length: 2\n\nok"})
    void bareLfInAHeadEndsReuse(String response) throws Exception {
        answerPost(response);

        assertThat(outcome("POST", "/")).isEqualTo("200 ok");

        assertNextIsOnAnotherConnection();
    }

    @ParameterizedTest
    @ValueSource(strings = {"Content-Length: +2", "Content-Length: 2, 43", "Transfer-Encoding: identity"})
    void headWithoutAClearLengthFailsTheCall(String length) throws Exception {
        answerPost("HTTP/1.1 200 OK~" + length + "~~ok");

        assertThat(failure(call("POST", "/"))).isInstanceOf(ProtocolException.class);

        assertNextIsOnAnotherConnection();
    }
}
