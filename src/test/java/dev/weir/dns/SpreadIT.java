package dev.weir.dns;

import static java.time.Duration.ofMinutes;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.HttpPoolBuilder;
import dev.weir.config.Spread;
import dev.weir.testpool.PatientPool;
import dev.weir.testpool.PoolCall;
import dev.weir.testpool.PoolInUse;
import dev.weir.testpool.PoolKind;
import dev.weir.testpool.SwitchedNames;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** To which of several addresses of a host connections lead. */
@Timeout(120)
class SpreadIT {

    private final CountDownLatch release = new CountDownLatch(1);
    private final ExecutorService callers = Executors.newCachedThreadPool();

    @AfterEach
    void endCalls() {
        release.countDown();
        callers.shutdownNow();
    }

    @ParameterizedTest
    @EnumSource(names = {"BLOCKING", "ASYNC_OVER_HTTP_1"})
    void everyAddressGetsAsManyConnections(PoolKind kind) throws Exception {
        try (Fleet fleet = held(4);
                PoolInUse pool = kind.build(builder(4))) {
            List<Future<String>> calls = hold(pool, fleet, 8);

            assertThat(fleet.accepted()).containsExactly(2, 2, 2, 2);
            assertAnswered(calls);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"BLOCKING", "ASYNC_OVER_HTTP_1"})
    void inTheOrderOfTheResolverTheFirstGetsAll(PoolKind kind) throws Exception {
        try (Fleet fleet = held(3);
                PoolInUse pool = kind.build(builder(3).dns(d -> d.spread(Spread.FIRST)))) {
            hold(pool, fleet, 4);

            assertThat(fleet.accepted()).containsExactly(4, 0, 0);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"BLOCKING", "ASYNC_OVER_HTTP_1"})
    void anAddressThatComesLaterGetsTheNextConnections(PoolKind kind) throws Exception {
        SwitchedNames names = new SwitchedNames(Fleet.addresses(1));
        try (Fleet fleet = held(3);
                PoolInUse pool = kind.build(builder(1).dnsResolver(names).dns(d -> d.ttl(Duration.ZERO)))) {
            hold(pool, fleet, 4);
            names.answers(Fleet.addresses(3));
            hold(pool, fleet, 4);

            assertThat(fleet.accepted()).containsExactly(4, 2, 2);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"BLOCKING", "ASYNC_OVER_HTTP_1"})
    void anAddressThatRefusesFailsNoCall(PoolKind kind) throws Exception {
        try (Fleet fleet = held(3);
                PoolInUse pool = kind.build(builder(3))) {
            fleet.server(1).close();
            List<Future<String>> calls = hold(pool, fleet, 6);

            assertThat(fleet.server(0).accepted()).isEqualTo(3);
            assertThat(fleet.server(2).accepted()).isEqualTo(3);
            assertAnswered(calls);
        }
    }

    private Fleet held(int size) {
        return Fleet.of(size, exchange -> exchange.await(release).ok("ok"));
    }

    private static HttpPoolBuilder builder(int addresses) {
        return PatientPool.builder("test")
                .maxPerRoute(50)
                .eviction(e -> e.idle(ofMinutes(1)).interval(ofMinutes(1)))
                .dnsResolver(new SwitchedNames(Fleet.addresses(addresses)));
    }

    /** Begins so many calls one after the other; none ends before it is released. */
    private List<Future<String>> hold(PoolInUse pool, Fleet fleet, int calls) {
        List<Future<String>> held = new ArrayList<>();
        long before = fleet.requests();
        for (int i = 1; i <= calls; i++) {
            held.add(callers.submit(() -> pool.get(fleet.uri())));
            long begun = before + i;
            PoolCall.awaitUntil(() -> fleet.requests() == begun);
        }
        return held;
    }

    private void assertAnswered(List<Future<String>> calls) throws Exception {
        release.countDown();
        for (Future<String> call : calls) {
            assertThat(call.get(60, TimeUnit.SECONDS)).isEqualTo("ok");
        }
    }
}
