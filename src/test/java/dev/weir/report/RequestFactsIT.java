package dev.weir.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.AsyncHttpPool;
import dev.weir.HttpPool;
import dev.weir.RequestFacts;
import dev.weir.config.Protocol;
import dev.weir.event.LeaseFacts;
import dev.weir.event.LeaseOutcome;
import dev.weir.micrometer.PoolObservations;
import dev.weir.testpool.ClientCalls;
import dev.weir.testpool.PatientPool;
import dev.weir.testpool.PoolCall;
import dev.weir.testserver.LoopbackServer;
import dev.weir.testserver.TestCertificates;
import io.micrometer.common.KeyValue;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import java.io.IOException;
import java.time.Duration;
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

/** What one request can tell of how it got its connection. */
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
                .customizeClient(PoolObservations.on(observations))
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

    private LeaseFacts call(CloseableHttpClient client) throws IOException {
        HttpClientContext context = HttpClientContext.create();
        LeaseFacts facts = RequestFacts.record(context);
        ClientCalls.send(client, get(), context);
        return facts;
    }

    @Test
    void tellOfANewConnectionWhatItTook() throws IOException {
        LeaseFacts facts = call(pool.client());

        assertThat(facts.outcome()).hasValue(LeaseOutcome.DIALED);
        assertThat(facts.dialed()).isGreaterThan(facts.handshake());
        assertThat(facts.handshake()).isPositive();
        assertThat(facts.waited()).isZero();
        assertThat(facts.uses()).isEqualTo(1);
        assertThat(facts.exchanges()).isEqualTo(1);
    }

    @Test
    void tellOfAReusedConnectionThatItTookNothing() throws IOException {
        call(pool.client());

        LeaseFacts facts = call(pool.client());

        assertThat(facts.outcome()).hasValue(LeaseOutcome.REUSED);
        assertThat(facts.dialed()).isEqualTo(Duration.ZERO);
        assertThat(facts.handshake()).isEqualTo(Duration.ZERO);
        assertThat(facts.uses()).isEqualTo(2);
    }

    @Test
    void areKnownUnderAnyClient() throws IOException {
        try (CloseableHttpClient own = HttpClients.custom()
                .setConnectionManager(pool.connectionManager())
                .setConnectionManagerShared(true)
                .build()) {
            assertThat(call(own).outcome()).hasValue(LeaseOutcome.DIALED);
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
            LeaseFacts first = call(async.blockingClient());
            PoolCall.awaitUntil(() -> async.snapshot().leased() == 0);
            LeaseFacts second = call(async.blockingClient());

            assertThat(first.outcome()).hasValue(LeaseOutcome.DIALED);
            assertThat(first.dialed()).isGreaterThan(first.handshake());
            assertThat(first.handshake()).isPositive();
            assertThat(first.uses()).isEqualTo(1);
            assertThat(first.exchanges()).isEqualTo(1);
            assertThat(second.outcome()).hasValue(LeaseOutcome.REUSED);
            assertThat(second.uses()).isEqualTo(2);
        }
    }

    @Test
    void areEmptyBeforeTheCall() {
        LeaseFacts facts = RequestFacts.record(HttpClientContext.create());

        assertThat(facts.outcome()).isEmpty();
        assertThat(facts.exchanges()).isZero();
    }

    @Test
    void areAddedToTheCurrentObservation() throws Exception {
        Observation observation = Observation.start("orders", observations);
        observation.observeChecked(() -> ClientCalls.send(pool.client(), get()));

        Map<String, String> low = values(observation.getContext().getLowCardinalityKeyValues());
        Map<String, String> high = values(observation.getContext().getHighCardinalityKeyValues());
        assertThat(low).isEmpty();
        assertThat(high)
                .containsOnlyKeys("weir.lease", "weir.queue.ms", "weir.dial.ms", "weir.tls.ms", "weir.connection.uses")
                .containsEntry("weir.lease", "dialed")
                .containsEntry("weir.connection.uses", "1")
                .containsEntry("weir.queue.ms", "0");
    }

    private static Map<String, String> values(Iterable<KeyValue> pairs) {
        return java.util.stream.StreamSupport.stream(pairs.spliterator(), false)
                .collect(Collectors.toMap(KeyValue::getKey, KeyValue::getValue));
    }

    @Test
    void areNotAskedForWithoutAnObservation() throws IOException {
        assertThat(ClientCalls.send(pool.client(), get())).isEqualTo("200 ok");
    }
}
