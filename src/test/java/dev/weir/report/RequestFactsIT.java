package dev.weir.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.AsyncHttpPool;
import dev.weir.HttpPool;
import dev.weir.RequestFacts;
import dev.weir.config.Protocol;
import dev.weir.event.LeaseOutcome;
import dev.weir.micrometer.PoolMetrics;
import dev.weir.testpool.ClientCalls;
import dev.weir.testpool.PatientPool;
import dev.weir.testpool.PoolCall;
import dev.weir.testserver.Http2Server;
import dev.weir.testserver.LoopbackServer;
import dev.weir.testserver.TestCertificates;
import io.micrometer.common.KeyValue;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.hc.client5.http.classic.methods.HttpGet;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.apache.hc.client5.http.protocol.HttpClientContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What one request reports about how it got its connection. */
class RequestFactsIT {

    private static final TestCertificates CERTIFICATES = TestCertificates.trusted();

    private LoopbackServer server;
    private HttpPool pool;
    private final ObservationRegistry observations = ObservationRegistry.create();

    @BeforeEach
    void start() {
        server = LoopbackServer.https(CERTIFICATES).start();
        pool = PatientPool.builder("shop")
                .sslContext(CERTIFICATES.clientContext())
                .customizeClient(PoolMetrics.observe("shop", observations))
                .build();
        observations.observationConfig().observationHandler(context -> true);
    }

    @AfterEach
    void stop() {
        pool.close();
        server.close();
    }

    private HttpGet get() {
        return new HttpGet("https://localhost:" + server.port() + "/");
    }

    private RequestFacts call(CloseableHttpClient client) throws IOException {
        HttpClientContext context = HttpClientContext.create();
        RequestFacts facts = RequestFacts.record(context);
        ClientCalls.send(client, get(), context);
        return facts;
    }

    @Test
    void areKnownUnderAnyClient() throws IOException {
        try (CloseableHttpClient own = HttpClients.custom()
                .setConnectionManager(pool.connectionManager())
                .setConnectionManagerShared(true)
                .build()) {
            assertThat(call(own).now().last().orElseThrow().outcome()).isEqualTo(LeaseOutcome.DIALED);
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = Protocol.class,
            names = {"HTTP_1_1", "NEGOTIATE"})
    void areKnownOnAsynchronousPools(Protocol protocol) throws IOException {
        try (AsyncHttpPool async = PatientPool.builder("articles")
                .sslContext(CERTIFICATES.clientContext())
                .protocol(protocol)
                .buildAsync()) {
            RequestFacts first = call(async.blockingClient());
            PoolCall.awaitUntil(() -> async.snapshot().leased() == 0);
            RequestFacts second = call(async.blockingClient());

            assertThat(first.now().last().orElseThrow().outcome()).isEqualTo(LeaseOutcome.DIALED);
            assertThat(first.now().last().orElseThrow().dialed())
                    .isGreaterThan(first.now().last().orElseThrow().handshake());
            assertThat(first.now().last().orElseThrow().handshake()).isPositive();
            assertThat(first.now().last().orElseThrow().uses()).isEqualTo(1);
            assertThat(first.now().exchanges()).isEqualTo(1);
            assertThat(second.now().last().orElseThrow().outcome()).isEqualTo(LeaseOutcome.REUSED);
            assertThat(second.now().last().orElseThrow().uses()).isEqualTo(2);
        }
    }

    @Test
    void tellWhereTheTimeOfABlockingCallWent() throws IOException {
        RequestFacts first = call(pool.client());
        RequestFacts second = call(pool.client());

        phasesAreThere(first, "HTTP/1.1");
        phasesAreThere(second, "HTTP/1.1");
        assertThat(first).asString().startsWith("200 in ").contains(": dialed 127.0.0.1:" + server.port(), ", TLS ");
        assertThat(second).asString().contains(": reused 127.0.0.1:", "request 2, idle for ", ", first byte ");
    }

    @Test
    void tellOfAStreamHowLongItsConnectionWasIdle() throws Exception {
        try (Http2Server shared = Http2Server.allowing(100);
                AsyncHttpPool async = PatientPool.builder("articles")
                        .sslContext(CERTIFICATES.clientContext())
                        .buildAsync()) {
            HttpGet get = new HttpGet(shared.uri() + "/");
            HttpClientContext context = HttpClientContext.create();
            RequestFacts first = RequestFacts.record(context);
            ClientCalls.send(async.blockingClient(), get, context);
            PoolCall.awaitUntil(() -> async.snapshot().leased() == 0);
            RequestFacts second = RequestFacts.record(context);
            ClientCalls.send(async.blockingClient(), get, context);

            phasesAreThere(first, "HTTP/2.0");
            phasesAreThere(second, "HTTP/2.0");
            assertThat(first.now().last().orElseThrow().idleFor()).isZero();
            assertThat(second.now().last().orElseThrow().idleFor()).isPositive();
        }
    }

    private static void phasesAreThere(RequestFacts facts, String protocol) {
        assertThat(facts.now().last().orElseThrow().status()).hasValue(200);
        assertThat(facts.now().failure()).isEmpty();
        assertThat(facts.now().last().orElseThrow().protocol()).isEqualTo(protocol);
        assertThat(facts.now().last().orElseThrow().remoteAddress()).isInstanceOf(InetSocketAddress.class);
        assertThat(facts.now().last().orElseThrow().firstByte()).isPositive();
        assertThat(facts.now().total())
                .isGreaterThanOrEqualTo(facts.now()
                        .last()
                        .orElseThrow()
                        .firstByte()
                        .plus(facts.now().last().orElseThrow().body())
                        .plus(facts.now().last().orElseThrow().waited()));
    }

    @Test
    void ofAContextThatServesAnotherCallAreThoseOfTheLast() throws IOException {
        HttpClientContext context = HttpClientContext.create();
        RequestFacts facts = RequestFacts.record(context);
        ClientCalls.send(pool.client(), get(), context);

        ClientCalls.send(pool.client(), get(), context);

        assertThat(facts.now().last().orElseThrow().outcome()).isEqualTo(LeaseOutcome.REUSED);
        assertThat(facts.now().exchanges()).isEqualTo(1);
    }

    @Test
    void reachTheCallerAndThePoolBesideAnObservation() throws Exception {
        HttpClientContext context = HttpClientContext.create();
        RequestFacts facts = RequestFacts.record(context);

        Observation.start("orders", observations).observeChecked(() -> ClientCalls.send(pool.client(), get(), context));

        assertThat(facts.now().exchanges()).isEqualTo(1);
        assertThat(facts.now().total()).isPositive();
    }

    @Test
    void areAddedToTheCurrentObservation() throws Exception {
        Observation observation = Observation.start("orders", observations);
        observation.observeChecked(() -> ClientCalls.send(pool.client(), get()));

        Map<String, String> low = values(observation.getContext().getLowCardinalityKeyValues());
        Map<String, String> high = values(observation.getContext().getHighCardinalityKeyValues());
        assertThat(low).isEmpty();
        assertThat(high)
                .containsOnlyKeys(
                        "weir.pool",
                        "weir.lease",
                        "weir.queue.ms",
                        "weir.dial.ms",
                        "weir.dns.ms",
                        "weir.tls.ms",
                        "weir.first_byte.ms",
                        "weir.connection.id",
                        "weir.connection.uses",
                        "weir.exchanges")
                .containsEntry("weir.lease", "dialed")
                .containsEntry("weir.connection.uses", "1")
                .containsEntry("weir.queue.ms", "0");
    }

    private static Map<String, String> values(Iterable<KeyValue> pairs) {
        return java.util.stream.StreamSupport.stream(pairs.spliterator(), false)
                .collect(Collectors.toMap(KeyValue::getKey, KeyValue::getValue));
    }
}
