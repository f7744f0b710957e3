package dev.weir;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.event.LeakReturned;
import dev.weir.event.LeakSuspected;
import dev.weir.testserver.Http2Server;
import dev.weir.testserver.TestCertificates;
import java.io.IOException;
import java.time.Duration;
import org.apache.hc.client5.http.classic.methods.HttpPost;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.io.entity.StringEntity;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Exchanges of asynchronous pools whose answer nobody reads or closes. */
@ParameterizedClass
@EnumSource(names = {"ASYNC_OVER_HTTP_1", "ASYNC_OVER_HTTP_2"})
class AsyncLeakIT {

    private static final Duration LIMIT = Duration.ofMillis(200);
    // More than a stream may send before somebody reads.
    private static final String LONG_BODY = "x".repeat(2_000_000);

    private final EventRecorder events = new EventRecorder();
    private final Http2Server server = Http2Server.allowing(100);
    private final PoolInUse pool;

    AsyncLeakIT(PoolKind kind) {
        this.pool = kind.build(PatientPool.builder("shop")
                .sslContext(TestCertificates.trusted().clientContext())
                .leakDetection(LIMIT)
                .listener(events));
    }

    @AfterEach
    void close() {
        pool.close();
        server.close();
    }

    private ClassicHttpResponse open() throws IOException {
        HttpPost request = new HttpPost(server.uri() + "/orders?token=secret");
        request.setEntity(new StringEntity(LONG_BODY, ContentType.TEXT_PLAIN));
        return pool.client().executeOpen(null, request, null);
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

        assertThat(suspicion.kind()).isEqualTo(LeakSuspected.Kind.HELD_TOO_LONG);
        assertThat(suspicion.heldNanos()).isGreaterThanOrEqualTo(LIMIT.toNanos());
        assertThat(suspicion.thread()).isEqualTo(Thread.currentThread().getName());
        assertThat(suspicion.request()).isEqualTo("POST /orders");
        PoolCall.awaitUntil(() -> events.of(LeakReturned.class).size() == 1);
        assertThat(events.only(LeakReturned.class).request()).isEqualTo("POST /orders");
        PoolBooks.atRest(pool.pool());
    }

    @Test
    void recordWhereTheyComeFromAfterTheFirst() throws IOException {
        try (ClassicHttpResponse first = open()) {
            awaitSuspicion(1);
            try (ClassicHttpResponse second = open()) {
                LeakSuspected suspicion = awaitSuspicion(2);

                assertThat(suspicion.callSite()).startsWith("dev.weir.AsyncLeakIT.open(AsyncLeakIT.java:");
                assertThat(second.getCode()).isEqualTo(first.getCode());
            }
        }
    }

    @Test
    void areNotSuspectedWhileTheServerIsSlowToAnswer() throws Exception {
        PoolCall<String> slow = PoolCall.start(() -> pool.get(server.uri() + "/held"));
        PoolCall.awaitUntil(() -> server.held() == 1);
        try (ClassicHttpResponse other = open()) {
            awaitSuspicion(1); // by then the slow one would have been found, too

            assertThat(other.getCode()).isEqualTo(200);
            assertThat(events.of(LeakSuspected.class))
                    .extracting(LeakSuspected::request)
                    .containsExactly("POST /orders");
        }
        server.release();
        assertThat(slow.get()).isEqualTo("/held");
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
}
