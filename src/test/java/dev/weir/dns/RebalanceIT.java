package dev.weir.dns;

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofMinutes;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.HttpPoolBuilder;
import dev.weir.config.Spread;
import dev.weir.event.CloseCause;
import dev.weir.testpool.PatientPool;
import dev.weir.testpool.PoolCall;
import dev.weir.testpool.PoolInUse;
import dev.weir.testpool.PoolKind;
import dev.weir.testpool.SwitchedNames;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Open connections, when the name of their host gets further addresses. */
@Timeout(120)
@Tag("slow")
class RebalanceIT {

    private static final Duration TTL = ofMillis(400);

    private final SwitchedNames names = new SwitchedNames(Fleet.addresses(1));
    private final CountDownLatch release = new CountDownLatch(1);
    private final ExecutorService callers = Executors.newCachedThreadPool();
    private final Queue<Exception> failures = new ConcurrentLinkedQueue<>();

    // Written by the test, read by its callers.
    private volatile boolean isOver;

    @AfterEach
    void endCalls() {
        isOver = true;
        release.countDown();
        callers.shutdownNow();
    }

    @ParameterizedTest
    @EnumSource(names = {"BLOCKING", "ASYNC_OVER_HTTP_1"})
    void theyFollowAScaleOutUnderLoad(PoolKind kind) throws Exception {
        try (Fleet fleet = fleet();
                PoolInUse pool = kind.build(builder(60))) {
            List<Future<?>> load = load(pool, fleet, 40, 40);
            names.answers(Fleet.addresses(3));

            awaitEven(fleet, 36);
            end(load);
            assertThat(failures).isEmpty();
            assertThat(pool.snapshot().routes().get(0).closedBy())
                    .containsOnlyKeys(CloseCause.REBALANCED)
                    .hasEntrySatisfying(
                            CloseCause.REBALANCED, closed -> assertThat(closed).isBetween(20L, 45L));
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"BLOCKING", "ASYNC_OVER_HTTP_1"})
    void theyFollowWhereThePoolIsFull(PoolKind kind) throws Exception {
        try (Fleet fleet = fleet();
                PoolInUse pool = kind.build(builder(12))) {
            List<Future<?>> load = load(pool, fleet, 16, 12);
            names.answers(Fleet.addresses(3));

            awaitEven(fleet, 6);
            end(load);
            assertThat(failures).isEmpty();
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"BLOCKING", "ASYNC_OVER_HTTP_1"})
    void theyFollowWithoutTraffic(PoolKind kind) throws Exception {
        try (Fleet fleet = fleet();
                PoolInUse pool = kind.build(builder(60))) {
            end(load(pool, fleet, 12, 12));
            names.answers(Fleet.addresses(3));

            PoolCall.awaitUntil(() -> open(fleet).equals(List.of(4, 4, 4)));
            assertThat(pool.snapshot().idle()).isEqualTo(12);
        }
    }

    @Test
    void anAddressWhereNoServerListensCostsOneConnectionPerLookup() throws Exception {
        try (Fleet fleet = fleet();
                PoolInUse pool = PoolKind.BLOCKING.build(builder(60))) {
            List<Future<?>> load = load(pool, fleet, 12, 12);
            names.answers(Fleet.address(0), Fleet.address(8));
            int askedBefore = names.asked().size();

            awaitLookups(askedBefore + 8);
            end(load);
            assertThat(failures).isEmpty();
            assertThat(fleet.server(0).accepted())
                    .isLessThanOrEqualTo(12 + names.asked().size() - askedBefore);
        }
    }

    @Test
    void theyStayIfThatIsSwitchedOff() throws Exception {
        assertStay(builder(60).dns(d -> d.rebalance(false)));
    }

    @Test
    void theyStayInTheOrderOfTheResolver() throws Exception {
        assertStay(builder(60).dns(d -> d.spread(Spread.FIRST)));
    }

    private void assertStay(HttpPoolBuilder builder) throws Exception {
        try (Fleet fleet = fleet();
                PoolInUse pool = PoolKind.BLOCKING.build(builder)) {
            end(load(pool, fleet, 6, 6));
            names.answers(Fleet.addresses(3));

            awaitLookups(names.asked().size() + 6);
            assertThat(fleet.accepted()).containsExactly(6, 0, 0);
            assertThat(pool.snapshot().idle()).isEqualTo(6);
        }
    }

    private Fleet fleet() {
        return Fleet.of(3, exchange -> exchange.await(release).ok("ok"));
    }

    private HttpPoolBuilder builder(int maxPerRoute) {
        return PatientPool.builder("test")
                .maxPerRoute(maxPerRoute)
                .eviction(e -> e.idle(ofMinutes(1)).interval(ofMinutes(1)))
                .dns(d -> d.ttl(TTL).negativeTtl(TTL))
                .dnsResolver(names);
    }

    /** Begins calls that go on until the end of the test; returns when all connections that they need are open. */
    private List<Future<?>> load(PoolInUse pool, Fleet fleet, int count, int connections) {
        List<Future<?>> load = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            load.add(callers.submit(() -> callOnAndOn(pool, fleet.uri())));
        }
        PoolCall.awaitUntil(() -> fleet.requests() == connections);
        release.countDown();
        return load;
    }

    private void callOnAndOn(PoolInUse pool, String uri) {
        do {
            try {
                pool.get(uri);
            } catch (Exception e) {
                failures.add(e);
            }
        } while (!isOver);
    }

    private void end(List<Future<?>> load) throws Exception {
        isOver = true;
        for (Future<?> caller : load) {
            caller.get(60, TimeUnit.SECONDS);
        }
    }

    private static void awaitEven(Fleet fleet, int atLeast) {
        PoolCall.awaitUntil(() -> {
            List<Integer> open = open(fleet).stream().sorted().toList();
            return open.get(2) - open.get(0) <= 1
                    && open.stream().mapToInt(Integer::intValue).sum() >= atLeast;
        });
    }

    private static List<Integer> open(Fleet fleet) {
        return List.of(
                fleet.server(0).open(), fleet.server(1).open(), fleet.server(2).open());
    }

    private void awaitLookups(int count) {
        PoolCall.awaitUntil(() -> names.asked().size() >= count);
    }
}
