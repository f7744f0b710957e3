package dev.weir.lifetime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.AsyncHttpPool;
import dev.weir.HttpPool;
import dev.weir.HttpPoolBuilder;
import dev.weir.ManagedPool;
import dev.weir.testpool.PoolBooks;
import dev.weir.testpool.PoolCall;
import dev.weir.testserver.Http2Server;
import dev.weir.testserver.TestCertificates;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.apache.hc.client5.http.async.methods.SimpleHttpResponse;
import org.apache.hc.client5.http.async.methods.SimpleRequestBuilder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What an asynchronous pool does where the TLS handshake agrees on another protocol than before, or behind a proxy. */
class ChangingServersIT {

    private AsyncHttpPool pool = builder().buildAsync();

    private static HttpPoolBuilder builder() {
        return HttpPool.builder("changing")
                .sslContext(TestCertificates.trusted().clientContext())
                .timeouts(t -> t.unordered()
                        .poolWait(PoolCall.PATIENCE)
                        .connect(PoolCall.PATIENCE)
                        .read(PoolCall.PATIENCE)
                        .total(Duration.ZERO));
    }

    @AfterEach
    void close() {
        pool.close();
    }

    private List<Future<SimpleHttpResponse>> burst(Http2Server server, int callers) {
        List<Future<SimpleHttpResponse>> answers = IntStream.range(0, callers)
                .mapToObj(caller -> pool.client()
                        .execute(
                                SimpleRequestBuilder.get(server.uri() + "/held").build(), null))
                .toList();
        PoolCall.awaitUntil(() -> server.held() == callers);
        return answers;
    }

    private static void assertAnswered(List<Future<SimpleHttpResponse>> answers, String version) throws Exception {
        for (Future<SimpleHttpResponse> answer : answers) {
            SimpleHttpResponse response = answer.get(PoolCall.PATIENCE.toSeconds(), TimeUnit.SECONDS);
            assertThat(response.getBodyText()).isEqualTo("/held");
            assertThat(response.getVersion()).hasToString(version);
        }
    }

    private void awaitRest() {
        PoolBooks.atRest((ManagedPool) pool);
    }

    @Test
    void connectionsCarryWhatTheirOwnHandshakeAgreedOn() throws Exception {
        try (Http2Server server = Http2Server.allowing(100)) {
            List<Future<SimpleHttpResponse>> many = burst(server, 8);
            assertThat(server.accepted()).isEqualTo(1);
            server.answerHeld();
            assertAnswered(many, "HTTP/2.0");
            server.offersHttp2(false);
            server.cut();
            PoolCall.awaitUntil(() -> pool.snapshot().idle() == 0);

            List<Future<SimpleHttpResponse>> single = burst(server, 8);
            assertThat(server.accepted()).isEqualTo(1 + 8);
            server.answerHeld();
            assertAnswered(single, "HTTP/1.1");
            awaitRest();
            server.offersHttp2(true);
            server.cut();
            PoolCall.awaitUntil(() -> pool.snapshot().idle() == 0);

            List<Future<SimpleHttpResponse>> again = burst(server, 8);
            server.release();
            assertAnswered(again, "HTTP/2.0");
            awaitRest();
        }
    }
}
