package dev.weir.micrometer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.AsyncHttpPool;
import dev.weir.HttpPool;
import dev.weir.HttpPoolBuilder;
import dev.weir.ManagedPool;
import dev.weir.config.Protocol;
import dev.weir.testpool.PatientPool;
import dev.weir.testpool.PoolBooks;
import dev.weir.testpool.PoolCall;
import dev.weir.testpool.PoolFetch;
import dev.weir.testserver.Http2Server;
import dev.weir.testserver.TestCertificates;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
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
import org.junit.jupiter.api.Test;

/** Meters of a pool whose exchanges share connections. */
class AsyncMetricsIT {

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
                AsyncHttpPool other = builder(async).protocol(Protocol.HTTP_2).buildAsync()) {
            PoolFetch.get(one.client(), server.uri());
            PoolFetch.get(other.blockingClient(), server.uri());
            PoolBooks.atRest(one);
            PoolBooks.atRest((ManagedPool) other);

            assertThat(names(async)).isEqualTo(names(blocking)).isNotEmpty();
        }
    }
}
