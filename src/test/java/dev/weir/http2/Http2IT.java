package dev.weir.http2;

import static dev.weir.testpool.Answers.failure;
import static dev.weir.testpool.Answers.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.AsyncHttpPool;
import dev.weir.HttpPoolBuilder;
import dev.weir.config.Protocol;
import dev.weir.event.CloseCause;
import dev.weir.event.ConnectionSnapshot;
import dev.weir.event.PoolSnapshot;
import dev.weir.testpool.ClientCalls;
import dev.weir.testpool.PatientPool;
import dev.weir.testpool.PoolCall;
import dev.weir.testserver.Http2Server;
import dev.weir.testserver.TestCertificates;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.apache.hc.client5.http.async.methods.SimpleHttpRequest;
import org.apache.hc.client5.http.async.methods.SimpleHttpResponse;
import org.apache.hc.client5.http.async.methods.SimpleRequestBuilder;
import org.apache.hc.core5.http.ContentType;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** What an asynchronous pool promises of the exchanges that share its connections. */
class Http2IT {

    private AsyncHttpPool pool = builder().buildAsync();

    private static HttpPoolBuilder builder() {
        return PatientPool.builder("h2").sslContext(TestCertificates.trusted().clientContext());
    }

    private void rebuild(HttpPoolBuilder builder) {
        pool.close();
        pool = builder.buildAsync();
    }

    @AfterEach
    void close() {
        pool.close();
    }

    private Future<SimpleHttpResponse> get(String uri) {
        return send(SimpleRequestBuilder.get(uri).build());
    }

    private Future<SimpleHttpResponse> post(String uri) {
        return send(SimpleRequestBuilder.post(uri)
                .setBody("body", ContentType.TEXT_PLAIN)
                .build());
    }

    private Future<SimpleHttpResponse> send(SimpleHttpRequest request) {
        return pool.client().execute(request, null);
    }

    private List<Future<SimpleHttpResponse>> burst(int callers, String uri) {
        return IntStream.range(0, callers).mapToObj(caller -> get(uri)).toList();
    }

    private void awaitRest() {
        PoolCall.awaitUntil(() -> pool.snapshot().leased() == 0);
    }

    private long closedBy(CloseCause cause) {
        return pool.snapshot().routes().stream()
                .mapToLong(route -> route.closedBy().getOrDefault(cause, 0L))
                .sum();
    }

    @Nested
    class Sharing {
        @Test
        void speaksHttp2WhereTheServerDoes() throws Exception {
            try (Http2Server server = Http2Server.allowing(100)) {
                SimpleHttpResponse response = get(server.uri() + "/hello").get(30, TimeUnit.SECONDS);

                assertThat(response.getVersion()).hasToString("HTTP/2.0");
                assertThat(response.getBodyText()).isEqualTo("/hello");
                assertThat(pool.snapshot().routes().get(0).connections().get(0).protocol())
                        .isEqualTo("HTTP/2.0");
            }
        }

        @Test
        void retriesAStatusOnTheOnlyConnectionWhileOthersUseIt() throws Exception {
            rebuild(builder()
                    .protocol(Protocol.HTTP_2)
                    .maxPerRoute(1)
                    .retry(r -> r.onStatus(503).maxRetries(1).backoff(Duration.ofMillis(1), Duration.ofMillis(1))));
            try (Http2Server server = Http2Server.allowing(100)) {
                Future<SimpleHttpResponse> other = get(server.uri() + "/held");
                PoolCall.awaitUntil(() -> server.held() == 1);
                server.respondsWith(503);

                assertThat(get(server.uri() + "/").get(30, TimeUnit.SECONDS).getCode())
                        .isEqualTo(503);
                assertThat(server.requests()).isEqualTo(3);

                server.respondsWith(200);
                server.release();
                assertThat(text(other)).isEqualTo("/held");
                assertThat(server.accepted()).isEqualTo(1);
            }
        }

        @Test
        void speaksHttp1WhereTheServerDoesNotKnowBetter() {
            try (Http2Server server = Http2Server.ofHttp1()) {
                List<Future<SimpleHttpResponse>> answers = burst(5, server.uri() + "/held");
                PoolCall.awaitUntil(() -> server.held() == 5);
                server.release();

                assertThat(answers)
                        .allSatisfy(answer -> assertThat(text(answer)).isEqualTo("/held"));
                assertThat(server.accepted()).isEqualTo(5);
                awaitRest();
                assertThat(text(get(server.uri() + "/again"))).isEqualTo("/again");
                assertThat(server.accepted()).isEqualTo(5);
            }
        }

        @Test
        void twoHundredCallersOfAColdPoolShareTwoConnections() {
            try (Http2Server server = Http2Server.allowing(100)) {
                List<Future<SimpleHttpResponse>> answers = burst(200, server.uri() + "/held");
                PoolCall.awaitUntil(() -> server.held() == 200);
                PoolSnapshot now = pool.snapshot();
                server.release();

                assertThat(server.accepted()).isEqualTo(2);
                assertThat(now.leased()).isEqualTo(200);
                assertThat(answers)
                        .allSatisfy(answer -> assertThat(text(answer)).isEqualTo("/held"));
            }
        }

        @Test
        void servesOneAfterTheOtherWhereAllConnectionsAreFull() {
            rebuild(builder().maxPerRoute(1));
            try (Http2Server server = Http2Server.allowing(2)) {
                List<Future<SimpleHttpResponse>> answers = burst(6, server.uri() + "/held");
                PoolCall.awaitUntil(() -> server.held() == 2 && pool.snapshot().pending() == 4);
                server.release();

                assertThat(answers)
                        .allSatisfy(answer -> assertThat(text(answer)).isEqualTo("/held"));
                assertThat(server.mostAtOnce()).isEqualTo(2);
                assertThat(server.accepted()).isEqualTo(1);
            }
        }

        @Test
        void refusesAServerThatCannotSpeakHttp2IfNothingElseWillDo() {
            rebuild(builder().protocol(Protocol.HTTP_2));
            try (Http2Server server = Http2Server.ofHttp1()) {
                assertThat(failure(get(server.uri() + "/hello"))).isInstanceOf(IOException.class);
                awaitRest();
            }
        }
    }

    @Nested
    class Isolation {
        @Test
        void aCanceledRequestLeavesItsSiblingsAlone() {
            try (Http2Server server = Http2Server.allowing(100)) {
                List<Future<SimpleHttpResponse>> answers = burst(3, server.uri() + "/held");
                PoolCall.awaitUntil(() -> server.held() == 3);
                boolean cancelled = answers.get(1).cancel(true);
                PoolCall.awaitUntil(() -> pool.snapshot().leased() == 2);
                server.release();

                assertThat(cancelled).isTrue();
                assertThat(text(answers.get(0))).isEqualTo("/held");
                assertThat(text(answers.get(2))).isEqualTo("/held");
                assertThat(server.accepted()).isEqualTo(1);
                assertThat(pool.snapshot().routes().get(0).closed()).isZero();
            }
        }
    }

    @Nested
    class ServersThatClose {
        @Test
        void noneOfThreeHundredCallersNoticesThatTheServerClosesAfterAHundredRequests() {
            try (Http2Server server = Http2Server.closingAfter(100)) {
                int rounds = 10; // 3000 requests, so that 1.2 dials per 100 are 36
                for (int round = 0; round < rounds; round++) {
                    List<Future<SimpleHttpResponse>> answers = IntStream.range(0, 300)
                            .mapToObj(caller ->
                                    caller % 2 == 0 ? post(server.uri() + "/posted") : get(server.uri() + "/hello"))
                            .toList();

                    assertThat(answers)
                            .allSatisfy(answer -> assertThat(text(answer)).isIn("body", "/hello"));
                }

                assertThat(server.requests()).isEqualTo(300 * rounds);
                assertThat(server.accepted()).isLessThanOrEqualTo(36);
            }
        }

        @Test
        void requestsUnderWayAreAnsweredAfterGoAwayAndLaterOnesUseAnotherConnection() {
            try (Http2Server server = Http2Server.allowing(100)) {
                Future<SimpleHttpResponse> before = get(server.uri() + "/held");
                PoolCall.awaitUntil(() -> server.held() == 1);
                server.goAway();
                PoolCall.awaitUntil(
                        () -> text(get(server.uri() + "/after")).equals("/after") && server.accepted() == 2);
                server.release();

                assertThat(text(before)).isEqualTo("/held");
                PoolCall.awaitUntil(() -> closedBy(CloseCause.SERVER_CLOSE_HEADER) == 1);
            }
        }
    }

    @Nested
    class Limits {

        @Test
        void aConnectionInUseTakesNoNewRequestOnceItsLifetimeIsOver() {
            rebuild(builder().eviction(e -> e.maxLifetime(Duration.ofSeconds(1))));
            try (Http2Server server = Http2Server.allowing(100)) {
                Future<SimpleHttpResponse> first = get(server.uri() + "/held");
                PoolCall.awaitUntil(() -> server.held() == 1);
                PoolCall.awaitUntil(
                        () -> text(get(server.uri() + "/hello")).equals("/hello") && server.accepted() >= 2);
                server.release();

                assertThat(text(first)).isEqualTo("/held");
                PoolCall.awaitUntil(() -> closedBy(CloseCause.MAX_LIFETIME) >= 1);
            }
        }
    }

    /** Routes that speak another version of HTTP than the rest of their pool. */
    @Nested
    class RouteProtocol {
        private Http2Server ruled;
        private Http2Server other;

        @BeforeEach
        void start() {
            ruled = Http2Server.allowing(100);
            other = Http2Server.allowing(100);
        }

        @AfterEach
        void stop() throws Exception {
            ruled.close();
            other.close();
        }

        private static HttpPoolBuilder pool(Protocol protocol) {
            return PatientPool.builder("test")
                    .protocol(protocol)
                    .sslContext(TestCertificates.trusted().clientContext());
        }

        private List<String> protocols(AsyncHttpPool pool) throws IOException {
            ClientCalls.get(pool.blockingClient(), URI.create(ruled.uri() + "/"));
            ClientCalls.get(pool.blockingClient(), URI.create(other.uri() + "/"));
            return List.of(protocol(pool, ruled), protocol(pool, other));
        }

        private static String protocol(AsyncHttpPool pool, Http2Server server) {
            return pool.snapshot().routes().stream()
                    .filter(route -> route.target().equals(server.uri()))
                    .flatMap(route -> route.connections().stream())
                    .map(ConnectionSnapshot::protocol)
                    .findFirst()
                    .orElse("none");
        }

        @Test
        void speakHttp1WhereARuleSaysSo() throws IOException {
            try (AsyncHttpPool pool = pool(Protocol.NEGOTIATE)
                    .route(ruled.uri(), r -> r.protocol(Protocol.HTTP_1_1))
                    .buildAsync()) {
                assertThat(protocols(pool)).containsExactly("HTTP/1.1", "HTTP/2.0");
            }
        }

        @Test
        void speakHttp2WhereARuleSaysSo() throws IOException {
            try (AsyncHttpPool pool = pool(Protocol.HTTP_1_1)
                    .route(ruled.uri(), r -> r.protocol(Protocol.HTTP_2))
                    .buildAsync()) {
                assertThat(protocols(pool)).containsExactly("HTTP/2.0", "HTTP/1.1");
            }
        }

        @Test
        void getNewConnectionsWhenTheirProtocolChanges() throws IOException {
            try (AsyncHttpPool pool = pool(Protocol.NEGOTIATE).buildAsync()) {
                protocols(pool);

                pool.reconfigure(pool.config().toBuilder()
                        .route(ruled.uri(), r -> r.protocol(Protocol.HTTP_1_1))
                        .build());

                assertThat(protocols(pool)).containsExactly("HTTP/1.1", "HTTP/2.0");
                assertThat(other.accepted()).isEqualTo(1);
            }
        }
    }
}
