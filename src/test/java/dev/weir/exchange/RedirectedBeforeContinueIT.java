package dev.weir.exchange;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.AsyncHttpPool;
import dev.weir.config.Protocol;
import dev.weir.testpool.Answers;
import dev.weir.testpool.ClientCalls;
import dev.weir.testpool.PatientPool;
import dev.weir.testserver.LoopbackServer;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.apache.hc.client5.http.async.methods.SimpleHttpRequest;
import org.apache.hc.client5.http.async.methods.SimpleRequestBuilder;
import org.apache.hc.client5.http.classic.methods.HttpPut;
import org.apache.hc.client5.http.config.RequestConfig;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.HttpEntity;
import org.apache.hc.core5.http.io.entity.ByteArrayEntity;
import org.apache.hc.core5.http.io.entity.InputStreamEntity;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A server that redirects a request with {@code Expect: 100-continue} before it has read any of the body. */
@Timeout(60)
class RedirectedBeforeContinueIT {

    private static final int LENGTH = 2_000_000;

    private final List<String> seen = new CopyOnWriteArrayList<>();
    private final LoopbackServer server = LoopbackServer.http()
            .handler(exchange -> {
                if (exchange.target().equals("/a")) {
                    seen.add("a");
                    exchange.respond(307, new byte[0], "Location", "/b");
                } else {
                    seen.add("b " + exchange.body().length);
                    exchange.ok("ok");
                }
            })
            .start();

    @AfterEach
    void stop() {
        server.close();
    }

    private String put(CloseableHttpClient client, HttpEntity body) throws IOException {
        HttpPut request = new HttpPut(server.uri("/a"));
        request.setEntity(body);
        request.setConfig(RequestConfig.custom().setExpectContinueEnabled(true).build());
        return ClientCalls.send(client, request);
    }

    static Stream<HttpEntity> bodies() {
        return Stream.of(
                new ByteArrayEntity(new byte[LENGTH], null),
                new InputStreamEntity(new ByteArrayInputStream(new byte[LENGTH]), LENGTH, null));
    }

    @ParameterizedTest
    @MethodSource("bodies")
    void getsTheBodyWhereItSendsItFromABlockingClient(HttpEntity body) throws Exception {
        try (AsyncHttpPool pool =
                PatientPool.builder("test").protocol(Protocol.HTTP_1_1).buildAsync()) {
            assertThat(put(pool.blockingClient(), body)).isEqualTo("200 ok");
        }
        assertThat(seen).containsExactly("a", "b " + LENGTH);
    }

    @Test
    void getsItFromAnAsynchronousClient() throws Exception {
        SimpleHttpRequest request = SimpleRequestBuilder.put(server.uri("/a"))
                .setBody(new byte[LENGTH], ContentType.APPLICATION_OCTET_STREAM)
                .setRequestConfig(
                        RequestConfig.custom().setExpectContinueEnabled(true).build())
                .build();
        try (AsyncHttpPool pool =
                PatientPool.builder("test").protocol(Protocol.HTTP_1_1).buildAsync()) {
            assertThat(Answers.text(pool.send(request))).isEqualTo("ok");
        }
        assertThat(seen).containsExactly("a", "b " + LENGTH);
    }
}
