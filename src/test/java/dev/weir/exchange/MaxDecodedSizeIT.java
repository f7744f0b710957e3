package dev.weir.exchange;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.weir.AsyncHttpPool;
import dev.weir.HttpPool;
import dev.weir.HttpPoolBuilder;
import dev.weir.ManagedPool;
import dev.weir.config.Protocol;
import dev.weir.failure.BodyTooLargeException;
import dev.weir.testpool.PatientPool;
import dev.weir.testserver.Exchange;
import dev.weir.testserver.LoopbackServer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.zip.GZIPOutputStream;
import org.apache.hc.client5.http.async.methods.SimpleHttpResponse;
import org.apache.hc.client5.http.async.methods.SimpleRequestBuilder;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.core5.http.io.entity.EntityUtils;
import org.apache.hc.core5.http.io.support.ClassicRequestBuilder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The limit on the size of decoded bodies, on every client. */
@Timeout(60)
class MaxDecodedSizeIT {

    private static final int LIMIT = 1_000;

    /** How a client gets a body. */
    private enum Client {
        BLOCKING,
        BLOCKING_OVER_ASYNC,
        ASYNC
    }

    private final LoopbackServer server =
            LoopbackServer.http().handler(MaxDecodedSizeIT::answer).start();

    private static void answer(Exchange exchange) throws IOException {
        byte[] body = new byte[Integer.parseInt(exchange.target().replaceAll("\\D", ""))];
        if (exchange.target().startsWith("/packed")) {
            ByteArrayOutputStream packed = new ByteArrayOutputStream();
            try (OutputStream gzip = new GZIPOutputStream(packed)) {
                gzip.write(body);
            }
            exchange.respond(200, packed.toByteArray(), "Content-Encoding", "gzip");
        } else if (exchange.target().startsWith("/chunked")) {
            String head =
                    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n" + Integer.toHexString(body.length) + "\r\n";
            exchange.output().write(head.getBytes(StandardCharsets.US_ASCII));
            exchange.output().write(body);
            exchange.output().write("\r\n0\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
        } else {
            exchange.respond(200, body);
        }
    }

    private final HttpPool blocking = builder().build();
    private final AsyncHttpPool async = builder().protocol(Protocol.HTTP_1_1).buildAsync();

    private static HttpPoolBuilder builder() {
        return PatientPool.builder("shop").maxDecodedSize(LIMIT);
    }

    @AfterEach
    void close() {
        blocking.close();
        async.close();
        server.close();
    }

    private int get(Client client, String path) throws Exception {
        return switch (client) {
            case BLOCKING -> get(blocking.client(), path);
            case BLOCKING_OVER_ASYNC -> get(async.blockingClient(), path);
            case ASYNC -> getAsync(path);
        };
    }

    private int get(CloseableHttpClient client, String path) throws IOException {
        return client.execute(
                ClassicRequestBuilder.get(server.uri(path)).build(),
                response -> EntityUtils.toByteArray(response.getEntity()).length);
    }

    private int getAsync(String path) throws Exception {
        try {
            SimpleHttpResponse response = async.client()
                    .execute(SimpleRequestBuilder.get(server.uri(path)).build(), null)
                    .get(30, TimeUnit.SECONDS);
            return response.getBodyBytes().length;
        } catch (ExecutionException e) {
            throw (Exception) e.getCause();
        }
    }

    private ManagedPool pool(Client client) {
        return client == Client.BLOCKING ? blocking : async;
    }

    @ParameterizedTest
    @EnumSource(Client.class)
    void passesBodiesUpToIt(Client client) throws Exception {
        assertThat(get(client, "/packed/1000")).isEqualTo(LIMIT);
        assertThat(get(client, "/plain/1000")).isEqualTo(LIMIT);
        assertThat(get(client, "/chunked/1000")).isEqualTo(LIMIT);
    }

    @ParameterizedTest
    @EnumSource(Client.class)
    void refusesLargerOnesOfAnyCoding(Client client) {
        for (String path : new String[] {"/packed/1001", "/plain/1001", "/chunked/1001"}) {
            assertThatThrownBy(() -> get(client, path))
                    .as(path)
                    .isInstanceOf(BodyTooLargeException.class)
                    .hasMessage(
                            "Pool 'shop': the decoded body of the response is larger than 1000 bytes (maxDecodedSize)."
                                    + " Raise the limit if such bodies are expected, or ask the server for less.");
        }
    }

    @ParameterizedTest
    @EnumSource(Client.class)
    void closesTheConnectionAndAsksOnce(Client client) throws Exception {
        BodyTooLargeException failure =
                catchThrowableOfType(BodyTooLargeException.class, () -> get(client, "/chunked/50000000"));

        server.awaitOpen(0, Duration.ofSeconds(30));
        assertThat(failure.limit()).isEqualTo(LIMIT);
        assertThat(failure.pool()).isEqualTo("shop");
        assertThat(server.requests()).isEqualTo(1);
        assertThat(pool(client).snapshot().leased()).isZero();
        assertThat(get(client, "/plain/7")).isEqualTo(7);
    }

    @Test
    void changesWithTheConfiguration() throws Exception {
        blocking.reconfigure(blocking.config().toBuilder().maxDecodedSize(0).build());
        async.reconfigure(async.config().toBuilder().maxDecodedSize(0).build());

        for (Client client : Client.values()) {
            assertThat(get(client, "/packed/1001")).isEqualTo(1_001);
        }
    }
}
