package dev.weir.lease;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.AsyncHttpPool;
import dev.weir.HttpPool;
import dev.weir.HttpPoolBuilder;
import dev.weir.ManagedPool;
import dev.weir.event.CloseCause;
import dev.weir.event.RouteSnapshot;
import dev.weir.testpool.PatientPool;
import dev.weir.testpool.PoolBooks;
import dev.weir.testpool.PoolCall;
import dev.weir.testpool.PoolFetch;
import dev.weir.testserver.Http2Server;
import dev.weir.testserver.LoopbackServer;
import dev.weir.testserver.TestCertificates;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.hc.client5.http.async.methods.SimpleRequestBuilder;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class LimitsIT {

    private final List<LoopbackServer> servers = new ArrayList<>();
    private final CountDownLatch release = new CountDownLatch(1);

    private LoopbackServer server() {
        LoopbackServer server = LoopbackServer.http().start();
        servers.add(server);
        return server;
    }

    @AfterEach
    void stopServers() {
        release.countDown();
        servers.forEach(LoopbackServer::close);
    }

    private static HttpPoolBuilder patient(String name) {
        return HttpPool.builder(name)
                .timeouts(t -> t.poolWait(Duration.ofSeconds(20))
                        .connect(Duration.ofSeconds(21))
                        .read(Duration.ofSeconds(30))
                        .total(Duration.ZERO));
    }

    private List<PoolCall<String>> hold(int count, CloseableHttpClient client, String origin) {
        return PoolCall.start(count, i -> PoolFetch.holding(client, origin, release));
    }

    private static void awaitBusy(HttpPool pool, int leased, int pending) {
        PoolCall.awaitUntil(() -> pool.snapshot().leased() == leased
                && pool.snapshot().pending() == pending
                && pool.snapshot().dialing() == 0);
    }

    @Test
    void idleConnectionOfAnotherRouteGivesItsPlaceUnderMaxTotal() throws Exception {
        LoopbackServer one = server();
        LoopbackServer two = server();
        try (HttpPool pool = patient("test").maxTotal(1).maxPerRoute(1).build()) {
            PoolFetch.get(pool, one);
            PoolFetch.get(pool, two);

            one.awaitOpen(0, PoolCall.PATIENCE);
            assertThat(PoolBooks.causes(pool)).containsExactly(Map.entry(CloseCause.EVICTED_FOR_ROUTE, 1L));
            PoolBooks.atRest(pool);
        }
    }

    @Test
    void namesTheTotalWhereItIsTheLimitOfARoute() {
        LoopbackServer server = server();
        try (HttpPool pool = patient("test").maxTotal(1).maxPending(0).build()) {
            hold(1, pool.client(), server.origin());
            awaitBusy(pool, 1, 0);

            assertThatThrownBy(() -> PoolFetch.get(pool, server))
                    .hasStackTraceContaining("all 1 are in use (maxTotal)");
            release.countDown();
        }
    }

    @Test
    void exactRouteBeatsPatternAndLongerPatternBeatsShorter() throws Exception {
        LoopbackServer server = server();
        String port = ":" + server.port();
        try (HttpPool pool = patient("test")
                .dnsResolver(PoolFetch.everythingOnLoopback())
                .maxPerRoute(5)
                .route("http://*.x" + port, r -> r.maxConnections(4))
                .route("http://*.b.x" + port, r -> r.maxConnections(3))
                .route("http://a.b.x" + port, r -> r.maxConnections(2))
                .build()) {
            List<String> hosts = List.of("a.b.x", "c.b.x", "c.x", "d.x", "y");
            List<PoolCall<String>> calls = new ArrayList<>();
            hosts.forEach(host -> calls.addAll(hold(6, pool.client(), "http://" + host + port)));
            awaitBusy(pool, 2 + 3 + 4 + 4 + 5, 4 + 3 + 2 + 2 + 1);

            assertThat(pool.snapshot().routes())
                    .extracting(route -> route.target() + " " + route.leased() + " of " + route.limit())
                    .containsExactlyInAnyOrder(
                            "http://a.b.x" + port + " 2 of 2",
                            "http://c.b.x" + port + " 3 of 3",
                            "http://c.x" + port + " 4 of 4",
                            "http://d.x" + port + " 4 of 4",
                            "http://y" + port + " 5 of 5");
            release.countDown();
            for (PoolCall<String> call : calls) {
                assertThat(call.get()).isEqualTo("ok");
            }
            PoolBooks.atRest(pool);
        }
    }

    @Test
    void surplusOfIdleConnectionsIsClosed() throws Exception {
        LoopbackServer server = server();
        try (HttpPool pool = patient("test").maxPerRoute(5).maxIdlePerRoute(2).build()) {
            List<PoolCall<String>> calls = hold(5, pool.client(), server.origin());
            awaitBusy(pool, 5, 0);
            release.countDown();
            for (PoolCall<String> call : calls) {
                call.get();
            }

            assertThat(PoolBooks.atRest(pool).idle()).isEqualTo(2);
            server.awaitOpen(2, PoolCall.PATIENCE);
            assertThat(PoolBooks.causes(pool)).containsExactly(Map.entry(CloseCause.SURPLUS_IDLE, 3L));
        }
    }

    @Test
    void maxIdleOfARouteHoldsForThatRoute() throws Exception {
        LoopbackServer server = server();
        try (HttpPool pool = patient("test")
                .route(server.origin(), r -> r.maxConnections(5).maxIdle(0))
                .build()) {
            PoolFetch.get(pool, server);

            assertThat(PoolBooks.atRest(pool).idle()).isZero();
            server.awaitOpen(0, PoolCall.PATIENCE);
            assertThat(PoolBooks.causes(pool)).containsExactly(Map.entry(CloseCause.SURPLUS_IDLE, 1L));
        }
    }

    /** The limit on idle connections over all routes. */
    @Timeout(60)
    @Nested
    class TotalIdle {
        /** Uses connections at the same time, and gives them back. */
        private static void burst(HttpPool pool, LoopbackServer server, int callers) throws Exception {
            CountDownLatch release = new CountDownLatch(1);
            List<PoolCall<String>> calls =
                    PoolCall.start(callers, i -> PoolFetch.holding(pool.client(), server.origin(), release));
            PoolCall.awaitUntil(
                    () -> pool.snapshot().leased() == callers && pool.snapshot().dialing() == 0);
            release.countDown();
            for (PoolCall<String> call : calls) {
                call.get();
            }
            PoolBooks.atRest(pool);
        }

        private static int idle(ManagedPool pool, String target) {
            return pool.snapshot().routes().stream()
                    .filter(route -> route.target().equals(target))
                    .mapToInt(RouteSnapshot::idle)
                    .sum();
        }

        @Test
        void closesTheLeastRecentlyUsedOfAllRoutes() throws Exception {
            LoopbackServer first = server();
            LoopbackServer second = server();
            try (HttpPool pool = PatientPool.builder("test").maxIdle(3).build()) {
                burst(pool, first, 2);
                burst(pool, second, 2);

                assertThat(idle(pool, first.origin())).isEqualTo(1);
                assertThat(idle(pool, second.origin())).isEqualTo(2);
                assertThat(PoolBooks.causes(pool)).containsExactly(Map.entry(CloseCause.SURPLUS_IDLE, 1L));
                first.awaitOpen(1, PoolCall.PATIENCE);
            }
        }

        @Test
        void loweredLimitClosesIdleConnectionsAboveIt() throws Exception {
            LoopbackServer first = server();
            LoopbackServer second = server();
            try (HttpPool pool = PatientPool.builder("test").build()) {
                burst(pool, first, 2);
                burst(pool, second, 2);

                pool.reconfigure(pool.config().toBuilder().maxIdle(1).build());

                assertThat(idle(pool, first.origin())).isZero();
                assertThat(idle(pool, second.origin())).isEqualTo(1);
                assertThat(PoolBooks.causes(pool)).containsExactly(Map.entry(CloseCause.SURPLUS_IDLE, 3L));
            }
        }

        @Test
        void holdsForSharedConnections() throws Exception {
            try (Http2Server first = Http2Server.allowing(100);
                    Http2Server second = Http2Server.allowing(100);
                    Http2Server third = Http2Server.allowing(100);
                    AsyncHttpPool pool = PatientPool.builder("test")
                            .sslContext(TestCertificates.trusted().clientContext())
                            .maxIdle(2)
                            .buildAsync()) {
                for (Http2Server server : List.of(first, second, third)) {
                    pool.send(SimpleRequestBuilder.get(server.uri() + "/a").build())
                            .get(30, TimeUnit.SECONDS);
                    PoolBooks.atRest(pool);
                }

                assertThat(idle(pool, first.uri())).isZero();
                assertThat(pool.snapshot().idle()).isEqualTo(2);
                assertThat(PoolBooks.causes(pool)).containsExactly(Map.entry(CloseCause.SURPLUS_IDLE, 1L));
            }
        }
    }
}
