package dev.weir.exchange;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.AsyncHttpPool;
import dev.weir.HttpPool;
import dev.weir.config.Protocol;
import dev.weir.testpool.Answers;
import dev.weir.testpool.ClientCalls;
import dev.weir.testpool.PatientPool;
import dev.weir.testserver.LoopbackServer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.apache.hc.client5.http.async.methods.SimpleRequestBuilder;
import org.apache.hc.core5.http.ConnectionClosedException;
import org.apache.hc.core5.http.HttpException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A server that closes the connection within the head of a response: that is no response (RFC 9112, section 8). */
class CutHeadsIT {

    private static LoopbackServer sending(String part) {
        return LoopbackServer.http()
                .handler(exchange -> {
                    exchange.output().write(part.getBytes(StandardCharsets.US_ASCII));
                    exchange.output().flush();
                    exchange.hangUp();
                })
                .start();
    }

    @ParameterizedTest
    @ValueSource(strings = {"HTTP/1.1 200 O", "HTTP/1.1 200 OK\r\n", "HTTP/1.1 200 OK\r\nServer: a\r\nContent-Le"})
    void failTheCall(String part) {
        try (LoopbackServer server = sending(part);
                HttpPool pool = PatientPool.builder("cut").build()) {
            assertThat(ClientCalls.failure(ConnectionClosedException.class, pool.client(), server.uri("/")))
                    .hasMessageContaining("within the head");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"HTTP/1.1 200 O", "HTTP/1.1 200 OK\r\n", "HTTP/1.1 200 OK\r\nServer: a\r\nContent-Le"})
    void failTheCallOfAnAsynchronousPool(String part) {
        try (LoopbackServer server = sending(part);
                AsyncHttpPool pool =
                        PatientPool.builder("cut").protocol(Protocol.HTTP_1_1).buildAsync()) {
            assertThat(Answers.failure(pool.client()
                            .execute(SimpleRequestBuilder.get(server.uri("/")).build(), null)))
                    .isInstanceOfAny(IOException.class, HttpException.class);
        }
    }
}
