package dev.weir.lease;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.AsyncHttpPool;
import dev.weir.HttpPool;
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
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.hc.client5.http.async.methods.SimpleRequestBuilder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The limit on idle connections over all routes. */
@Timeout(60)
class TotalIdleIT {

    private final List<LoopbackServer> servers = new ArrayList<>();

    private LoopbackServer server() {
        LoopbackServer server = LoopbackServer.http().start();
        servers.add(server);
        return server;
    }

    @AfterEach
    void stopServers() {
        servers.forEach(LoopbackServer::close);
    }

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
                pool.send(SimpleRequestBuilder.get(server.uri() + "/a").build()).get(30, TimeUnit.SECONDS);
                PoolBooks.atRest(pool);
            }

            assertThat(idle(pool, first.uri())).isZero();
            assertThat(pool.snapshot().idle()).isEqualTo(2);
            assertThat(PoolBooks.causes(pool)).containsExactly(Map.entry(CloseCause.SURPLUS_IDLE, 1L));
        }
    }
}
