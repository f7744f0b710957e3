package dev.weir.exchange;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.aayushatharva.brotli4j.Brotli4jLoader;
import com.aayushatharva.brotli4j.encoder.Encoder;
import dev.weir.AsyncHttpPool;
import dev.weir.RequestDeadline;
import dev.weir.config.Protocol;
import dev.weir.failure.TotalTimeoutException;
import dev.weir.testpool.ClientKind;
import dev.weir.testpool.PatientPool;
import dev.weir.testpool.PoolCaller;
import dev.weir.testserver.Exchange;
import dev.weir.testserver.FrameConnection;
import dev.weir.testserver.FrameServer;
import dev.weir.testserver.LoopbackServer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.GZIPOutputStream;
import org.apache.hc.client5.http.async.methods.SimpleHttpResponse;
import org.apache.hc.client5.http.async.methods.SimpleRequestBuilder;
import org.apache.hc.client5.http.config.RequestConfig;
import org.apache.hc.client5.http.protocol.HttpClientContext;
import org.apache.hc.core5.http.io.entity.EntityUtils;
import org.apache.hc.core5.http.io.support.ClassicRequestBuilder;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Responses that are compressed: what of them is in memory, and how each client decodes them. */
@Timeout(120)
class CompressedBodiesIT {

    private static final int MB = 1_000_000;

    private static byte[] zeros(int bytes) throws IOException {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (OutputStream gzip = new GZIPOutputStream(packed)) {
            byte[] part = new byte[MB];
            for (int left = bytes; left > 0; left -= part.length) {
                gzip.write(part, 0, Math.min(left, part.length));
            }
        }
        return packed.toByteArray();
    }

    private static byte[] packed(String text) throws IOException {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (OutputStream gzip = new GZIPOutputStream(packed)) {
            gzip.write(text.getBytes(StandardCharsets.UTF_8));
        }
        return packed.toByteArray();
    }

    private static AsyncHttpPool pool(Protocol protocol) {
        return PatientPool.builder("inflating").protocol(protocol).buildAsync();
    }

    private static FrameServer.Script packedAnswer(byte[] body) {
        return connection -> {
            connection.begin(100);
            while (true) {
                answer(connection, connection.request(), body);
            }
        };
    }

    private static void answer(FrameConnection connection, int stream, byte[] body) throws IOException {
        connection.headWith(stream, "content-encoding", "gzip");
        connection.whole(stream, body);
    }

    private static void answer(Exchange exchange, byte[] body) throws IOException {
        exchange.respond(200, body, "Content-Encoding", "gzip");
    }

    @Test
    @Tag("slow")
    void readsMuchInLittleMemoryOverHttp2(@TempDir Path directory) throws Exception {
        try (FrameServer server = FrameServer.playing(packedAnswer(zeros(300 * MB)))) {
            assertThat(readInSmallHeap(directory, "HTTP_2", server.uri() + "/")).isEqualTo("read 300000000");
        }
    }

    private static String readInSmallHeap(Path directory, String protocol, String uri) throws Exception {
        Path output = directory.resolve("output");
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        Process process = new ProcessBuilder(List.of(
                        java,
                        "-Xmx64m",
                        "-classpath",
                        System.getProperty("java.class.path"),
                        InflatingMain.class.getName(),
                        protocol,
                        uri))
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        if (!process.waitFor(100, TimeUnit.SECONDS)) {
            process.destroyForcibly().waitFor();
        }
        List<String> lines = Files.readAllLines(output);
        return lines.isEmpty() ? "nothing" : lines.get(lines.size() - 1);
    }

    @Test
    void undoesSeveralCodings() throws Exception {
        ByteArrayOutputStream twice = new ByteArrayOutputStream();
        try (OutputStream deflate = new DeflaterOutputStream(twice, new Deflater())) {
            deflate.write(packed("hello"));
        }
        try (LoopbackServer server = LoopbackServer.http()
                        .handler(exchange -> exchange.respond(
                                200, twice.toByteArray(), "Content-Encoding", "gzip, identity, deflate"))
                        .start();
                AsyncHttpPool pool = pool(Protocol.HTTP_1_1)) {
            String text = pool.blockingClient()
                    .execute(
                            ClassicRequestBuilder.get(server.uri("/")).build(),
                            response -> EntityUtils.toString(response.getEntity()));

            assertThat(text).isEqualTo("hello");
        }
    }

    @Test
    void isLeftAloneWhereARequestWantsItSo() throws Exception {
        byte[] body = packed("hello");
        try (LoopbackServer server = LoopbackServer.http()
                        .handler(exchange -> answer(exchange, body))
                        .start();
                AsyncHttpPool pool = pool(Protocol.HTTP_1_1)) {
            var request = new org.apache.hc.client5.http.classic.methods.HttpGet(server.uri("/"));
            request.setConfig(
                    RequestConfig.custom().setContentCompressionEnabled(false).build());

            byte[] bytes =
                    pool.blockingClient().execute(request, response -> EntityUtils.toByteArray(response.getEntity()));

            assertThat(bytes).isEqualTo(body);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"HTTP_1_1", "HTTP_2"})
    void comesDecodedToAsynchronousCallers(Protocol protocol) throws Exception {
        byte[] body = zeros(5 * MB);
        try (LoopbackServer http1 = LoopbackServer.http()
                        .handler(exchange -> answer(exchange, body))
                        .start();
                FrameServer http2 = FrameServer.playing(packedAnswer(body));
                AsyncHttpPool pool = pool(protocol)) {
            String uri = protocol == Protocol.HTTP_2
                    ? http2.uri() + "/"
                    : http1.uri("/").toString();
            SimpleHttpResponse response = pool.client()
                    .execute(SimpleRequestBuilder.get(uri).build(), null)
                    .get(60, TimeUnit.SECONDS);

            assertThat(response.getBodyBytes()).hasSize(5 * MB);
        }
    }

    /** Responses in Brotli, which native code decodes: HttpClient 5.6.4 turned in circles, or ended the JVM. */
    @EnabledIf("isPresent")
    @Timeout(60)
    @Nested
    class Brotli {
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
                    PoolCaller pool = kind.open(PatientPool.builder("test")
                            .timeouts(t -> t.unordered().total(Duration.ofMillis(300))))) {
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
}
