package dev.weir.dns;

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofMinutes;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.HttpPool;
import dev.weir.HttpPoolBuilder;
import dev.weir.event.CloseCause;
import dev.weir.event.RouteSnapshot;
import dev.weir.testpool.PatientPool;
import dev.weir.testpool.SwitchedNames;
import dev.weir.testserver.HttpProxyServer;
import dev.weir.testserver.LoopbackServer;
import java.io.IOException;
import java.net.InetAddress;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.apache.hc.core5.http.io.entity.EntityUtils;
import org.apache.hc.core5.http.io.support.ClassicRequestBuilder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A service that moves from one loopback address, blue, to another one, green, on the same port. */
@Timeout(120)
class DnsDrainIT {

    private static final String BLUE = "127.0.0.2";
    private static final String GREEN = "127.0.0.3";
    private static final Duration TTL = ofMillis(200);
    private static final Duration PATIENCE = ofSeconds(30);

    private final SwitchedNames names = new SwitchedNames(BLUE);
    private LoopbackServer blue;
    private LoopbackServer green;

    @BeforeEach
    void startServers() throws IOException {
        blue = LoopbackServer.http().address(InetAddress.getByName(BLUE)).start();
        green = LoopbackServer.http()
                .address(InetAddress.getByName(GREEN))
                .port(blue.port())
                .start();
    }

    @AfterEach
    void stopServers() {
        blue.close();
        green.close();
    }

    @Test
    void trafficMovesWithoutAFailedRequest() throws Exception {
        try (HttpPool pool = builder().build();
                Load load = Load.on(pool, uri(), 8)) {
            blue.awaitRequests(200, PATIENCE);
            names.answers(GREEN);
            blue.awaitOpen(0, PATIENCE);
            green.awaitRequests(200, PATIENCE);

            assertThat(load.failures()).isEmpty();
            assertThat(closedBy(pool))
                    .containsOnlyKeys(CloseCause.DNS_CHANGED)
                    .containsEntry(CloseCause.DNS_CHANGED, (long) blue.accepted());
        }
    }

    @Test
    void aLeasedConnectionClosesAfterItsExchange() throws Exception {
        CountDownLatch answer = new CountDownLatch(1);
        blue.handler(exchange -> exchange.await(answer).ok("late"));
        try (HttpPool pool = builder().build();
                Load load = Load.on(pool, uri(), 1)) {
            blue.awaitRequests(1, PATIENCE);
            names.answers(GREEN);
            awaitLookups(8);
            assertThat(blue.open()).isEqualTo(1);
            answer.countDown();
            blue.awaitOpen(0, PATIENCE);
            green.awaitRequests(1, PATIENCE);

            assertThat(load.failures()).isEmpty();
            assertThat(blue.requests()).isEqualTo(1);
        }
    }

    @Test
    void subsetsThatRotateDoNotChurn() throws Exception {
        names.script(lookup -> List.of("127.0.0." + (2 + lookup % 5), "127.0.0." + (2 + (lookup + 1) % 5)));
        try (HttpPool pool = builder().build()) {
            openIdle(pool, 5);
            awaitLookups(25);

            assertThat(closedBy(pool)).doesNotContainKey(CloseCause.DNS_CHANGED);
        }
    }

    @Test
    void trafficGoesOnWhileTheResolverHangs() throws Exception {
        CountDownLatch never = new CountDownLatch(1);
        try (HttpPool pool = builder().build();
                Load load = Load.on(pool, uri(), 4)) {
            blue.awaitRequests(100, PATIENCE);
            names.script(lookup -> {
                awaitOpened(never);
                return List.of(BLUE);
            });
            int askedBefore = names.asked().size();
            awaitLookups(askedBefore + 1);
            blue.awaitRequests(blue.requests() + 1_000, PATIENCE);

            assertThat(load.failures()).isEmpty();
            assertThat(names.asked()).hasSize(askedBefore + 1);
        } finally {
            never.countDown();
        }
    }

    @Test
    void drainingCanBeSwitchedOffAndOnLive() throws Exception {
        try (HttpPool pool = builder().dns(d -> d.drainOnChange(false)).build()) {
            openIdle(pool, 2);
            names.answers(GREEN);
            awaitLookups(8);
            assertThat(blue.open()).isEqualTo(2);
            pool.reconfigure(
                    pool.config().toBuilder().dns(d -> d.drainOnChange(true)).build());

            blue.awaitOpen(0, PATIENCE);
        }
    }

    @Test
    void throughAProxyItsNameCounts() throws Exception {
        names.answers("127.0.0.1");
        try (HttpProxyServer proxy = HttpProxyServer.start();
                HttpPool pool =
                        builder().proxy("http://proxy.test:" + proxy.port()).build()) {
            get(pool, blue.origin() + "/");
            assertThat(proxy.log().open()).isEqualTo(1);
            names.answers(GREEN);

            proxy.log().awaitOpen(0, PATIENCE);
            assertThat(closedBy(pool)).containsEntry(CloseCause.DNS_CHANGED, 1L);
            assertThat(names.asked()).containsOnly("proxy.test");
        }
    }

    private static HttpPoolBuilder settings() {
        return PatientPool.builder("test")
                .maxPerRoute(20)
                .eviction(e -> e.idle(ofMinutes(1)).interval(ofMinutes(1)))
                .dns(d -> d.ttl(TTL).negativeTtl(TTL));
    }

    private HttpPoolBuilder builder() {
        return settings().dnsResolver(names);
    }

    private String uri() {
        return "http://service.test:" + blue.port() + "/";
    }

    private void openIdle(HttpPool pool, int connections) throws Exception {
        CountDownLatch all = new CountDownLatch(1);
        blue.handler(exchange -> exchange.await(all).ok("ok"));
        green.handler(exchange -> exchange.await(all).ok("ok"));
        Load load = Load.on(pool, uri(), connections);
        await(() -> blue.requests() + green.requests() >= connections);
        Thread release = new Thread(all::countDown);
        release.start();
        load.close();
    }

    private void awaitLookups(int count) {
        await(() -> names.asked().size() >= count);
    }

    private static void await(BooleanSupplier condition) {
        long startNanos = System.nanoTime();
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime() - startNanos).isLessThan(PATIENCE.toNanos());
            LockSupport.parkNanos(1_000_000);
        }
    }

    private static void awaitOpened(CountDownLatch latch) {
        try {
            latch.await(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private static Map<CloseCause, Long> closedBy(HttpPool pool) {
        List<RouteSnapshot> routes = pool.snapshot().routes();
        return routes.get(0).closedBy();
    }

    private static void get(HttpPool pool, String uri) throws IOException {
        pool.client()
                .execute(
                        ClassicRequestBuilder.get(uri).build(), response -> EntityUtils.toString(response.getEntity()));
    }
}
