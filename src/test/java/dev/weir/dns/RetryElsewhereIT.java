package dev.weir.dns;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import dev.weir.HttpPoolBuilder;
import dev.weir.config.Spread;
import dev.weir.testpool.ClientKind;
import dev.weir.testpool.PatientPool;
import dev.weir.testpool.PoolBooks;
import dev.weir.testpool.PoolCaller;
import dev.weir.testpool.SwitchedNames;
import dev.weir.testserver.Exchange;
import dev.weir.testserver.Handler;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.IntStream;
import org.apache.hc.client5.http.protocol.HttpClientContext;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** To which of several addresses of a host a retry goes. */
@Timeout(120)
class RetryElsewhereIT {

    private static final ClientKind.Setup PLAIN = new ClientKind.Setup(builder -> {}, builder -> {});
    private static final Handler BUSY = Handler.always(503, new byte[0]);

    // The servers in the order in which requests came, by their places in the fleet.
    private final List<Integer> visited = new CopyOnWriteArrayList<>();
    private int addresses = 3;

    private PoolCaller open(ClientKind kind) {
        return open(kind, PatientPool.builder("test"));
    }

    private PoolCaller open(ClientKind kind, HttpPoolBuilder builder) {
        return kind.open(
                builder.dnsResolver(new SwitchedNames(Fleet.addresses(addresses)))
                        .retry(r -> r.onStatus(503)
                                .maxRetries(2)
                                .backoff(Duration.ofMillis(1))
                                .budget(10)),
                PLAIN);
    }

    private Fleet fleet(int size, Handler handler) {
        Fleet fleet = Fleet.of(size, handler);
        IntStream.range(0, size)
                .forEach(server -> fleet.server(server).handler(exchange -> {
                    visited.add(server);
                    handler.handle(exchange);
                }));
        return fleet;
    }

    private static String get(PoolCaller pool, Fleet fleet) throws IOException {
        return pool.get(fleet.uri(), HttpClientContext.create());
    }

    @ParameterizedTest
    @EnumSource(names = {"BLOCKING", "ASYNC", "BLOCKING_CLIENT"})
    void afterAStatusItGoesToAnAddressThatTheCallHasNotTried(ClientKind kind) throws Exception {
        try (Fleet fleet = fleet(3, BUSY);
                PoolCaller pool = open(kind)) {
            for (int i = 0; i < 10; i++) {
                assertThat(get(pool, fleet)).startsWith("503");
            }

            assertThat(visited).hasSize(30);
            IntStream.range(0, 10)
                    .forEach(call ->
                            assertThat(visited.subList(3 * call, 3 * call + 3)).containsExactlyInAnyOrder(0, 1, 2));
            assertThat(fleet.accepted()).containsExactly(1, 1, 1); // which are used again
            PoolBooks.atRest(pool.pool());
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"BLOCKING", "ASYNC", "BLOCKING_CLIENT"})
    void afterAFailureItGoesToAnAddressThatTheCallHasNotTried(ClientKind kind) throws Exception {
        try (Fleet fleet = fleet(3, Exchange::hangUp);
                PoolCaller pool = open(kind)) {
            for (int i = 0; i < 5; i++) {
                assertThatIOException().isThrownBy(() -> get(pool, fleet));
            }

            assertThat(visited).hasSize(15);
            IntStream.range(0, 5)
                    .forEach(call ->
                            assertThat(visited.subList(3 * call, 3 * call + 3)).containsExactlyInAnyOrder(0, 1, 2));
            PoolBooks.atRest(pool.pool());
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"BLOCKING", "ASYNC", "BLOCKING_CLIENT"})
    void withMoreRetriesThanAddressesItLeavesTheLastOne(ClientKind kind) throws Exception {
        addresses = 2;
        try (Fleet fleet = fleet(2, BUSY);
                PoolCaller pool = open(kind)) {
            get(pool, fleet);

            assertThat(visited).hasSize(3);
            assertThat(visited.get(1)).isNotEqualTo(visited.get(0));
            assertThat(visited.get(2)).isEqualTo(visited.get(0));
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"BLOCKING", "ASYNC", "BLOCKING_CLIENT"})
    void withOneAddressItStaysOnTheConnectionOfAStatus(ClientKind kind) throws Exception {
        addresses = 1;
        try (Fleet fleet = fleet(1, BUSY);
                PoolCaller pool = open(kind)) {
            get(pool, fleet);

            assertThat(visited).hasSize(3);
            assertThat(fleet.accepted()).containsExactly(1);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"BLOCKING", "ASYNC", "BLOCKING_CLIENT"})
    void inTheOrderOfTheResolverItStaysWithTheFirst(ClientKind kind) throws Exception {
        try (Fleet fleet = fleet(3, BUSY);
                PoolCaller pool = open(kind, PatientPool.builder("test").dns(d -> d.spread(Spread.FIRST)))) {
            get(pool, fleet);

            assertThat(visited).containsExactly(0, 0, 0);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"BLOCKING", "ASYNC", "BLOCKING_CLIENT"})
    void anAddressThatRefusesConnectionsIsNoPlaceToGoTo(ClientKind kind) throws Exception {
        try (Fleet fleet = fleet(3, BUSY);
                PoolCaller pool = open(kind)) {
            fleet.server(1).close();
            get(pool, fleet);

            assertThat(visited).hasSize(3).contains(0, 2);
            assertThat(visited.get(1)).isNotEqualTo(visited.get(0));
            PoolBooks.atRest(pool.pool());
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"BLOCKING", "ASYNC", "BLOCKING_CLIENT"})
    void withoutRoomForAnotherConnectionItTakesWhatThereIs(ClientKind kind) throws Exception {
        try (Fleet fleet = fleet(3, BUSY);
                PoolCaller pool = open(kind, PatientPool.builder("test").maxPerRoute(1))) {
            get(pool, fleet);

            assertThat(visited).hasSize(3).containsOnly(visited.get(0));
            PoolBooks.atRest(pool.pool());
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"BLOCKING", "ASYNC", "BLOCKING_CLIENT"})
    void theReplayOfALostRaceIsNoRetry(ClientKind kind) throws Exception {
        try (Fleet fleet = fleet(3, Handler.always(200, new byte[0]));
                PoolCaller pool = open(kind)) {
            get(pool, fleet);
            int first = visited.get(0);
            fleet.server(first).handler(exchange -> {
                visited.add(first);
                if (visited.size() == 2) {
                    exchange.hangUp();
                }
                exchange.ok("ok");
            });
            assertThat(get(pool, fleet)).isEqualTo("200 ok");

            assertThat(visited).containsExactly(first, first, first);
        }
    }
}
