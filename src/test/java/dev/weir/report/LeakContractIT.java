package dev.weir.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.weir.AsyncHttpPool;
import dev.weir.event.CloseCause;
import dev.weir.event.PoolEvent.LeakSuspected;
import dev.weir.testpool.EventRecorder;
import dev.weir.testpool.PatientPool;
import dev.weir.testpool.PoolBooks;
import dev.weir.testpool.PoolCall;
import dev.weir.testpool.PoolInUse;
import dev.weir.testpool.PoolKind;
import dev.weir.testserver.Http2Server;
import dev.weir.testserver.TestCertificates;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Future;
import org.apache.hc.client5.http.HttpRoute;
import org.apache.hc.client5.http.classic.methods.HttpPost;
import org.apache.hc.client5.http.nio.AsyncClientConnectionManager;
import org.apache.hc.client5.http.nio.AsyncConnectionEndpoint;
import org.apache.hc.client5.http.protocol.HttpClientContext;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.http.io.entity.StringEntity;
import org.apache.hc.core5.util.Timeout;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Exchanges whose response is neither read nor closed. */
@ParameterizedClass
@EnumSource
class LeakContractIT {

    private static final Duration LIMIT = Duration.ofMillis(200);
    // More than a stream may send before its caller reads.
    private static final String LONG_BODY = "x".repeat(2_000_000);

    private final EventRecorder events = new EventRecorder();
    private final Http2Server server = Http2Server.allowing(100);
    private final PoolInUse pool;

    LeakContractIT(PoolKind kind) {
        this.pool = kind.build(PatientPool.builder("shop")
                .sslContext(TestCertificates.trusted().clientContext())
                .timeouts(t -> t.read(Duration.ZERO))
                .leakDetection(LIMIT)
                .listener(events));
    }

    @AfterEach
    void close() {
        pool.close();
        server.close();
    }

    private ClassicHttpResponse open() throws IOException {
        return pool.client().executeOpen(null, order(), null);
    }

    private HttpPost order() {
        HttpPost request = new HttpPost(server.uri() + "/orders?token=secret");
        request.setEntity(new StringEntity(LONG_BODY, ContentType.TEXT_PLAIN));
        return request;
    }

    private LeakSuspected awaitSuspicion(int count) {
        PoolCall.awaitUntil(() -> events.of(LeakSuspected.class).size() == count);
        return events.of(LeakSuspected.class).get(count - 1);
    }

    @Test
    void areSuspectedAfterATimeAndToldOfWhenTheyEnd() throws IOException {
        ClassicHttpResponse response = open();
        LeakSuspected suspicion = awaitSuspicion(1);
        response.close();

        assertThat(suspicion.isCollected()).isFalse();
        assertThat(suspicion.held()).isGreaterThanOrEqualTo(LIMIT);
        assertThat(suspicion.thread()).isEqualTo(Thread.currentThread().getName());
        assertThat(suspicion.request()).isEqualTo("POST /orders");
        PoolBooks.atRest(pool.pool());
    }

    @Test
    void recordWhereTheyComeFromAfterTheFirst() throws IOException {
        try (ClassicHttpResponse first = open()) {
            awaitSuspicion(1);
            try (ClassicHttpResponse second = open()) {
                LeakSuspected suspicion = awaitSuspicion(2);

                assertThat(suspicion.callSite()).startsWith("dev.weir.report.LeakContractIT.open(LeakContractIT.java:");
                assertThat(second.getCode()).isEqualTo(first.getCode());
            }
        }
    }

    @Test
    void areNotSuspectedWhileTheServerIsSlowToAnswer() throws Exception {
        PoolCall<String> slow = PoolCall.start(() -> pool.get(server.uri() + "/held"));
        PoolCall.awaitUntil(() -> server.held() == 1);
        try (ClassicHttpResponse other = open()) {
            // By then the slow one would have been found, too.
            PoolCall.awaitUntil(() -> suspected().contains("POST /orders"));

            assertThat(other.getCode()).isEqualTo(200);
            assertThat(suspected()).doesNotContain("GET /held");
        }
        server.release();
        assertThat(slow.get()).isEqualTo("/held");
    }

    private List<String> suspected() {
        return events.of(LeakSuspected.class).stream()
                .map(LeakSuspected::request)
                .toList();
    }

    @Test
    void areToldOfByTheDiagnosisUntilTheyEnd() throws IOException {
        try (ClassicHttpResponse response = open()) {
            awaitSuspicion(1);

            assertThat(response.getCode()).isEqualTo(200);
            assertThat(pool.pool().diagnose().toString()).contains("leak");
        }
        PoolCall.awaitUntil(() -> !pool.pool().diagnose().toString().contains("leak"));
    }

    @Test
    void areTakenBackWhenTheResponseIsGarbage() throws IOException {
        HttpClientContext context = HttpClientContext.create();
        pool.pool()
                .reconfigure(pool.pool().config().toBuilder()
                        .leakDetection(Duration.ZERO)
                        .build());

        // What a blocking client leaves in the context holds the response.
        loseResponse(pool.pool() instanceof AsyncHttpPool ? context : HttpClientContext.create());
        awaitCollected();

        assertThat(events.only(LeakSuspected.class).isCollected()).isTrue();
        assertThat(events.only(LeakSuspected.class).request()).isEqualTo("POST /orders");
        assertThat(pool.get(server.uri() + "/again", context)).isEqualTo("/again");
        PoolBooks.atRest(pool.pool());
        assertThat(PoolBooks.causes(pool.pool()).keySet()).isSubsetOf(CloseCause.LEAKED); // over HTTP/2 it stays open
    }

    private void loseResponse(HttpClientContext context) throws IOException {
        assertThat(pool.client().executeOpen(null, order(), context).getCode()).isEqualTo(200);
    }

    private void awaitCollected() {
        PoolCall.awaitUntil(() -> {
            System.gc();
            return pool.snapshot().leased() + pool.snapshot().dialing() == 0
                    && !events.of(LeakSuspected.class).isEmpty();
        });
    }

    @Test
    void areNotTakenBackWhileTheProgramHoldsTheBody() throws IOException {
        InputStream body = open().getEntity().getContent();
        loseResponse(HttpClientContext.create());
        awaitCollected(1);

        assertThat(body.readAllBytes()).hasSize(LONG_BODY.length());
    }

    private void awaitCollected(int count) {
        PoolCall.awaitUntil(() -> {
            System.gc();
            return events.of(LeakSuspected.class).stream()
                            .filter(LeakSuspected::isCollected)
                            .count()
                    == count;
        });
    }

    @Test
    void areTakenBackWhenAnEndpointIsGarbageThatWasNeverConnected() throws Exception {
        assumeTrue(pool.pool() instanceof AsyncHttpPool, "LeakIT has those of blocking pools");
        loseEndpoint();
        awaitCollected();

        assertThat(events.only(LeakSuspected.class).isCollected()).isTrue();
        assertThat(pool.get(server.uri() + "/again")).isEqualTo("/again");
    }

    @Test
    void areTakenBackWhenAConnectedEndpointIsGarbage() throws Exception {
        assumeTrue(pool.pool() instanceof AsyncHttpPool, "LeakIT has those of blocking pools");
        loseConnectedEndpoint();
        awaitCollected();

        assertThat(events.only(LeakSuspected.class).isCollected()).isTrue();
        assertThat(pool.get(server.uri() + "/again")).isEqualTo("/again");
        PoolBooks.atRest(pool.pool());
    }

    private void loseConnectedEndpoint() throws Exception {
        AsyncClientConnectionManager manager = ((AsyncHttpPool) pool.pool()).connectionManager();
        AsyncConnectionEndpoint endpoint = lease().get();
        manager.connect(endpoint, null, Timeout.ofSeconds(40), null, HttpClientContext.create(), null)
                .get();
        assertThat(endpoint.isConnected()).isTrue();
    }

    private void loseEndpoint() {
        assertThat(lease()).isDone();
    }

    private Future<AsyncConnectionEndpoint> lease() {
        HttpRoute route = new HttpRoute(HttpHost.create(URI.create(server.uri())), null, true);
        return ((AsyncHttpPool) pool.pool())
                .connectionManager()
                .lease("lost", route, null, Timeout.ofSeconds(30), null);
    }
}
