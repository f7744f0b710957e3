package dev.weir.exchange;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.testpool.ClientKind;
import dev.weir.testpool.PatientPool;
import dev.weir.testpool.PoolCaller;
import dev.weir.testserver.LoopbackServer;
import java.io.IOException;
import java.util.stream.Stream;
import org.apache.hc.client5.http.protocol.HttpClientContext;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** An empty body is empty, whatever coding its head names. */
@Timeout(60)
class EmptyCodedBodiesIT {

    static Stream<Arguments> all() {
        return Stream.of(ClientKind.BLOCKING, ClientKind.ASYNC, ClientKind.BLOCKING_CLIENT)
                .flatMap(kind -> Stream.of("gzip", "deflate", "deflate, gzip")
                        .flatMap(coding -> Stream.of(
                                        "Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n", "Content-Length: 0\r\n\r\n")
                                .map(end -> Arguments.of(kind, coding, end))));
    }

    private static LoopbackServer answering(String coding, String end) {
        String response = "HTTP/1.1 200 OK\r\nContent-Encoding: " + coding + "\r\n" + end;
        return LoopbackServer.http()
                .handler(exchange -> {
                    exchange.output().write(response.getBytes(US_ASCII));
                    exchange.output().flush();
                })
                .start();
    }

    @ParameterizedTest
    @MethodSource("all")
    void areEmpty(ClientKind kind, String coding, String end) throws IOException {
        try (LoopbackServer server = answering(coding, end);
                PoolCaller pool = kind.open(PatientPool.builder("test"))) {
            for (int i = 0; i < 2; i++) {
                assertThat(pool.get(server.uri("/").toString(), HttpClientContext.create()))
                        .isEqualTo("200 ");
            }
            assertThat(pool.opened()).isEqualTo(1);
        }
    }
}
