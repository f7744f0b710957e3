package dev.weir.lease;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.weir.AsyncHttpPool;
import dev.weir.HttpPool;
import dev.weir.HttpPoolBuilder;
import dev.weir.testserver.Http2Server;
import dev.weir.testserver.TestCertificates;
import java.time.Duration;
import org.apache.hc.client5.http.config.ConnectionConfig;
import org.apache.hc.client5.http.config.RequestConfig;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManagerBuilder;
import org.apache.hc.client5.http.ssl.DefaultClientTlsStrategy;
import org.apache.hc.core5.util.Timeout;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A thousand threads, and ten thousand virtual ones, on a cold pool with few connections: what they spend on processors beside
 * the same threads on plain HttpClient, and that none is refused. A thread that polls for its turn takes the processor from the one
 * that it waits for, and a thousand of them spent a hundred times as much as they do when they park.
 */
class ManyCallersIT {

    private static final int CONNECTIONS = 20;
    private static final int THREADS = 1_000;
    private static final int VIRTUAL_THREADS = 10_000;
    // What ten thousand callers on a cold, busy machine cannot expect to exceed by the first leases that end there.
    private static final Duration PATIENCE = Duration.ofMinutes(10);

    // At most 1.5 times as much is the goal; the machine may be busy, and one run has to load what the other has not.
    private static final int TIMES_PLAIN = 3;
    private static final Duration NOISE = Duration.ofSeconds(1);

    private static Duration plainNeeds;

    @BeforeAll
    static void measurePlainHttpClient() throws Exception {
        spentOnPlainHttpClient(new Crowd(20)); // loads classes and compiles what both have in common
        plainNeeds = spentOnPlainHttpClient(new Crowd(THREADS));
    }

    @AfterAll
    static void forget() {
        plainNeeds = Duration.ZERO;
    }

    private static Duration spentOnPlainHttpClient(Crowd crowd) throws Exception {
        try (Http2Server server = Http2Server.ofHttp1();
                CloseableHttpClient client = plainClient()) {
            Duration spent = crowd.spentOn(client, server.uri());
            assertThat(crowd.failures()).isEmpty();
            return spent;
        }
    }

    private static CloseableHttpClient plainClient() {
        Timeout patience = Timeout.of(PATIENCE);
        return HttpClients.custom()
                .setConnectionManager(PoolingHttpClientConnectionManagerBuilder.create()
                        .setTlsSocketStrategy(new DefaultClientTlsStrategy(
                                TestCertificates.trusted().clientContext()))
                        .setDefaultConnectionConfig(ConnectionConfig.custom()
                                .setConnectTimeout(patience)
                                .build())
                        .setMaxConnPerRoute(CONNECTIONS)
                        .setMaxConnTotal(CONNECTIONS)
                        .build())
                .setDefaultRequestConfig(RequestConfig.custom()
                        .setConnectionRequestTimeout(patience)
                        .build())
                .build();
    }

    private static HttpPoolBuilder patientPool() {
        return HttpPool.builder("crowd")
                .sslContext(TestCertificates.trusted().clientContext())
                .maxPerRoute(CONNECTIONS)
                .maxPending(VIRTUAL_THREADS)
                .timeouts(t -> t.unordered()
                        .poolWait(PATIENCE)
                        .connect(PATIENCE)
                        .read(PATIENCE)
                        .total(Duration.ZERO));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 10, 128})
    void parkWhereAConnectionHasFewStreams(int streams) throws Exception {
        Crowd crowd = new Crowd(THREADS);
        try (Http2Server server = Http2Server.allowing(streams);
                AsyncHttpPool pool = patientPool().buildAsync()) {

            Duration spent = crowd.spentOn(pool.blockingClient(), server.uri());

            assertThat(crowd.failures()).isEmpty();
            assertThat(spent).isLessThan(plainNeeds.multipliedBy(TIMES_PLAIN).plus(NOISE));
        }
    }

    @Test
    void parkOnHttp1() throws Exception {
        Crowd crowd = new Crowd(THREADS);
        try (Http2Server server = Http2Server.ofHttp1();
                HttpPool pool = patientPool().build()) {

            Duration spent = crowd.spentOn(pool.client(), server.uri());

            assertThat(crowd.failures()).isEmpty();
            assertThat(spent).isLessThan(plainNeeds.multipliedBy(TIMES_PLAIN).plus(NOISE));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 10, 128})
    void areServedAsVirtualThreads(int streams) throws Exception {
        assumeTrue(Runtime.version().feature() >= 21, "this JDK has no virtual threads");
        Crowd crowd = Crowd.virtual(VIRTUAL_THREADS);
        try (Http2Server server = Http2Server.allowing(streams);
                AsyncHttpPool pool = patientPool().buildAsync()) {

            Duration spent = crowd.spentOn(pool.blockingClient(), server.uri());

            assertThat(crowd.failures()).isEmpty();
            assertThat(spent.dividedBy(VIRTUAL_THREADS / THREADS))
                    .isLessThan(plainNeeds.multipliedBy(TIMES_PLAIN).plus(NOISE));
        }
    }

    @Test
    void areServedOnHttp1AsVirtualThreads() throws Exception {
        assumeTrue(Runtime.version().feature() >= 21, "this JDK has no virtual threads");
        Crowd crowd = Crowd.virtual(VIRTUAL_THREADS);
        try (Http2Server server = Http2Server.ofHttp1();
                HttpPool pool = patientPool().build()) {

            Duration spent = crowd.spentOn(pool.client(), server.uri());

            assertThat(crowd.failures()).isEmpty();
            assertThat(spent.dividedBy(VIRTUAL_THREADS / THREADS))
                    .isLessThan(plainNeeds.multipliedBy(TIMES_PLAIN).plus(NOISE));
        }
    }
}
