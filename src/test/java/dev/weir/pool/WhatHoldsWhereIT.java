package dev.weir.pool;

import static dev.weir.testpool.ClientCalls.assertAtRest;
import static dev.weir.testpool.ClientCalls.failure;
import static dev.weir.testpool.ClientCalls.get;
import static dev.weir.testpool.ClientCalls.send;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.HttpPool;
import dev.weir.HttpPoolBuilder;
import dev.weir.event.CloseCause;
import dev.weir.failure.PoolExhaustedException;
import dev.weir.failure.TotalTimeoutException;
import dev.weir.testpool.ClientCalls;
import dev.weir.testpool.CutCalls;
import dev.weir.testpool.PatientPool;
import dev.weir.testserver.Exchange;
import dev.weir.testserver.Handler;
import dev.weir.testserver.LoopbackServer;
import dev.weir.testserver.SilentServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hc.client5.http.DnsResolver;
import org.apache.hc.client5.http.classic.methods.HttpGet;
import org.apache.hc.client5.http.config.RequestConfig;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.util.Timeout;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What holds through the pool's own client, and what also holds under a client that users build over its manager. */
class WhatHoldsWhereIT {

    /** The client that asks. */
    enum Through {
        CLIENT {
            @Override
            CloseableHttpClient of(HttpPool pool) {
                return pool.client();
            }
        },
        SHARED_MANAGER {
            @Override
            CloseableHttpClient of(HttpPool pool) {
                return HttpClients.custom()
                        .setConnectionManager(pool.connectionManager())
                        .setConnectionManagerShared(true)
                        .build();
            }
        },
        OWNED_MANAGER {
            @Override
            CloseableHttpClient of(HttpPool pool) {
                return HttpClients.custom()
                        .setConnectionManager(pool.connectionManager())
                        .build();
            }
        };

        abstract CloseableHttpClient of(HttpPool pool);
    }

    private final AtomicLong nowNanos = new AtomicLong();
    private LoopbackServer server;

    @BeforeEach
    void startServer() {
        server = LoopbackServer.http().start();
    }

    @AfterEach
    void stopServer() {
        server.close();
    }

    private HttpPoolBuilder builder() {
        return PatientPool.builder("test", nowNanos::get);
    }

    private void pass(Duration time) {
        nowNanos.addAndGet(time.toNanos());
    }

    @ParameterizedTest
    @EnumSource
    void limitsAndPoolWaitHold(Through through) throws IOException {
        try (HttpPool pool = builder()
                        .maxPerRoute(1)
                        .timeouts(timeouts -> timeouts.poolWait(Duration.ofMillis(200)))
                        .build();
                CloseableHttpClient client = through.of(pool);
                ClassicHttpResponse held = client.executeOpen(null, new HttpGet(server.uri("/")), null)) {
            PoolExhaustedException failure = failure(PoolExhaustedException.class, client, server.uri("/"));

            assertThat(failure.waited()).isBetween(Duration.ofMillis(190), Duration.ofSeconds(20));
            assertThat(String.valueOf(failure.getMessage()).replaceFirst("within \\d+ ms", "within N ms"))
                    .startsWith(
                            "Pool 'test': no connection to " + server.origin() + " within N ms (timeouts.poolWait). ")
                    .contains(" Route: 1 of 1 leased (0 dialing), 0 idle, 0 pending;"
                            + " pool: 1 leased and 0 idle of 100, 0 pending.");
            assertThat(held.getCode()).isEqualTo(200);
        }
    }

    @ParameterizedTest
    @EnumSource
    void connectHolds(Through through) throws IOException {
        try (SilentServer mute = SilentServer.mute();
                HttpPool pool = builder()
                        .timeouts(timeouts ->
                                timeouts.connect(Duration.ofMillis(300)).unordered())
                        .build();
                CloseableHttpClient client = through.of(pool)) {
            failure(SocketTimeoutException.class, client, URI.create("https://127.0.0.1:" + mute.port() + "/"));

            assertAtRest(pool);
        }
    }

    @ParameterizedTest
    @EnumSource
    void readHolds(Through through) throws IOException {
        server.handler(exchange -> exchange.delay(Duration.ofSeconds(20)));
        try (HttpPool pool = builder()
                        .timeouts(timeouts ->
                                timeouts.read(Duration.ofMillis(300)).unordered())
                        .build();
                CloseableHttpClient client = through.of(pool)) {
            SocketTimeoutException failure = failure(SocketTimeoutException.class, client, server.uri("/"));

            assertThat(failure).hasMessageEndingWith(": Read timed out (timeouts.read)");
            assertAtRest(pool);
        }
    }

    @ParameterizedTest
    @EnumSource
    void keepAliveOfTheServerHolds(Through through) throws IOException {
        server.handler(exchange -> exchange.keepAliveHeader("timeout=10").ok("ok"));
        assertClosedAfter(Duration.ofSeconds(8), CloseCause.KEEP_ALIVE_EXPIRED, through, builder());
    }

    @ParameterizedTest
    @EnumSource
    void evictionHolds(Through through) throws IOException {
        assertClosedAfter(
                Duration.ofSeconds(9),
                CloseCause.IDLE,
                through,
                builder().eviction(eviction -> eviction.idle(Duration.ofSeconds(9))));
    }

    @ParameterizedTest
    @EnumSource
    void lifetimeHolds(Through through) throws IOException {
        assertClosedAfter(
                Duration.ofSeconds(15),
                CloseCause.MAX_LIFETIME,
                through,
                builder()
                        .eviction(eviction -> eviction.maxLifetime(Duration.ofSeconds(15))
                                .idle(Duration.ofSeconds(15))
                                .jitter(0)));
    }

    private void assertClosedAfter(Duration time, CloseCause cause, Through through, HttpPoolBuilder builder)
            throws IOException {
        try (HttpPool pool = builder.build();
                CloseableHttpClient client = through.of(pool)) {
            get(client, server.uri("/"));
            pass(time.minusMillis(1));
            pool.connectionManager().closeExpired();
            assertThat(pool.snapshot().idle()).isEqualTo(1);

            pass(Duration.ofMillis(1));
            pool.connectionManager().closeExpired();
            assertThat(pool.snapshot().routes().get(0).closedBy()).containsOnlyKeys(cause);
        }
    }

    @ParameterizedTest
    @EnumSource
    void lookupsAreRemembered(Through through) throws IOException {
        CountingResolver resolver = new CountingResolver();
        try (HttpPool pool = builder().dnsResolver(resolver).maxIdlePerRoute(0).build();
                CloseableHttpClient client = through.of(pool)) {
            URI uri = URI.create("http://recs.weir.test:" + server.port() + "/");
            get(client, uri);
            get(client, uri);

            assertThat(resolver.lookups).hasValue(1);
            assertThat(server.accepted()).isEqualTo(2);
        }
    }

    @ParameterizedTest
    @EnumSource
    void requestsMayAskForLess(Through through) throws IOException {
        server.handler(exchange -> exchange.delay(Duration.ofSeconds(20)));
        RequestConfig impatient = RequestConfig.custom()
                .setResponseTimeout(Timeout.of(300, TimeUnit.MILLISECONDS))
                .build();
        try (HttpPool pool = builder().build();
                CloseableHttpClient client = through.of(pool)) {
            long startNanos = System.nanoTime();
            failure(SocketTimeoutException.class, client, ClientCalls.get(server.uri("/"), impatient));

            assertThat(Duration.ofNanos(System.nanoTime() - startNanos)).isLessThan(Duration.ofSeconds(15));
            server.handler(Handler.ok("ok"));
            assertThat(get(client, server.uri("/"))).isEqualTo("200 ok");
        }
    }

    private static void dripForASecond(Exchange exchange) throws IOException, InterruptedException {
        exchange.output().write("HTTP/1.1 200 OK\r\nContent-Length: 50\r\n\r\n".getBytes(US_ASCII));
        for (int i = 0; i < 50; i++) {
            exchange.output().write('x');
            exchange.delay(Duration.ofMillis(20));
        }
    }

    @Test
    void totalHoldsThroughTheClientAlone() throws IOException {
        server.handler(WhatHoldsWhereIT::dripForASecond);
        try (HttpPool pool = CutCalls.builder().build();
                CloseableHttpClient own = Through.SHARED_MANAGER.of(pool)) {
            failure(TotalTimeoutException.class, pool.client(), server.uri("/"));

            assertThat(get(own, server.uri("/"))).isEqualTo("200 " + "x".repeat(50));
        }
    }

    @Test
    void retryAndDefaultsHoldThroughTheClientAlone() throws IOException {
        server.handler(exchange ->
                exchange.respond(exchange.headers().has("Cookie") ? 200 : 503, new byte[0], "Set-Cookie", "session=1"));
        try (HttpPool pool = builder().build();
                CloseableHttpClient own = Through.SHARED_MANAGER.of(pool)) {
            assertThat(get(pool.client(), server.uri("/"))).isEqualTo("503 ");
            assertThat(server.requests()).isEqualTo(1);

            assertThat(send(own, new HttpGet(server.uri("/")))).isEqualTo("200 ");
            assertThat(server.requests()).isEqualTo(3);
        }
    }

    private static final class CountingResolver implements DnsResolver {
        final AtomicInteger lookups = new AtomicInteger();

        @Override
        public InetAddress[] resolve(String host) throws UnknownHostException {
            lookups.incrementAndGet();
            return InetAddress.getAllByName("127.0.0.1");
        }

        @Override
        public String resolveCanonicalHostname(String host) {
            return host;
        }
    }
}
