package dev.weir.dns;

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofMinutes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.HttpPoolBuilder;
import dev.weir.config.Address;
import dev.weir.config.Addresses;
import dev.weir.event.CloseCause;
import dev.weir.testpool.GivenAddresses;
import dev.weir.testpool.PatientPool;
import dev.weir.testpool.PoolCall;
import dev.weir.testpool.PoolInUse;
import dev.weir.testpool.PoolKind;
import dev.weir.testpool.SwitchedNames;
import dev.weir.testserver.LoopbackServer;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A name whose servers are given with ports and weights: two, on one address. Only a push lets the pool ask again. */
@Timeout(120)
class AddressesIT {

    private static final String HOST = "recs.test";
    private static final String URI = "http://" + HOST + "/";

    private final ExecutorService callers = Executors.newCachedThreadPool();
    // Replaced by the test before its calls; read by the servers.
    private volatile CountDownLatch held = new CountDownLatch(1);
    private LoopbackServer a;
    private LoopbackServer b;

    @BeforeEach
    void startServers() {
        a = server();
        b = server();
    }

    private LoopbackServer server() {
        return LoopbackServer.http()
                .handler(exchange -> {
                    if (exchange.target().equals("/held")) {
                        exchange.await(held);
                    }
                    exchange.ok("ok");
                })
                .start();
    }

    @AfterEach
    void stopServers() {
        held.countDown();
        callers.shutdownNow();
        a.close();
        b.close();
    }

    @ParameterizedTest
    @EnumSource(names = {"BLOCKING", "ASYNC_OVER_HTTP_1"})
    void connectionsAndRequestsSpreadByWeight(PoolKind kind) throws Exception {
        GivenAddresses addresses = new GivenAddresses(at(a).weight(3), at(b));
        try (PoolInUse pool = kind.build(builder(addresses))) {
            List<Future<String>> calls = hold(pool, 8);
            assertThat(a.accepted()).isEqualTo(6);
            assertThat(b.accepted()).isEqualTo(2);
            end(calls);
            PoolCall.awaitUntil(() -> pool.snapshot().idle() == 8);

            assertThat(addresses.asked()).containsOnly(HOST + ":80");
            assertThat(pool.snapshot().routes().get(0).addresses()).hasSize(2);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"BLOCKING", "ASYNC_OVER_HTTP_1"})
    void connectionsFollowWhatIsPushed(PoolKind kind) throws Exception {
        GivenAddresses addresses = new GivenAddresses(at(a));
        try (PoolInUse pool = kind.build(builder(addresses))) {
            open(pool, 8);
            addresses.switchTo(at(a), at(b));
            addresses.push("RECS.test");
            awaitOpen(4, 4);
            addresses.switchTo(at(a).weight(3), at(b));
            addresses.push(HOST);
            awaitOpen(6, 2);
            addresses.switchTo(at(b));
            addresses.push(HOST);
            a.awaitOpen(0, PoolCall.PATIENCE);

            assertThat(pool.get(URI)).isEqualTo("ok");
            assertThat(pool.snapshot().routes().get(0).closedBy())
                    .containsOnlyKeys(CloseCause.REBALANCED, CloseCause.DNS_CHANGED);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"BLOCKING", "ASYNC_OVER_HTTP_1"})
    void anAddressThatComesGetsNoMoreThanItsShare(PoolKind kind) throws Exception {
        GivenAddresses addresses = new GivenAddresses(at(a));
        try (PoolInUse pool = kind.build(builder(addresses))) {
            open(pool, 8);
            addresses.switchTo(at(a).weight(3), at(b));
            addresses.push(HOST);

            awaitOpen(6, 2);
            assertThat(b.accepted()).isEqualTo(2);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"BLOCKING", "ASYNC_OVER_HTTP_1"})
    void requestsSpreadByWeight(PoolKind kind) throws Exception {
        GivenAddresses addresses = new GivenAddresses(at(a).weight(3), at(b));
        try (PoolInUse pool = kind.build(builder(addresses))) {
            open(pool, 8);
            long before = a.requests();
            held = new CountDownLatch(1);
            List<Future<String>> calls = hold(pool, 4);

            assertThat(a.requests() - before).isEqualTo(3);
            assertThat(pool.snapshot().routes().get(0).opened()).isEqualTo(8);
            end(calls);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"BLOCKING", "ASYNC_OVER_HTTP_1"})
    void allServersMayBeReplacedAtOnce(PoolKind kind) throws Exception {
        GivenAddresses addresses = new GivenAddresses(at(a));
        try (PoolInUse pool = kind.build(builder(addresses))) {
            open(pool, 4);
            addresses.switchTo(at(b));
            addresses.push(HOST);

            a.awaitOpen(0, PoolCall.PATIENCE);
            assertThat(pool.get(URI)).isEqualTo("ok");
            assertThat(b.requests()).isEqualTo(1);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"BLOCKING", "ASYNC_OVER_HTTP_1"})
    void theyAreAskedAgainInTimeIfNothingIsPushed(PoolKind kind) throws Exception {
        GivenAddresses addresses = new GivenAddresses(at(a));
        try (PoolInUse pool = kind.build(builder(addresses).dns(d -> d.ttl(ofMillis(400))))) {
            open(pool, 4);
            addresses.switchTo(at(a), at(b));

            awaitOpen(2, 2);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"BLOCKING", "ASYNC_OVER_HTTP_1"})
    void theOldAddressesServeWhileLookupsFail(PoolKind kind) throws Exception {
        GivenAddresses addresses = new GivenAddresses(at(a));
        try (PoolInUse pool =
                kind.build(builder(addresses).dns(d -> d.ttl(ofMillis(200)).negativeTtl(ofMillis(100))))) {
            open(pool, 2);
            int asked = addresses.asked().size();
            addresses.script(() -> {
                throw new IllegalStateException("registry lost");
            });
            addresses.push(HOST);
            PoolCall.awaitUntil(() -> addresses.asked().size() >= asked + 4);

            pool.pool().evictIdle();
            assertThat(pool.get(URI)).isEqualTo("ok");
            assertThat(a.accepted()).isEqualTo(3);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"BLOCKING", "ASYNC_OVER_HTTP_1"})
    void aLookupThatHangsHoldsUpNoCaller(PoolKind kind) throws Exception {
        GivenAddresses addresses = new GivenAddresses(at(a));
        try (PoolInUse pool = kind.build(builder(addresses))) {
            open(pool, 2);
            int asked = addresses.asked().size();
            CountDownLatch hanging = new CountDownLatch(1);
            addresses.script(() -> {
                await(hanging);
                return List.of(at(a));
            });
            addresses.push(HOST);
            PoolCall.awaitUntil(() -> addresses.asked().size() == asked + 1);
            addresses.switchTo(at(b));
            addresses.push(HOST);
            addresses.push(HOST);

            pool.pool().evictIdle();
            assertThat(pool.get(URI)).isEqualTo("ok");
            assertThat(a.accepted()).isEqualTo(3);

            hanging.countDown(); // the pushes meanwhile are not lost
            a.awaitOpen(0, PoolCall.PATIENCE);
            assertThat(addresses.asked()).hasSize(asked + 2);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"BLOCKING", "ASYNC_OVER_HTTP_1"})
    void withoutAnyAddressCallersAreToldWhy(PoolKind kind) {
        GivenAddresses addresses = new GivenAddresses(at(a), at(b), at(a).weight(2));
        try (PoolInUse pool = kind.build(builder(addresses))) {
            assertThatThrownBy(() -> pool.get(URI))
                    .isInstanceOf(UnknownHostException.class)
                    .hasMessage(HOST + ": what gives its addresses (dev.weir.testpool.GivenAddresses) has 127.0.0.1:"
                            + a.port() + " twice: give it once, with the weight that it is to have");
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"BLOCKING", "ASYNC_OVER_HTTP_1"})
    void otherNamesAreTheResolvers(PoolKind kind) throws Exception {
        SwitchedNames names = new SwitchedNames("127.0.0.1");
        Addresses addresses = new Addresses() {
            @Override
            public List<Address> lookup(String host, int port) {
                return List.of(at(a));
            }

            @Override
            public boolean knows(String host) {
                return host.equals(HOST);
            }
        };
        try (PoolInUse pool = kind.build(builder(addresses).dnsResolver(names))) {
            assertThat(pool.get(URI)).isEqualTo("ok");
            assertThat(pool.get("http://other.test:" + b.port() + "/")).isEqualTo("ok");
            assertThat(pool.get("http://127.0.0.1:" + b.port() + "/")).isEqualTo("ok");

            assertThat(a.requests()).isEqualTo(1);
            assertThat(names.asked()).containsExactly("other.test", "127.0.0.1");
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"BLOCKING", "ASYNC_OVER_HTTP_1"})
    void afterThePoolWasClosedPushesHaveNoEffect(PoolKind kind) throws Exception {
        GivenAddresses addresses = new GivenAddresses(at(a));
        try (PoolInUse pool = kind.build(builder(addresses))) {
            assertThat(pool.get(URI)).isEqualTo("ok");
            assertThat(addresses.watches()).isEqualTo(1);
        }

        PoolCall.awaitUntil(() -> addresses.ended() == 1);
        assertThat(addresses.watches()).isZero();
        addresses.push(HOST);
        assertThat(addresses.asked()).hasSize(1);
    }

    @ParameterizedTest
    @EnumSource(names = {"BLOCKING", "ASYNC_OVER_HTTP_1"})
    void aWatchThatFailsLetsTheBuildFail(PoolKind kind) {
        Addresses addresses = new Addresses() {
            @Override
            public List<Address> lookup(String host, int port) {
                return List.of(at(a));
            }

            @Override
            public AutoCloseable watch(Consumer<String> changed) {
                throw new UnsupportedOperationException("no watch");
            }
        };

        assertThatThrownBy(() -> kind.build(builder(addresses)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageStartingWith("Pool 'test' cannot be built: the watch of what gives its addresses (")
                .hasMessageEndingWith(") failed: java.lang.UnsupportedOperationException: no watch");
    }

    @Test
    void closingDoesNotWaitForAnEndThatFailsOrHangs() throws Exception {
        CountDownLatch hanging = new CountDownLatch(1);
        CountDownLatch ending = new CountDownLatch(1);
        Addresses addresses = new Addresses() {
            @Override
            public List<Address> lookup(String host, int port) {
                return List.of(at(a));
            }

            @Override
            public AutoCloseable watch(Consumer<String> changed) {
                return () -> {
                    ending.countDown();
                    await(hanging);
                    throw new IllegalStateException("late");
                };
            }
        };

        PoolKind.BLOCKING.build(builder(addresses)).close();

        assertThat(ending.await(60, TimeUnit.SECONDS)).isTrue();
        hanging.countDown();
    }

    private static HttpPoolBuilder builder(Addresses addresses) {
        return PatientPool.builder("test")
                .maxPerRoute(20)
                .eviction(e -> e.idle(ofMinutes(1)).interval(ofMinutes(1)))
                .dns(d -> d.ttl(ofMinutes(2)))
                .addresses(addresses);
    }

    private static Address at(LoopbackServer server) {
        return Address.of(new InetSocketAddress(server.address(), server.port()));
    }

    /** Begins that many calls one after the other; none ends before it is released. */
    private List<Future<String>> hold(PoolInUse pool, int calls) {
        List<Future<String>> begun = new ArrayList<>();
        long before = a.requests() + b.requests();
        for (int i = 1; i <= calls; i++) {
            begun.add(callers.submit(() -> pool.get(URI + "held")));
            long requests = before + i;
            PoolCall.awaitUntil(() -> a.requests() + b.requests() == requests);
        }
        return begun;
    }

    private void end(List<Future<String>> calls) throws Exception {
        held.countDown();
        for (Future<String> call : calls) {
            assertThat(call.get(60, TimeUnit.SECONDS)).isEqualTo("ok");
        }
    }

    /** Opens that many connections, which are then idle. */
    private void open(PoolInUse pool, int connections) throws Exception {
        end(hold(pool, connections));
        PoolCall.awaitUntil(() -> pool.snapshot().idle() == connections);
    }

    private void awaitOpen(int atA, int atB) {
        PoolCall.awaitUntil(() -> a.open() == atA && b.open() == atB);
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
