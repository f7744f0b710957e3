package dev.weir.dns;

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofMinutes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.weir.HttpPoolBuilder;
import dev.weir.event.AddressSnapshot;
import dev.weir.event.CloseCause;
import dev.weir.event.EjectionReason;
import dev.weir.event.PoolEvent.AddressEjected;
import dev.weir.event.PoolEvent.AddressRestored;
import dev.weir.testpool.EventRecorder;
import dev.weir.testpool.PatientPool;
import dev.weir.testpool.PoolCall;
import dev.weir.testpool.PoolInUse;
import dev.weir.testpool.PoolKind;
import dev.weir.testpool.SwitchedNames;
import dev.weir.testserver.Exchange;
import dev.weir.testserver.Handler;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Three servers behind one name, of which the second one fails. */
@Timeout(120)
class EjectionIT {

    private static final int CALLERS = 6;

    private final SwitchedNames names = new SwitchedNames(Fleet.addresses(3));
    private final EventRecorder events = new EventRecorder();
    private final CountDownLatch end = new CountDownLatch(1);
    private final ExecutorService callers = Executors.newCachedThreadPool();

    // Replaced by the test, asked by the server.
    private volatile Handler sickness = exchange -> exchange.respond(503, new byte[0]);

    // Written by the test, read by its callers.
    private volatile boolean isOver;

    @AfterEach
    void endCalls() {
        isOver = true;
        end.countDown();
        callers.shutdownNow();
    }

    @ParameterizedTest
    @EnumSource(names = {"BLOCKING", "ASYNC_OVER_HTTP_1"})
    void anEjectedAddressGetsNoRequestAndLosesItsConnections(PoolKind kind) throws Exception {
        try (Fleet fleet = fleet();
                PoolInUse pool = kind.build(builder().ejection(e -> e.onStatus(503)))) {
            load(pool, fleet);
            PoolCall.awaitUntil(() -> !events.of(AddressEjected.class).isEmpty());

            PoolCall.awaitUntil(() -> fleet.server(1).open() == 0 && getsNone(fleet));
            AddressEjected event = events.only(AddressEjected.class);
            assertThat(event.address()).isEqualTo(address(fleet, 1));
            assertThat(event.reason()).isEqualTo(EjectionReason.STATUS);
            assertThat(event.failures()).isGreaterThanOrEqualTo(5);
            assertThat(event.time()).hasMinutes(1);
            assertThat(pool.snapshot().routes().get(0).closedBy()).containsKey(CloseCause.ADDRESS_EJECTED);
            assertThat(ejectedFor(pool, fleet))
                    .hasValueSatisfying(left -> assertThat(left).isBetween(ofMillis(1), ofMinutes(1)));
            assertThat(pool.pool().diagnose().findings())
                    .anyMatch(
                            finding -> finding.evidence().startsWith("127.0.0.2:" + port(fleet) + " was ejected once"));
        }
    }

    @ParameterizedTest
    @CsvSource({"BLOCKING, RESET", "ASYNC_OVER_HTTP_1, RESET", "BLOCKING, SILENCE", "ASYNC_OVER_HTTP_1, SILENCE"})
    void failedExchangesEject(PoolKind kind, EjectionReason reason) throws Exception {
        sickness = reason == EjectionReason.RESET ? Exchange::reset : exchange -> exchange.await(end);
        try (Fleet fleet = fleet();
                PoolInUse pool = kind.build(builder()
                        .timeouts(t -> t.poolWait(ofMillis(100))
                                .connect(ofMillis(200))
                                .read(ofMillis(300))
                                .unordered()))) {
            load(pool, fleet);

            PoolCall.awaitUntil(() -> !events.of(AddressEjected.class).isEmpty());
            AddressEjected event = events.only(AddressEjected.class);
            assertThat(event.address()).isEqualTo(address(fleet, 1));
            assertThat(event.reason()).isEqualTo(reason);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"BLOCKING", "ASYNC_OVER_HTTP_1"})
    void anAddressThatCannotBeConnectedToIsEjected(PoolKind kind) throws Exception {
        names.answers(Fleet.address(0));
        try (Fleet fleet = fleet();
                PoolInUse pool =
                        kind.build(builder().dns(d -> d.ttl(ofMillis(100))).ejection(e -> e.failures(1)))) {
            fleet.server(1).close();
            load(pool, fleet);
            PoolCall.awaitUntil(() -> fleet.requests() > 100);
            names.answers(Fleet.addresses(2));

            PoolCall.awaitUntil(() -> !events.of(AddressEjected.class).isEmpty());
            assertThat(events.only(AddressEjected.class).reason()).isEqualTo(EjectionReason.CONNECT);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"BLOCKING", "ASYNC_OVER_HTTP_1"})
    void oneResponseBringsTheAddressBack(PoolKind kind) throws Exception {
        try (Fleet fleet = fleet();
                PoolInUse pool = kind.build(builder()
                        .dns(d -> d.ttl(ofMillis(400)))
                        .ejection(e -> e.time(ofMillis(300)).onStatus(503)))) {
            load(pool, fleet);
            PoolCall.awaitUntil(() -> !events.of(AddressEjected.class).isEmpty());
            sickness = exchange -> exchange.ok("ok");

            PoolCall.awaitUntil(() -> !events.of(AddressRestored.class).isEmpty());
            long before = fleet.server(1).requests();
            PoolCall.awaitUntil(() -> fleet.server(1).requests() > before + 100);
            assertThat(events.of(AddressRestored.class).get(0).address()).isEqualTo(address(fleet, 1));
            assertThat(ejectedFor(pool, fleet)).isEmpty();
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"BLOCKING", "ASYNC_OVER_HTTP_1"})
    void anAddressThatFailsAgainIsEjectedForTwiceAsLong(PoolKind kind) throws Exception {
        try (Fleet fleet = fleet();
                PoolInUse pool = kind.build(builder()
                        .dns(d -> d.ttl(ofMillis(200)))
                        .ejection(e -> e.time(ofMillis(200)).onStatus(503)))) {
            load(pool, fleet);

            PoolCall.awaitUntil(() -> events.of(AddressEjected.class).size() >= 3);
            List<AddressEjected> ejections = events.of(AddressEjected.class);
            assertThat(ejections)
                    .extracting(AddressEjected::time)
                    .startsWith(ofMillis(200), ofMillis(400), ofMillis(800));
            // One, and those under way: fewer than the first time.
            assertThat(ejections.get(1).failures()).isBetween(1, 4);
            assertThat(events.of(AddressRestored.class)).isEmpty();
        }
    }

    @Test
    void nothingIsEjectedWhereAllAddressesFail() throws Exception {
        Handler sick = exchange -> exchange.respond(503, new byte[0]);
        try (Fleet fleet = Fleet.of(3, sick);
                PoolInUse pool = PoolKind.BLOCKING.build(builder().ejection(e -> e.onStatus(503)))) {
            load(pool, fleet);

            PoolCall.awaitUntil(() -> fleet.requests() > 300);
            assertThat(events.of(AddressEjected.class)).isEmpty();
        }
    }

    @Test
    void aSingleAddressIsLeftAlone() throws Exception {
        names.answers(Fleet.address(1), Fleet.address(1));
        try (Fleet fleet = fleet();
                PoolInUse pool = PoolKind.BLOCKING.build(builder().ejection(e -> e.onStatus(503)))) {
            load(pool, fleet);

            PoolCall.awaitUntil(() -> fleet.requests() > 100);
            assertThat(events.of(AddressEjected.class)).isEmpty();
        }
    }

    @Test
    void nothingIsEjectedIfThatIsSwitchedOff() throws Exception {
        try (Fleet fleet = fleet();
                PoolInUse pool = PoolKind.BLOCKING.build(
                        builder().ejection(e -> e.failures(0).onStatus(503)))) {
            load(pool, fleet);

            PoolCall.awaitUntil(() -> fleet.server(1).requests() > 100);
            assertThat(events.of(AddressEjected.class)).isEmpty();
        }
    }

    @Test
    void switchingItOffTakesAddressesBack() throws Exception {
        try (Fleet fleet = fleet();
                PoolInUse pool = PoolKind.BLOCKING.build(builder().ejection(e -> e.onStatus(503)))) {
            load(pool, fleet);
            PoolCall.awaitUntil(() -> !events.of(AddressEjected.class).isEmpty());
            isOver = true;
            PoolCall.awaitUntil(() -> pool.snapshot().leased() == 0);

            pool.pool()
                    .reconfigure(pool.pool().config().toBuilder()
                            .ejection(e -> e.failures(0))
                            .build());

            assertThat(ejectedFor(pool, fleet)).isEmpty();
            assertThat(pool.pool().config().effective().settings())
                    .anyMatch(setting -> setting.name().equals("ejection.failures")
                            && setting.value().equals("0"));
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"BLOCKING", "ASYNC_OVER_HTTP_1"})
    void anEjectedAddressIsTriedIfNoOtherCanBeConnectedTo(PoolKind kind) throws Exception {
        names.answers(Fleet.addresses(2));
        try (Fleet fleet = fleet();
                PoolInUse pool = kind.build(builder().ejection(e -> e.onStatus(503)))) {
            load(pool, fleet);
            PoolCall.awaitUntil(() -> !events.of(AddressEjected.class).isEmpty());
            isOver = true;
            PoolCall.awaitUntil(() -> pool.snapshot().leased() == 0);
            sickness = exchange -> exchange.ok("well");
            fleet.server(0).close();

            PoolCall.awaitUntil(() -> catchThrowable(() -> pool.get(fleet.uri())) == null);
            assertThat(pool.get(fleet.uri())).isEqualTo("well");
            assertThat(events.of(AddressRestored.class)).hasSize(1);
        }
    }

    // A request that had its connection at that very moment may still have come.
    private static boolean getsNone(Fleet fleet) {
        long before = fleet.server(1).requests();
        long othersBefore = fleet.requests();
        PoolCall.awaitUntil(() -> fleet.requests() > othersBefore + 100);
        return fleet.server(1).requests() == before;
    }

    private Fleet fleet() {
        Fleet fleet = Fleet.of(3, Handler.ok("ok"));
        fleet.server(1).handler(exchange -> sickness.handle(exchange));
        return fleet;
    }

    private HttpPoolBuilder builder() {
        return PatientPool.builder("test")
                .maxPerRoute(60)
                .eviction(e -> e.idle(ofMinutes(1)).interval(ofMillis(100)))
                .ejection(e -> e.time(ofMinutes(1)))
                .listener(events)
                .dnsResolver(names);
    }

    private void load(PoolInUse pool, Fleet fleet) {
        for (int i = 0; i < CALLERS; i++) {
            callers.execute(() -> callOnAndOn(pool, fleet.uri()));
        }
    }

    private void callOnAndOn(PoolInUse pool, String uri) {
        while (!isOver) {
            try {
                pool.get(uri);
            } catch (Exception e) {
                // The failing server does nothing else.
            }
        }
    }

    private static Optional<Duration> ejectedFor(PoolInUse pool, Fleet fleet) {
        return pool.snapshot().routes().get(0).addresses().stream()
                .filter(each -> each.address().equals(address(fleet, 1)))
                .map(AddressSnapshot::ejectedFor)
                .flatMap(Optional::stream)
                .findFirst();
    }

    private static InetSocketAddress address(Fleet fleet, int server) {
        return new InetSocketAddress(fleet.server(server).address(), port(fleet));
    }

    private static int port(Fleet fleet) {
        return fleet.server(0).port();
    }
}
