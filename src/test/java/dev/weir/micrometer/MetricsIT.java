package dev.weir.micrometer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.HttpPool;
import dev.weir.HttpPoolBuilder;
import dev.weir.testpool.PatientPool;
import dev.weir.testpool.PoolCall;
import dev.weir.testpool.PoolFetch;
import dev.weir.testserver.LoopbackServer;
import io.micrometer.core.instrument.Clock;
import io.micrometer.core.instrument.Meter;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import io.prometheus.metrics.tracer.common.SpanContext;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Meters of a real pool, as monitoring systems get them. */
class MetricsIT {

    private LoopbackServer server;

    @BeforeEach
    void start() {
        server = LoopbackServer.http().start();
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private static HttpPoolBuilder pool() {
        return PatientPool.builder("shop").dnsResolver(PoolFetch.everythingOnLoopback());
    }

    private void useTwice(HttpPool pool) throws IOException {
        PoolFetch.get(pool.client(), "http://recs.test:" + server.port());
        PoolFetch.get(pool.client(), "http://recs.test:" + server.port());
        pool.evictIdle();
        PoolFetch.get(pool.client(), "http://recs.test:" + server.port());
    }

    @Test
    void areScrapedByPrometheus() throws IOException {
        PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
        try (HttpPool pool = pool().listener(PoolMetrics.bindTo(registry)).build()) {
            useTwice(pool);

            assertThat(registry.scrape()).doesNotContain("_bucket{");
            String common = "pool=\"shop\",server_address=\"recs.test\",server_port=\"" + server.port() + "\"";
            assertThat(registry.scrape().lines())
                    .contains(
                            "http_client_open_connections{http_connection_state=\"idle\",network_protocol_version=\"1.1\","
                                    + common + "} 1.0",
                            "http_client_open_connections{http_connection_state=\"active\",network_protocol_version=\"1.1\","
                                    + common + "} 0.0",
                            "http_client_connection_duration_seconds_count{cause=\"drained\"," + common + "} 1",
                            "http_client_request_time_in_queue_seconds_count{outcome=\"dialed\"," + common + "} 2",
                            "http_client_request_time_in_queue_seconds_count{outcome=\"reused\"," + common + "} 1",
                            "weir_connections_opened_total{" + common + "} 2.0",
                            "weir_connections_uses_sum{" + common + "} 2.0",
                            "weir_connections_connect_seconds_count{outcome=\"connected\"," + common + "} 2",
                            "weir_leases_pending{" + common + "} 0.0",
                            "weir_leases_dialing{" + common + "} 0.0",
                            "weir_pool_limit{pool=\"shop\",scope=\"total\",server_address=\"all\",server_port=\"all\"}"
                                    + " 100.0",
                            "weir_leaks_total{" + common + "} 0.0",
                            "weir_dns_lookups_seconds_count{outcome=\"miss\",pool=\"shop\",server_address=\"all\",server_port=\"all\"}"
                                    + " 1");
        }

        assertThat(registry.scrape()).isEmpty();
    }

    @Test
    void timeRequestsByPhaseWhereAskedFor() throws IOException {
        PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
        try (HttpPool pool =
                pool().listener(PoolMetrics.bindTo(registry).withRequests()).build()) {
            useTwice(pool);
            assertThatThrownBy(() -> PoolFetch.get(pool.client(), "http://recs.test:" + closedPort()))
                    .isInstanceOf(IOException.class);

            assertThat(registry.scrape().lines())
                    .anyMatch(
                            line -> line.startsWith("weir_requests_seconds_count{outcome=\"answered\",phase=\"total\",")
                                    && line.endsWith(" 3"))
                    .anyMatch(line -> line.startsWith("weir_requests_seconds_count{outcome=\"failed\",phase=\"total\",")
                            && line.endsWith(" 1"));
        }

        assertThat(registry.scrape()).isEmpty();
    }

    private static int closedPort() {
        LoopbackServer dead = LoopbackServer.http().start();
        dead.close();
        return dead.port();
    }

    /** Prometheus takes one from the span that is current where a timer is recorded: on the thread of the caller. */
    @Test
    void leadFromTimersToTracesByExemplars() throws IOException {
        PrometheusMeterRegistry registry = new PrometheusMeterRegistry(
                PrometheusConfig.DEFAULT, new PrometheusRegistry(), Clock.SYSTEM, new CallersSpan());
        try (HttpPool pool = pool().listener(
                        PoolMetrics.bindTo(registry).withHistograms().withRequests())
                .build()) {
            useTwice(pool);

            String scraped = registry.scrape("application/openmetrics-text; version=1.0.0; charset=utf-8");
            assertThat(scraped.lines())
                    .anyMatch(line -> line.startsWith("http_client_request_time_in_queue_seconds_bucket{")
                            && line.contains(CallersSpan.TRACE))
                    .anyMatch(line ->
                            line.startsWith("weir_requests_seconds_bucket{") && line.contains(CallersSpan.TRACE));
        }
    }

    private static final class CallersSpan implements SpanContext {
        static final String TRACE = "0af7651916cd43dd8448eb211c80319c";

        private final Thread caller = Thread.currentThread();

        @Override
        public @Nullable String getCurrentTraceId() {
            return Thread.currentThread() == caller ? TRACE : null;
        }

        @Override
        public @Nullable String getCurrentSpanId() {
            return Thread.currentThread() == caller ? "b7ad6b7169203331" : null;
        }

        @Override
        public boolean isCurrentSpanSampled() {
            return true;
        }

        @Override
        public void markCurrentSpanAsExemplar() {}
    }

    @Test
    void haveHistogramsInPrometheusWhereAskedFor() throws IOException {
        PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
        try (HttpPool pool =
                pool().listener(PoolMetrics.bindTo(registry).withHistograms()).build()) {
            useTwice(pool);

            assertThat(registry.scrape())
                    .contains("http_client_request_time_in_queue_seconds_bucket{")
                    .contains("weir_connections_connect_seconds_bucket{");
        }
    }

    @Test
    void goAwayThoughAnEventComesLate() throws Exception {
        PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
        HttpPool pool = pool().listener(PoolMetrics.bindTo(registry)).build();
        List<PoolCall<Object>> calls = PoolCall.start(4, i -> () -> {
            while (true) {
                PoolFetch.get(pool, server); // until the pool is closed
            }
        });
        PoolCall.awaitUntil(() -> server.requests() > 100);
        pool.close();
        for (PoolCall<Object> call : calls) {
            call.failure();
        }
        PoolCall.awaitUntil(() -> pool.snapshot().leased() == 0);

        assertThat(registry.getMeters()).extracting(Meter::getId).isEmpty();
    }
}
