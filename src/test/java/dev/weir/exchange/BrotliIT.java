package dev.weir.exchange;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.aayushatharva.brotli4j.Brotli4jLoader;
import com.aayushatharva.brotli4j.encoder.Encoder;
import dev.weir.RequestDeadline;
import dev.weir.failure.TotalTimeoutException;
import dev.weir.testpool.ClientKind;
import dev.weir.testpool.PatientPool;
import dev.weir.testpool.PoolCaller;
import dev.weir.testserver.Exchange;
import dev.weir.testserver.LoopbackServer;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import org.apache.hc.client5.http.protocol.HttpClientContext;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Responses in Brotli, which native code decodes: HttpClient 5.6.4 turned in circles, or ended the JVM. */
@EnabledIf("isPresent")
@Timeout(60)
class BrotliIT {

    private static final String TEXT = text();

    static boolean isPresent() {
        return Brotli4jLoader.isAvailable();
    }

    // Letters at random, so that the coded body is long too.
    private static String text() {
        Random random = new Random(1);
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < 1_000_000; i++) {
            text.append((char) ('a' + random.nextInt(26)));
        }
        return text.toString();
    }

    private static byte[] coded() throws IOException {
        return Encoder.compress(TEXT.getBytes(StandardCharsets.US_ASCII));
    }

    private static PoolCaller open(ClientKind kind) {
        return kind.open(PatientPool.builder("test"));
    }

    @ParameterizedTest
    @EnumSource(names = {"BLOCKING", "ASYNC", "BLOCKING_CLIENT"})
    void isOfferedAndDecoded(ClientKind kind) throws IOException {
        byte[] body = coded();
        try (LoopbackServer server = LoopbackServer.http()
                        .handler(exchange -> exchange.respond(
                                exchange.headers()
                                                .first("Accept-Encoding")
                                                .orElse("")
                                                .contains("br")
                                        ? 200
                                        : 406,
                                body,
                                "Content-Encoding",
                                "br"))
                        .start();
                PoolCaller pool = open(kind)) {
            for (int i = 0; i < 3; i++) {
                assertThat(pool.get(server.uri("/").toString(), HttpClientContext.create()))
                        .isEqualTo("200 " + TEXT);
            }
            assertThat(pool.opened()).isEqualTo(1);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"BLOCKING", "ASYNC", "BLOCKING_CLIENT"})
    void isLeftByACallWhoseTimeIsOver(ClientKind kind) throws IOException {
        byte[] body = coded();
        CountDownLatch over = new CountDownLatch(1);
        try (LoopbackServer server = LoopbackServer.http()
                        .handler(exchange -> {
                            if (exchange.target().equals("/half")) {
                                half(exchange, body);
                                exchange.await(over).hangUp();
                            } else {
                                exchange.respond(200, body, "Content-Encoding", "br");
                            }
                        })
                        .start();
                PoolCaller pool = kind.open(
                        PatientPool.builder("test").timeouts(t -> t.unordered().total(Duration.ofMillis(300))))) {
            for (int i = 0; i < 3; i++) {
                assertThatThrownBy(() -> pool.get(server.uri("/half").toString(), HttpClientContext.create()))
                        .isInstanceOf(TotalTimeoutException.class);
            }
            over.countDown();
            HttpClientContext patient = HttpClientContext.create();
            RequestDeadline.set(patient, Duration.ofSeconds(30));

            assertThat(pool.get(server.uri("/").toString(), patient)).isEqualTo("200 " + TEXT);
        }
    }

    private static void half(Exchange exchange, byte[] body) throws IOException {
        OutputStream output = exchange.output();
        output.write(("HTTP/1.1 200 OK\r\nContent-Encoding: br\r\nContent-Length: " + body.length + "\r\n\r\n")
                .getBytes(StandardCharsets.US_ASCII));
        output.write(body, 0, body.length / 2);
        output.flush();
    }
}
