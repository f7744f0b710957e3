package dev.weir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.failure.TotalTimeoutException;
import dev.weir.testserver.Handler;
import dev.weir.testserver.Http2Server;
import dev.weir.testserver.LoopbackServer;
import dev.weir.testserver.TestCertificates;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.List;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.io.entity.EntityUtils;
import org.apache.hc.core5.http.io.support.ClassicRequestBuilder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** HTTP/2 for blocking code. */
class BlockingHttp2IT {

    private AsyncHttpPool pool = build(Duration.ofSeconds(60));

    private static AsyncHttpPool build(Duration total) {
        return HttpPool.builder("h2")
                .sslContext(TestCertificates.trusted().clientContext())
                .timeouts(t -> t.read(Duration.ZERO).total(total))
                .buildAsync();
    }

    @AfterEach
    void close() {
        pool.close();
    }

    private String send(ClassicHttpRequest request) throws IOException {
        return pool.blockingClient().execute(request, response -> EntityUtils.toString(response.getEntity()));
    }

    private String get(String uri) throws IOException {
        return send(ClassicRequestBuilder.get(uri).build());
    }

    private void awaitRest() {
        PoolCall.awaitUntil(() -> pool.snapshot().leased() == 0);
    }

    @Test
    void manyThreadsShareOneConnection() throws Exception {
        try (Http2Server server = Http2Server.allowing(100)) {
            List<PoolCall<String>> calls = PoolCall.start(50, caller -> () -> get(server.uri() + "/held"));
            PoolCall.awaitUntil(() -> server.held() == 50);
            server.release();

            for (PoolCall<String> call : calls) {
                assertThat(call.get()).isEqualTo("/held");
            }
            assertThat(server.accepted()).isEqualTo(1);
        }
    }

    @Test
    void sendsShortAndLongBodies() throws Exception {
        try (Http2Server server = Http2Server.allowing(100)) {
            String text = "0123456789".repeat(50_000);

            String shortAnswer = send(ClassicRequestBuilder.post(server.uri() + "/posted")
                    .setEntity("short", ContentType.TEXT_PLAIN)
                    .build());
            String longAnswer = send(ClassicRequestBuilder.post(server.uri() + "/posted")
                    .setEntity(text, ContentType.TEXT_PLAIN)
                    .build());

            assertThat(shortAnswer).isEqualTo("short");
            assertThat(longAnswer).isEqualTo(text);
        }
    }

    @Test
    void anInterruptEndsTheCallAndItsExchange() throws Exception {
        try (Http2Server server = Http2Server.allowing(100)) {
            get(server.uri() + "/hello");
            PoolCall<String> call = PoolCall.start(() -> get(server.uri() + "/held"));
            PoolCall.awaitUntil(() -> server.held() == 1);

            call.thread().interrupt();

            assertThat(call.failure()).isInstanceOf(InterruptedIOException.class);
            awaitRest();
            assertThat(get(server.uri() + "/next")).isEqualTo("/next");
            assertThat(server.accepted()).isEqualTo(1);
        }
    }

    @Test
    void aCallEndsWhenItsTotalTimeIsOver() throws Exception {
        pool.close();
        pool = build(Duration.ofMillis(1_500));
        try (Http2Server server = Http2Server.allowing(100)) {
            get(server.uri() + "/hello");

            assertThatThrownBy(() -> get(server.uri() + "/held")).isInstanceOf(TotalTimeoutException.class);
            awaitRest();
            assertThat(get(server.uri() + "/next")).isEqualTo("/next");
            assertThat(server.accepted()).isEqualTo(1);
        }
    }

    @Test
    void closingTheClientLeavesThePoolOpen() throws Exception {
        try (Http2Server server = Http2Server.allowing(100)) {
            pool.blockingClient().close();
            pool.client().close();

            assertThat(get(server.uri() + "/hello")).isEqualTo("/hello");
        }
    }

    @Test
    void speaksPlainHttp1ToServersWithoutTls() throws Exception {
        try (LoopbackServer server =
                LoopbackServer.http().handler(Handler.ok("plain")).start()) {
            assertThat(get(server.uri("/").toString())).isEqualTo("plain");
        }
    }
}
