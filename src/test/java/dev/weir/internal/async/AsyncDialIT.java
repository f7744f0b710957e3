package dev.weir.internal.async;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.AsyncHttpPool;
import dev.weir.HttpPool;
import dev.weir.testserver.LoopbackServer;
import java.util.concurrent.TimeUnit;
import org.apache.hc.client5.http.HttpRoute;
import org.apache.hc.client5.http.impl.nio.PoolingAsyncClientConnectionManager;
import org.apache.hc.client5.http.nio.AsyncConnectionEndpoint;
import org.apache.hc.client5.http.protocol.HttpClientContext;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.util.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Dials of an asynchronous pool with limits that no sum of nanoseconds holds. */
@org.junit.jupiter.api.Timeout(60)
class AsyncDialIT {

    private static final Timeout PATIENCE = Timeout.ofSeconds(30);

    @ParameterizedTest
    @ValueSource(longs = {0, Long.MAX_VALUE / 1_000_000, Long.MAX_VALUE})
    void succeedsHoweverLongItMayTake(long connectMillis) throws Exception {
        try (LoopbackServer server = LoopbackServer.http().start();
                AsyncHttpPool pool = HttpPool.builder("dial").maxPerRoute(1).buildAsync()) {
            PoolingAsyncClientConnectionManager manager = pool.connectionManager();
            HttpRoute route = new HttpRoute(HttpHost.create(server.origin()));
            AsyncConnectionEndpoint endpoint = manager.lease("dial", route, null, PATIENCE, null)
                    .get(PATIENCE.getDuration(), PATIENCE.getTimeUnit());

            manager.connect(
                            endpoint,
                            null,
                            Timeout.ofMilliseconds(connectMillis),
                            null,
                            HttpClientContext.create(),
                            null)
                    .get(30, TimeUnit.SECONDS);

            assertThat(endpoint.isConnected()).isTrue();
            manager.release(endpoint, null, null);
        }
    }
}
