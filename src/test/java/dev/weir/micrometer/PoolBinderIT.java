package dev.weir.micrometer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.AsyncHttpPool;
import dev.weir.HttpPool;
import dev.weir.testpool.ClientCalls;
import dev.weir.testpool.PoolBooks;
import dev.weir.testpool.PoolFetch;
import dev.weir.testserver.LoopbackServer;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.binder.httpcomponents.hc5.PoolingHttpClientConnectionManagerMetricsBinder;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.List;
import org.apache.hc.client5.http.classic.methods.HttpGet;
import org.apache.hc.client5.http.impl.async.HttpAsyncClients;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.apache.hc.client5.http.observation.binder.ConnPoolMeters;
import org.apache.hc.client5.http.observation.binder.ConnPoolMetersAsync;
import org.junit.jupiter.api.Test;

/** Meters of pools that are already in use. */
class PoolBinderIT {

    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();

    private double opened() {
        return registry.find("weir.connections.opened").counters().stream()
                .mapToDouble(Counter::count)
                .sum();
    }

    @Test
    void countsFromTheMomentOfBinding() throws Exception {
        try (LoopbackServer server = LoopbackServer.http().start();
                HttpPool pool = HttpPool.builder("shop").build()) {
            PoolFetch.get(pool, server);
            PoolMetrics.of(pool).bindTo(registry);
            pool.evictIdle();
            PoolFetch.get(pool, server);

            assertThat(opened()).isEqualTo(1);
        }
        assertThat(registry.getMeters()).isEmpty();
    }

    // Programs that have these meters of plain HttpClient keep them.
    @Test
    @SuppressWarnings("deprecation") // still what applications bind
    void leavesTheManagersToTheBinderOfMicrometer() throws Exception {
        try (LoopbackServer server = LoopbackServer.http().start();
                HttpPool pool = HttpPool.builder("shop").build();
                AsyncHttpPool async = HttpPool.builder("articles").buildAsync()) {
            new PoolingHttpClientConnectionManagerMetricsBinder(pool.connectionManager(), "shop").bindTo(registry);
            new PoolingHttpClientConnectionManagerMetricsBinder(async.connectionManager(), "articles").bindTo(registry);
            PoolFetch.get(pool, server);
            ClientCalls.send(async.blockingClient(), new HttpGet(server.origin() + "/"));
            PoolBooks.atRest(pool);
            PoolBooks.atRest(async);

            for (String name : List.of("shop", "articles")) {
                assertThat(foreign("total.max", "httpclient", name)).isEqualTo(100);
                assertThat(foreign("route.max.default", "httpclient", name)).isEqualTo(20);
                assertThat(foreign("total.pending", "httpclient", name)).isZero();
                assertThat(foreign("total.connections", "httpclient", name, "state", "available"))
                        .isEqualTo(1);
                assertThat(foreign("total.connections", "httpclient", name, "state", "leased"))
                        .isZero();
            }
        }
    }

    @Test
    void leavesTheManagersToTheGaugesOfHttpClient() throws Exception {
        SimpleMeterRegistry ofAsync = new SimpleMeterRegistry();
        try (LoopbackServer server = LoopbackServer.http().start();
                HttpPool pool = HttpPool.builder("shop").build();
                AsyncHttpPool async = HttpPool.builder("articles").buildAsync()) {
            ConnPoolMeters.bindTo(HttpClients.custom().setConnectionManager(pool.connectionManager()), registry);
            ConnPoolMetersAsync.bindTo(
                    HttpAsyncClients.custom().setConnectionManager(async.connectionManager()), ofAsync);

            PoolFetch.get(pool, server);
            ClientCalls.send(async.blockingClient(), new HttpGet(server.origin() + "/"));
            PoolBooks.atRest(pool);
            PoolBooks.atRest(async);

            for (SimpleMeterRegistry each : List.of(registry, ofAsync)) {
                assertThat(each.getMeters())
                        .extracting(meter -> meter.getId().getName())
                        .containsExactlyInAnyOrder(
                                "http.client.pool.available", "http.client.pool.leased", "http.client.pool.pending");
                assertThat(each.get("http.client.pool.available").gauge().value())
                        .isEqualTo(1);
                assertThat(each.get("http.client.pool.leased").gauge().value()).isZero();
            }
        }
    }

    private double foreign(String name, String... tags) {
        return registry.get("httpcomponents.httpclient.pool." + name)
                .tags(tags)
                .gauge()
                .value();
    }
}
