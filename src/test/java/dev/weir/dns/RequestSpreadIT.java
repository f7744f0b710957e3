package dev.weir.dns;

import static java.time.Duration.ofMinutes;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.AsyncHttpPool;
import dev.weir.HttpPoolBuilder;
import dev.weir.config.Spread;
import dev.weir.testpool.PatientPool;
import dev.weir.testpool.PoolBooks;
import dev.weir.testpool.PoolCall;
import dev.weir.testpool.PoolInUse;
import dev.weir.testpool.PoolKind;
import dev.weir.testpool.SwitchedNames;
import dev.weir.testserver.Exchange;
import dev.weir.testserver.Handler;
import dev.weir.testserver.Http2Server;
import dev.weir.testserver.TestCertificates;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.IntStream;
import org.apache.hc.client5.http.async.methods.SimpleHttpResponse;
import org.apache.hc.client5.http.async.methods.SimpleRequestBuilder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** To which of four addresses requests go if there are several idle connections. */
@Timeout(120)
class RequestSpreadIT {

    private static final int SERVERS = 4;

    // Each opened when its server is to respond.
    private final List<CountDownLatch> releases =
            IntStream.range(0, SERVERS).mapToObj(i -> new CountDownLatch(1)).toList();
    private final CountDownLatch end = new CountDownLatch(1);
    private final CyclicBarrier together = new CyclicBarrier(SERVERS);

    @AfterEach
    void endCalls() {
        releases.forEach(CountDownLatch::countDown);
        end.countDown();
    }

    private static HttpPoolBuilder builder() {
        return PatientPool.builder("test")
                .maxPerRoute(50)
                .eviction(e -> e.idle(ofMinutes(1)).interval(ofMinutes(1)))
                .dnsResolver(new SwitchedNames(Fleet.addresses(SERVERS)));
    }

    private static void hold(PoolInUse pool, Fleet fleet, String path, int calls) {
        long before = fleet.requests();
        for (int i = 1; i <= calls; i++) {
            PoolCall.start(() -> pool.get(fleet.uri() + path));
            long begun = before + i;
            PoolCall.awaitUntil(() -> fleet.requests() == begun);
        }
    }

    private Fleet heldFleet() {
        Fleet fleet = Fleet.of(SERVERS, Handler.ok("ok"));
        IntStream.range(0, SERVERS)
                .forEach(server -> fleet.server(server).handler(exchange -> {
                    switch (exchange.target()) {
                        case "/first" -> exchange.await(releases.get(server)).ok("ok");
                        case "/then" -> exchange.await(end).ok("ok");
                        case "/together" -> respondTogether(exchange);
                        default -> exchange.ok("ok");
                    }
                }));
        return fleet;
    }

    // With as many requests under way as servers, so that which address has the fewest does not depend on the machine.
    private void respondTogether(Exchange exchange) throws IOException {
        try {
            together.await(1, TimeUnit.MINUTES);
        } catch (InterruptedException | BrokenBarrierException | TimeoutException e) {
            throw new IllegalStateException(e);
        }
        exchange.ok("ok");
    }

    /** Opens four connections to each server; those to the first one are the last to become idle. */
    private void fill(PoolInUse pool, Fleet fleet) {
        hold(pool, fleet, "first", 4 * SERVERS);
        assertThat(fleet.accepted()).containsExactly(4, 4, 4, 4);
        for (int server = SERVERS - 1; server >= 0; server--) {
            releases.get(server).countDown();
            int idle = 4 * (SERVERS - server);
            PoolCall.awaitUntil(() -> pool.snapshot().idle() == idle);
        }
    }

    private static List<Long> requests(Fleet fleet) {
        return IntStream.range(0, SERVERS)
                .mapToObj(server -> fleet.server(server).requests())
                .toList();
    }

    @ParameterizedTest
    @EnumSource(names = {"BLOCKING", "ASYNC_OVER_HTTP_1"})
    void eachGoesToTheAddressWithTheFewest(PoolKind kind) throws Exception {
        try (Fleet fleet = heldFleet();
                PoolInUse pool = kind.build(builder())) {
            fill(pool, fleet);

            hold(pool, fleet, "then", SERVERS);
            assertThat(requests(fleet)).containsExactly(5L, 5L, 5L, 5L);
            hold(pool, fleet, "then", SERVERS);
            assertThat(requests(fleet)).containsExactly(6L, 6L, 6L, 6L);
            end.countDown();
            PoolBooks.atRest(pool.pool());
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"BLOCKING", "ASYNC_OVER_HTTP_1"})
    void aFewCallersUseAllAddressesAlike(PoolKind kind) throws Exception {
        try (Fleet fleet = heldFleet();
                PoolInUse pool = kind.build(builder())) {
            fill(pool, fleet);
            List<PoolCall<Integer>> callers = PoolCall.start(SERVERS, i -> () -> {
                for (int n = 0; n < 100; n++) {
                    pool.get(fleet.uri() + "together");
                }
                return 100;
            });
            for (PoolCall<Integer> caller : callers) {
                caller.get();
            }

            // Two callers that lease at once may find the same counts.
            assertThat(requests(fleet)).allSatisfy(each -> assertThat(each).isBetween(70L, 140L));
            assertThat(fleet.accepted()).as("no connection was opened for that").containsExactly(4, 4, 4, 4);
        }
    }

    @Test
    void inTheOrderOfTheResolverTheConnectionThatWasUsedLastIsTaken() throws Exception {
        try (Fleet fleet = heldFleet();
                PoolInUse pool = PoolKind.BLOCKING.build(builder())) {
            fill(pool, fleet);
            pool.pool()
                    .reconfigure(pool.pool().config().toBuilder()
                            .dns(d -> d.spread(Spread.FIRST))
                            .build());

            hold(pool, fleet, "then", 4);
            assertThat(requests(fleet)).containsExactly(8L, 4L, 4L, 4L);
        }
    }

    @Test
    void eachGoesToTheAddressWithTheFewestOverHttp2() throws Exception {
        try (Http2Fleet fleet = Http2Fleet.of(SERVERS);
                AsyncHttpPool pool = builder()
                        .sslContext(TestCertificates.trusted().clientContext())
                        .http2(h -> h.maxStreams(2))
                        .buildAsync()) {
            hold(pool, fleet, 4 * SERVERS);
            assertThat(fleet.servers()).extracting(Http2Server::accepted).containsExactly(2, 2, 2, 2);
            for (int server = SERVERS - 1; server >= 0; server--) {
                fleet.servers().get(server).answerHeld();
                int leased = 4 * server;
                PoolCall.awaitUntil(() -> pool.snapshot().leased() == leased);
            }

            hold(pool, fleet, SERVERS);
            assertThat(fleet.servers()).extracting(Http2Server::held).containsExactly(1, 1, 1, 1);
            assertThat(pool.snapshot().routes().get(0).opened()).isEqualTo(2 * SERVERS);
        }
    }

    private static List<Future<SimpleHttpResponse>> hold(AsyncHttpPool pool, Http2Fleet fleet, int calls) {
        List<Future<SimpleHttpResponse>> held = new ArrayList<>();
        int before = fleet.held();
        for (int i = 1; i <= calls; i++) {
            held.add(pool.client()
                    .execute(SimpleRequestBuilder.get(fleet.uri() + "held").build(), null));
            int begun = before + i;
            PoolCall.awaitUntil(() -> fleet.held() == begun);
        }
        return held;
    }
}
