package dev.weir.micrometer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.AsyncHttpPool;
import dev.weir.HttpPool;
import dev.weir.HttpPoolBuilder;
import dev.weir.ManagedPool;
import dev.weir.config.Protocol;
import dev.weir.testpool.ClientCalls;
import dev.weir.testpool.PatientPool;
import dev.weir.testpool.PoolBooks;
import dev.weir.testpool.PoolCall;
import dev.weir.testpool.PoolFetch;
import dev.weir.testserver.Http2Server;
import dev.weir.testserver.LoopbackServer;
import dev.weir.testserver.TestCertificates;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.binder.httpcomponents.hc5.PoolingHttpClientConnectionManagerMetricsBinder;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.hc.client5.http.async.methods.SimpleHttpResponse;
import org.apache.hc.client5.http.async.methods.SimpleRequestBuilder;
import org.apache.hc.client5.http.classic.methods.HttpGet;
import org.apache.hc.client5.http.impl.async.HttpAsyncClients;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.apache.hc.client5.http.observation.binder.ConnPoolMeters;
import org.apache.hc.client5.http.observation.binder.ConnPoolMetersAsync;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** Meters of others on the managers of pools. */
class PoolBinderIT {

    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();

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

    /** Meters of a pool whose exchanges share connections. */
    @Nested
    class AsyncMetrics {
        private static HttpPoolBuilder builder(SimpleMeterRegistry registry) {
            return PatientPool.builder("shop")
                    .sslContext(TestCertificates.trusted().clientContext())
                    .listener(PoolMetrics.bindTo(registry));
        }

        private static double gauge(SimpleMeterRegistry registry, String name, String... tags) {
            return registry.get(name).tags(tags).gauges().stream()
                    .mapToDouble(Gauge::value)
                    .sum();
        }

        private static Set<String> names(SimpleMeterRegistry registry) {
            return registry.getMeters().stream()
                    .map(Meter::getId)
                    .map(Object::toString)
                    .map(id -> id.replaceAll("server.port='[0-9]+'", "server.port"))
                    .collect(Collectors.toCollection(TreeSet::new));
        }

        @Test
        void countExchangesAsLeasesAndConnectionsOnce() throws Exception {
            SimpleMeterRegistry registry = new SimpleMeterRegistry();
            try (Http2Server server = Http2Server.allowing(100);
                    AsyncHttpPool pool = builder(registry).buildAsync()) {
                List<Future<SimpleHttpResponse>> answers = IntStream.range(0, 20)
                        .mapToObj(caller -> pool.client()
                                .execute(
                                        SimpleRequestBuilder.get(server.uri() + "/held")
                                                .build(),
                                        null))
                        .toList();
                PoolCall.awaitUntil(() -> server.held() == 20);

                assertThat(pool.snapshot().leased()).isEqualTo(20);
                assertThat(gauge(registry, "http.client.open_connections", "http.connection.state", "active"))
                        .isEqualTo(1);
                assertThat(gauge(registry, "http.client.open_connections", "http.connection.state", "idle"))
                        .isZero();
                server.release();
                for (Future<SimpleHttpResponse> answer : answers) {
                    answer.get(PoolCall.PATIENCE.toSeconds(), TimeUnit.SECONDS);
                }
                PoolBooks.atRest((ManagedPool) pool);
                // Gauges that are read within a few milliseconds show the same look at the pool.
                PoolCall.awaitUntil(
                        () -> gauge(registry, "http.client.open_connections", "http.connection.state", "idle") == 1);
                assertThat(registry.get("http.client.request.time_in_queue").timers().stream()
                                .mapToLong(timer -> timer.count())
                                .sum())
                        .isEqualTo(20);
                assertThat(registry.get("weir.connections.opened").counter().count())
                        .isEqualTo(1);
            }
            assertThat(registry.getMeters()).isEmpty();
        }

        @Test
        void areThoseOfABlockingPool() throws Exception {
            SimpleMeterRegistry blocking = new SimpleMeterRegistry();
            SimpleMeterRegistry async = new SimpleMeterRegistry();
            try (Http2Server server = Http2Server.allowing(100);
                    HttpPool one = builder(blocking).build();
                    AsyncHttpPool other =
                            builder(async).protocol(Protocol.HTTP_2).buildAsync()) {
                PoolFetch.get(one.client(), server.uri());
                PoolFetch.get(other.blockingClient(), server.uri());
                PoolBooks.atRest(one);
                PoolBooks.atRest((ManagedPool) other);

                assertThat(names(async)).isEqualTo(names(blocking)).isNotEmpty();
            }
        }
    }
}
