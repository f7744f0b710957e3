package dev.weir;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.micrometer.PoolMetrics;
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

/** What listening adds to each request, in bytes: they can be counted on any machine, however busy. */
class ListenerCostIT {

    private static final com.sun.management.ThreadMXBean THREADS =
            (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final Timeout PATIENCE = Timeout.ofSeconds(30);
    private static final int LEASES = 20_000;

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
        long bytes = 0;
        for (int i = 0; i < 2 * LEASES; i++) {
            if (i == LEASES) { // the first half warms up
                bytes = THREADS.getCurrentThreadAllocatedBytes();
            }
            lease(pool.connectionManager(), route);
        }
        return (THREADS.getCurrentThreadAllocatedBytes() - bytes) / LEASES;
    }

    @Test
    void isLessThanAHundredBytes() throws Exception {
        try (LoopbackServer server = LoopbackServer.http().start();
                HttpPool silent = pool().build();
                HttpPool heard = pool().listener(PoolMetrics.bindTo(new SimpleMeterRegistry()))
                        .leakDetection(Duration.ofSeconds(30))
                        .build()) {
            long added = bytesPerLease(heard, server) - bytesPerLease(silent, server);

            assertThat(added).isLessThan(100);
            assertThat(server.accepted()).isEqualTo(2);
        }
    }
}
