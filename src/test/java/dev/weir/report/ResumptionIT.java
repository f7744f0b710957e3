package dev.weir.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.HttpPool;
import dev.weir.HttpPoolBuilder;
import dev.weir.ManagedPool;
import dev.weir.RequestFacts;
import dev.weir.event.PoolEvent.DialEnded;
import dev.weir.micrometer.PoolMetrics;
import dev.weir.testpool.ClientCalls;
import dev.weir.testpool.EventRecorder;
import dev.weir.testpool.PatientPool;
import dev.weir.testpool.PoolCall;
import dev.weir.testserver.LoopbackServer;
import dev.weir.testserver.TestCertificates;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import org.apache.hc.client5.http.classic.methods.HttpGet;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.protocol.HttpClientContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whether a TLS handshake resumed a session, as facts, events and meters tell. */
class ResumptionIT {

    private static final TestCertificates CERTIFICATES = TestCertificates.trusted();

    private final EventRecorder events = new EventRecorder();
    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private LoopbackServer server =
            LoopbackServer.https(CERTIFICATES).maxRequests(1).start();

    @AfterEach
    void stop() {
        server.close();
    }

    private HttpPoolBuilder pool() {
        return PatientPool.builder("shop")
                .sslContext(CERTIFICATES.clientContext())
                .listener(events)
                .listener(PoolMetrics.bindTo(meters));
    }

    private RequestFacts call(ManagedPool pool, CloseableHttpClient client) throws IOException {
        PoolCall.awaitUntil(
                () -> pool.snapshot().leased() == 0 && pool.snapshot().idle() == 0);
        HttpClientContext context = HttpClientContext.create();
        RequestFacts facts = RequestFacts.record(context);
        ClientCalls.send(client, new HttpGet("https://localhost:" + server.port() + "/"), context);
        return facts;
    }

    @ParameterizedTest
    @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
    void isSeenOnBlockingPools(String version) throws IOException {
        server.close();
        server = LoopbackServer.https(CERTIFICATES)
                .maxRequests(1)
                .onlyProtocol(version)
                .start();
        try (HttpPool pool = pool().build()) {
            RequestFacts first = call(pool, pool.client());
            RequestFacts second = call(pool, pool.client());

            assertThat(first.now().last().orElseThrow().isResumed()).isFalse();
            assertThat(second.now().last().orElseThrow().isResumed()).isTrue();
            assertThat(first).asString().containsPattern(", TLS [0-9.]+ ms \\(full\\), ");
            assertThat(second).asString().containsPattern(", TLS [0-9.]+ ms \\(resumed\\), ");
        }
    }

    @Test
    void isToldAndCounted() throws IOException {
        try (HttpPool pool = pool().build()) {
            call(pool, pool.client());
            call(pool, pool.client());

            assertThat(events.of(DialEnded.class))
                    .extracting(DialEnded::isResumed)
                    .containsExactly(false, true);
            assertThat(handshakes("full")).isEqualTo(1);
            assertThat(handshakes("resumed")).isEqualTo(1);
        }
    }

    private long handshakes(String kind) {
        return meters.get("weir.connections.tls")
                .tags("outcome", "connected", "handshake", kind)
                .timer()
                .count();
    }
}
