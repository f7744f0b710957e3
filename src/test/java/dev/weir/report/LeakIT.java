package dev.weir.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.HttpPool;
import dev.weir.HttpPoolBuilder;
import dev.weir.PoolTime;
import dev.weir.event.PoolEvent.LeakSuspected;
import dev.weir.testpool.EventRecorder;
import dev.weir.testpool.PatientPool;
import dev.weir.testpool.PoolCall;
import dev.weir.testpool.PoolClock;
import dev.weir.testpool.PoolFetch;
import dev.weir.testserver.LoopbackServer;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import org.apache.hc.client5.http.HttpRoute;
import org.apache.hc.client5.http.classic.methods.HttpGet;
import org.apache.hc.client5.http.io.ConnectionEndpoint;
import org.apache.hc.client5.http.io.LeaseRequest;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.util.Timeout;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.http.client.ClientHttpResponse;
import org.springframework.http.client.HttpComponentsClientHttpRequestFactory;
import org.springframework.web.client.RestClient;

/** Connections that are not released. */
class LeakIT {

    private static final Duration LIMIT = Duration.ofMillis(200);

    private final EventRecorder events = new EventRecorder();
    private final CountDownLatch never = new CountDownLatch(1);
    private LoopbackServer server;

    @BeforeEach
    void start() {
        server = LoopbackServer.http()
                .handler(exchange -> exchange.ok("x".repeat(100_000)))
                .start();
    }

    @AfterEach
    void stop() {
        never.countDown();
        server.close();
    }

    private HttpPoolBuilder pool() {
        return PatientPool.builder("shop")
                .timeouts(t -> t.read(Duration.ZERO))
                .maxPerRoute(2)
                .listener(events);
    }

    private ClassicHttpResponse open(HttpPool pool) throws IOException {
        return pool.client().executeOpen(null, new HttpGet(server.origin() + "/orders/7?token=secret"), null);
    }

    private LeakSuspected awaitSuspicion(int count) {
        PoolCall.awaitUntil(() -> events.of(LeakSuspected.class).size() == count);
        return events.of(LeakSuspected.class).get(count - 1);
    }

    @Test
    void nameTheLineOfTheProgramBelowSpring() throws IOException {
        try (HttpPool pool = pool().leakDetection(LIMIT).build()) {
            RestClient client = RestClient.builder()
                    .requestFactory(new HttpComponentsClientHttpRequestFactory(pool.client()))
                    .build();
            ClientHttpResponse response = openBySpring(client);
            LeakSuspected suspicion = awaitSuspicion(1);
            response.close();

            assertThat(suspicion.callSite()).startsWith("dev.weir.report.LeakIT.openBySpring(LeakIT.java:");
        }
    }

    private ClientHttpResponse openBySpring(RestClient client) {
        return client.get()
                .uri(server.origin() + "/orders/7")
                .exchangeForRequiredValue((request, response) -> response, false);
    }

    @Test
    void areNotSuspectedWhileBytesMove() throws Exception {
        PoolClock clock = new PoolClock();
        Semaphore bytes = new Semaphore(0);
        try (HttpPool pool = PoolTime.of(clock, pool().maxPerRoute(3)).build()) {
            ClassicHttpResponse still = open(pool, "/still");
            clock.advance(LIMIT.minusMillis(1));
            InputStream body = openDripping(pool, bytes);
            clock.advance(Duration.ofMillis(1));
            pool.reconfigure(pool.config().toBuilder().leakDetection(LIMIT).build());
            awaitSuspicion(1); // the first look at both
            still.close();
            server.handler(exchange -> exchange.ok("still"));
            for (int look = 2; look <= 3; look++) {
                still = open(pool, "/still");
                while (events.of(LeakSuspected.class).size() < look) {
                    bytes.release();
                    assertThat(body.read()).isEqualTo('x');
                    clock.advance(LIMIT.dividedBy(2));
                }
                still.close();
            }

            assertThat(events.of(LeakSuspected.class))
                    .extracting(LeakSuspected::request)
                    .containsExactly("GET /still", "GET /still", "GET /still");
        }
    }

    /** Returns a body of which a byte comes for each permit. */
    private InputStream openDripping(HttpPool pool, Semaphore bytes) throws IOException {
        server.handler(exchange -> {
            exchange.output()
                    .write("HTTP/1.1 200 OK\r\nContent-Length: 1000000\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            while (true) {
                bytes.acquire();
                exchange.output().write('x');
            }
        });
        return open(pool).getEntity().getContent();
    }

    private ClassicHttpResponse open(HttpPool pool, String path) throws IOException {
        server.handler(exchange -> exchange.ok("x".repeat(100_000)));
        return pool.client().executeOpen(null, new HttpGet(server.origin() + path), null);
    }

    @Test
    void areTakenBackIfTheyWereNeverConnected() throws Exception {
        try (HttpPool pool = pool().maxPerRoute(1).build()) {
            loseEndpoint(pool);
            PoolCall.awaitUntil(() -> {
                System.gc();
                return pool.snapshot().leased() + pool.snapshot().dialing() == 0
                        && !events.of(LeakSuspected.class).isEmpty();
            });

            assertThat(events.only(LeakSuspected.class).isCollected()).isTrue();
            assertThat(PoolFetch.get(pool, server)).hasSize(100_000);
        }
    }

    // As HttpClient leaves them when its log fails between the two steps.
    @Test
    void areTakenBackIfTheirConnectionWasClosedAndNothingElse() throws Exception {
        try (HttpPool pool = pool().maxPerRoute(1).build()) {
            PoolFetch.get(pool, server);
            closeAndLoseEndpoint(pool);
            PoolCall.awaitUntil(() -> {
                System.gc();
                return pool.snapshot().leased() == 0;
            });

            assertThat(PoolFetch.get(pool, server)).hasSize(100_000);
        }
    }

    private void closeAndLoseEndpoint(HttpPool pool) throws Exception {
        ConnectionEndpoint endpoint = request(pool).get(Timeout.DISABLED);
        assertThat(endpoint.isConnected()).isTrue();
        endpoint.close(CloseMode.IMMEDIATE);
    }

    // Its route may have dialed by then.
    private void loseEndpoint(HttpPool pool) throws Exception {
        assertThat(request(pool).get(Timeout.DISABLED)).isNotNull();
    }

    private LeaseRequest request(HttpPool pool) throws Exception {
        HttpRoute route = new HttpRoute(HttpHost.create(server.origin()));
        return pool.connectionManager().lease("lost", route, Timeout.DISABLED, null);
    }

    @Test
    void areNoneIfNoCallerTakesTheLease() throws Exception {
        try (HttpPool pool = pool().maxPerRoute(1).build()) {
            LeaseRequest request = request(pool);

            assertThat(PoolFetch.get(pool, server)).hasSize(100_000);
            assertThat(request.get(Timeout.DISABLED).isConnected()).isTrue();
        }
    }

    @Test
    void shorterTimeOfTheCallerEndsItsWaitAsDeclared() throws Exception {
        try (HttpPool pool = pool().maxPerRoute(1).build()) {
            ConnectionEndpoint held = request(pool).get(Timeout.DISABLED);
            LeaseRequest request = request(pool);

            assertThatThrownBy(() -> request.get(Timeout.ofMilliseconds(5)))
                    .isInstanceOf(java.util.concurrent.TimeoutException.class)
                    .hasMessageStartingWith("Pool 'shop': no connection to http://");
            pool.connectionManager().release(held, null, null);
            assertThat(request.get(Timeout.DISABLED)).isNotNull();
        }
    }

    private void loseResponses(HttpPool pool, int count) throws IOException {
        for (int i = 0; i < count; i++) {
            assertThat(open(pool).getCode()).isEqualTo(200);
        }
    }

    @Test
    void passTheirPlaceToACallerThatWaits() throws Exception {
        try (HttpPool pool = pool().timeouts(
                        t -> t.poolWait(Duration.ofSeconds(30)).unordered())
                .build()) {
            loseResponses(pool, 2);
            PoolCall<String> waiting = PoolCall.start(() -> PoolFetch.get(pool, server));
            PoolCall.awaitUntil(() -> {
                System.gc();
                return waiting.result().isDone();
            });

            assertThat(waiting.get()).hasSize(100_000);
        }
    }
}
