package dev.weir.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.HttpPool;
import dev.weir.HttpPoolBuilder;
import dev.weir.micrometer.PoolMetrics;
import dev.weir.testpool.PoolFetch;
import dev.weir.testserver.LoopbackServer;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import org.apache.hc.client5.http.HttpRoute;
import org.apache.hc.client5.http.io.ConnectionEndpoint;
import org.apache.hc.client5.http.io.HttpClientConnectionManager;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.util.TimeValue;
import org.apache.hc.core5.util.Timeout;
import org.junit.jupiter.api.Test;

/**
 * What listening adds to each request, in bytes: they can be counted on any machine, however busy.
 *
 * <p>Interpreted, a lease costs 480 bytes, heard 546; compiled, 352 to 424. The two may be compiled at different times,
 * so that up to 194 bytes can lie between them: the bound is just above.
 */
class ListenerCostIT {

    private static final com.sun.management.ThreadMXBean THREADS =
            (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final Timeout PATIENCE = Timeout.ofSeconds(30);
    private static final int LEASES = 20_000;
    private static final int ROUNDS = 4;

    private static HttpPoolBuilder pool() {
        return HttpPool.builder("shop").eviction(e -> e.validateAfter(Duration.ofSeconds(9)));
    }

    private static void lease(HttpClientConnectionManager manager, HttpRoute route) throws Exception {
        ConnectionEndpoint endpoint =
                manager.lease("test", route, PATIENCE, null).get(PATIENCE);
        manager.release(endpoint, null, TimeValue.ofMinutes(1));
    }

    private static long bytesPerLease(HttpPool pool, LoopbackServer server) throws Exception {
        HttpRoute route = new HttpRoute(new HttpHost("http", "127.0.0.1", server.port()));
        PoolFetch.get(pool, server); // from here on, its connection is reused
        long bytes = THREADS.getCurrentThreadAllocatedBytes();
        for (int i = 0; i < LEASES; i++) {
            lease(pool.connectionManager(), route);
        }
        return (THREADS.getCurrentThreadAllocatedBytes() - bytes) / LEASES;
    }

    @Test
    void isLessThanTwoHundredBytes() throws Exception {
        try (LoopbackServer server = LoopbackServer.http().start();
                HttpPool silent = pool().build();
                HttpPool heard = pool().listener(PoolMetrics.bindTo(new SimpleMeterRegistry()))
                        .build()) {
            long silentBytes = Long.MAX_VALUE;
            long heardBytes = Long.MAX_VALUE;
            for (int round = 0; round < ROUNDS; round++) { // by turns; the first ones warm up
                silentBytes = Math.min(silentBytes, bytesPerLease(silent, server));
                heardBytes = Math.min(heardBytes, bytesPerLease(heard, server));
            }

            assertThat(heardBytes - silentBytes).isLessThan(200);
            assertThat(server.accepted()).isEqualTo(2);
        }
    }
}
