package dev.weir.http2;

import static dev.weir.testpool.Answers.failure;
import static dev.weir.testpool.Answers.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.AsyncHttpPool;
import dev.weir.HttpPoolBuilder;
import dev.weir.failure.PoolExhaustedException;
import dev.weir.failure.Verdict;
import dev.weir.testpool.PatientPool;
import dev.weir.testpool.PoolCall;
import dev.weir.testserver.Http2Server;
import dev.weir.testserver.TestCertificates;
import java.util.List;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.apache.hc.client5.http.async.methods.SimpleHttpResponse;
import org.apache.hc.client5.http.async.methods.SimpleRequestBuilder;
import org.junit.jupiter.api.Test;

/** What the diagnosis says of limits of connections whose connections carry several exchanges at once. */
class SizesOfSharedConnectionsIT {

    private static final int CALLERS = 120;

    private static HttpPoolBuilder builder() {
        return PatientPool.builder("h2").sslContext(TestCertificates.trusted().clientContext());
    }

    private static Future<SimpleHttpResponse> held(AsyncHttpPool pool, Http2Server server) {
        return pool.client()
                .execute(SimpleRequestBuilder.get(server.uri() + "/held").build(), null);
    }

    private static List<Future<SimpleHttpResponse>> burst(AsyncHttpPool pool, Http2Server server, int callers) {
        return IntStream.range(0, callers)
                .mapToObj(caller -> held(pool, server))
                .toList();
    }

    private static Throwable refused(AsyncHttpPool pool, Http2Server server) {
        pool.reconfigure(pool.config().toBuilder().maxPending(0).build());
        return failure(held(pool, server));
    }

    private static void finish(AsyncHttpPool pool, Http2Server server, List<Future<SimpleHttpResponse>> calls) {
        server.release();
        assertThat(calls).allSatisfy(call -> assertThat(text(call)).isEqualTo("/held"));
        PoolCall.awaitUntil(() -> pool.snapshot().leased() == 0);
    }

    @Test
    void adviseConnectionsWhereAllAreFull() {
        try (Http2Server server = Http2Server.allowing(2);
                AsyncHttpPool pool = builder().maxPerRoute(2).buildAsync()) {
            List<Future<SimpleHttpResponse>> calls = burst(pool, server, CALLERS);
            PoolCall.awaitUntil(() -> server.held() == 4 && pool.snapshot().pending() == CALLERS - 4);

            finish(pool, server, calls);

            assertThat(pool.diagnose().toString())
                    .contains("most at once 4 on 2 connections of 2 exchanges each, limit 2; ")
                    .contains("raise maxPerRoute to ");
        }
    }

    @Test
    void explainARefusalByFullConnections() {
        try (Http2Server server = Http2Server.allowing(3);
                AsyncHttpPool pool = builder().maxPerRoute(2).buildAsync()) {
            List<Future<SimpleHttpResponse>> calls = burst(pool, server, 6);
            PoolCall.awaitUntil(() -> server.held() == 6);

            assertThat(refused(pool, server))
                    .isInstanceOfSatisfying(
                            PoolExhaustedException.class,
                            refused -> assertThat(refused.verdict()).isEqualTo(Verdict.UNCLEAR))
                    .hasMessageContaining(
                            "because each of the 2 connections carries 3 exchanges, and takes no more (maxPerRoute");
            finish(pool, server, calls);
        }
    }
}
