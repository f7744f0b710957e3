package dev.weir.exchange;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.AsyncHttpPool;
import dev.weir.HttpPool;
import dev.weir.HttpPoolBuilder;
import dev.weir.config.Protocol;
import dev.weir.testpool.ClientCalls;
import dev.weir.testpool.PoolCall;
import dev.weir.testpool.PoolFetch;
import dev.weir.testserver.LoopbackServer;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.hc.client5.http.ClientProtocolException;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.io.entity.EntityTemplate;
import org.apache.hc.core5.http.io.support.ClassicRequestBuilder;
import org.apache.hc.core5.io.IOCallback;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Servers with HTTP/1.1 that answer callers that block before they have the whole body of the request. */
@Timeout(60)
class Http1EarlyResponsesIT {

    private static final int PART = 10_000;

    private final CountDownLatch headIsHere = new CountDownLatch(1);
    private final CountDownLatch wroteOn = new CountDownLatch(1);
    private final AsyncHttpPool pool = builder()
            .protocol(Protocol.HTTP_1_1)
            .customizeAsyncClient(client -> client.addResponseInterceptorFirst((response, body, context) -> {
                headIsHere.countDown();
                PoolFetch.await(wroteOn); // the writer is at it before anybody is told of the response
            }))
            .buildAsync();

    private static HttpPoolBuilder builder() {
        return HttpPool.builder("early")
                .timeouts(t -> t.unordered()
                        .connect(Duration.ofSeconds(30))
                        .read(Duration.ZERO)
                        .total(Duration.ZERO));
    }

    @AfterEach
    void close() {
        wroteOn.countDown();
        pool.close();
    }

    private static LoopbackServer answering(int status, String... headers) {
        return LoopbackServer.http()
                .handler(exchange -> {
                    if (exchange.target().equals("/")) {
                        exchange.respond(status, "early".getBytes(StandardCharsets.US_ASCII), headers);
                    } else {
                        exchange.ok("next");
                    }
                })
                .start();
    }

    private static ClassicHttpRequest post(LoopbackServer server, long length, IOCallback<OutputStream> body) {
        ClassicHttpRequest request = ClassicRequestBuilder.post(server.uri("/")).build();
        request.setEntity(new EntityTemplate(length, ContentType.APPLICATION_OCTET_STREAM, null, body));
        return request;
    }

    /** Writes on without an end until it is told to stop. */
    private void writeAmidResponse(OutputStream out) throws IOException {
        try {
            headIsHere.await();
            while (true) {
                out.write(new byte[PART]);
                wroteOn.countDown();
            }
        } catch (InterruptedException e) {
            throw new InterruptedIOException("told to stop");
        } finally {
            wroteOn.countDown();
        }
    }

    private void awaitRest() {
        PoolCall.awaitUntil(() -> pool.snapshot().leased() == 0);
    }

    @ParameterizedTest
    @CsvSource({"304, -1", "304, 1000000", "300, -1", "300, 1000000", "413, -1", "413, 1000000"})
    void reachACallerThatIsBusyWithItsBody(int status, long length) throws Exception {
        try (LoopbackServer server = answering(status)) {
            String answer = ClientCalls.send(pool.blockingClient(), post(server, length, this::writeAmidResponse));

            assertThat(answer).isEqualTo(status + (status == 304 ? " " : " early"));
            awaitRest();
            assertThat(next(server)).isEqualTo("200 next");
        }
    }

    private String next(LoopbackServer server) throws IOException {
        return ClientCalls.get(pool.blockingClient(), server.uri("/next"));
    }

    /** Answers before it has the body, and returns what came of that until the client closed the connection. */
    private static String bodyOfRefused(Socket socket) throws IOException {
        try (socket) {
            InputStream in = socket.getInputStream();
            for (int end = 0; end != 0x0d0a0d0a; ) {
                end = end << 8 | in.read();
            }
            socket.getOutputStream()
                    .write("HTTP/1.1 413 No\r\nContent-Length: 0\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            return new String(in.readAllBytes(), StandardCharsets.US_ASCII);
        }
    }

    @Test
    void leaveABodyInChunksWithoutItsEnd() throws Exception {
        wroteOn.countDown();
        try (ServerSocket listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            CompletableFuture<String> body = CompletableFuture.supplyAsync(() -> {
                try {
                    return bodyOfRefused(listener.accept());
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
            ClassicHttpRequest request = ClassicRequestBuilder.post("http://localhost:" + listener.getLocalPort() + "/")
                    .build();
            request.setEntity(new EntityTemplate(-1, ContentType.TEXT_PLAIN, null, this::writeAmidResponse));

            assertThat(ClientCalls.send(pool.blockingClient(), request)).isEqualTo("413 ");
            assertThat(body.get(30, TimeUnit.SECONDS)).doesNotContain("\r\n0\r\n");
            awaitRest();
            assertThat(pool.snapshot().idle()).isZero();
        }
    }

    @Test
    void areFollowedWhereTheyLeadElsewhereWithoutTheBody() throws Exception {
        try (LoopbackServer server = answering(303, "Location", "/next")) {
            String answer = ClientCalls.send(pool.blockingClient(), post(server, -1, this::writeAmidResponse));

            assertThat(answer).isEqualTo("200 next");
            awaitRest();
        }
    }

    @Test
    void areToldWhereTheBodyCannotGoElsewhere() {
        try (LoopbackServer server = answering(307, "Location", "/next")) {
            assertThatThrownBy(() -> ClientCalls.send(pool.blockingClient(), post(server, -1, this::writeAmidResponse)))
                    .isInstanceOf(ClientProtocolException.class)
                    .hasMessageContaining("cannot be sent again");
            awaitRest();
        }
    }
}
