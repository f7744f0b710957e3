package dev.weir.dns;

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofMinutes;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.AsyncHttpPool;
import dev.weir.HttpPoolBuilder;
import dev.weir.config.Address;
import dev.weir.config.Addresses;
import dev.weir.config.Protocol;
import dev.weir.config.Spread;
import dev.weir.event.CloseCause;
import dev.weir.testpool.ClientKind;
import dev.weir.testpool.GivenAddresses;
import dev.weir.testpool.PatientPool;
import dev.weir.testpool.PoolCall;
import dev.weir.testpool.PoolCaller;
import dev.weir.testpool.SwitchedNames;
import dev.weir.testserver.Http2Server;
import dev.weir.testserver.LoopbackNames;
import dev.weir.testserver.TestCertificates;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import org.apache.hc.client5.http.protocol.HttpClientContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Where connections and requests go over HTTP/2, if a name has several addresses, by the DNS or by a registry. */
@Timeout(120)
class Http2AddressesIT {

    private static final String URI = "https://localhost/";

    private final ExecutorService callers = Executors.newCachedThreadPool();
    private final SwitchedNames names = new SwitchedNames(Fleet.addresses(1));
    // Two requests at a time on each connection of the first two, and as many as come on those of the fleet.
    private final Http2Server a = Http2Server.allowing(2);
    private final Http2Server b = Http2Server.allowing(2);
    private final Http2Fleet fleet = Http2Fleet.of(3);

    /** The clients of a pool that speaks HTTP/2. */
    private enum Client {
        ASYNC,
        BLOCKING_CLIENT;

        private PoolCaller of(HttpPoolBuilder builder) {
            AsyncHttpPool pool = builder.protocol(Protocol.HTTP_2).buildAsync();
            ClientKind.Call call =
                    this == ASYNC ? ClientKind.async(pool.client()) : ClientKind.blocking(pool.blockingClient());
            return new PoolCaller(pool, call, () -> {});
        }
    }

    @AfterEach
    void stopServers() {
        callers.shutdownNow();
        a.close();
        b.close();
        fleet.close();
    }

    @ParameterizedTest
    @EnumSource
    void connectionsSpreadByWeight(Client client) throws Exception {
        try (PoolCaller pool = client.of(given(new GivenAddresses(at(a).weight(3), at(b))))) {
            hold(pool, 16);

            assertThat(a.open()).isEqualTo(6);
            assertThat(b.open()).isEqualTo(2);
        }
    }

    @ParameterizedTest
    @EnumSource
    void requestsSpreadByWeight(Client client) throws Exception {
        try (PoolCaller pool = client.of(given(new GivenAddresses(at(a).weight(3), at(b))))) {
            open(pool, 8);
            int before = a.requests();

            hold(pool, 4);

            assertThat(a.requests() - before).isEqualTo(3);
            assertThat(pool.opened()).isEqualTo(8);
        }
    }

    @ParameterizedTest
    @EnumSource
    void connectionsFollowWhatIsPushed(Client client) throws Exception {
        GivenAddresses addresses = new GivenAddresses(at(a));
        try (PoolCaller pool = client.of(given(addresses))) {
            open(pool, 8);
            addresses.switchTo(at(a), at(b));
            addresses.push("localhost");
            awaitOpen(4, 4);
            addresses.switchTo(at(a).weight(3), at(b));
            addresses.push("localhost");
            awaitOpen(6, 2);
            addresses.switchTo(at(b));
            addresses.push("localhost");

            PoolCall.awaitUntil(() -> a.open() == 0);
            assertThat(pool.send(URI, HttpClientContext.create())).startsWith("200");
        }
    }

    @ParameterizedTest
    @EnumSource
    void aSingleConnectionDoesNotStayAloneAfterAScaleOut(Client client) throws Exception {
        try (PoolCaller pool = client.of(named())) {
            List<Future<String>> calls = holdInFleet(pool, 6);
            names.answers(Fleet.addresses(3));

            PoolCall.awaitUntil(() -> open().equals(List.of(1, 1, 1)));
            end(calls);
            PoolCall.awaitUntil(() -> pool.pool().snapshot().idle() == 3);
            List<Integer> before = requests();
            List<Future<String>> more = holdInFleet(pool, 3);
            assertThat(requests())
                    .containsExactlyElementsOf(
                            before.stream().map(each -> each + 1).toList());
            end(more);
            assertThat(pool.closed(CloseCause.REBALANCED)).isZero();
            assertThat(pool.opened()).isEqualTo(3);
        }
    }

    @Test
    void anAddressThatIsPushedGetsAConnectionOfItsOwn() throws Exception {
        GivenAddresses addresses = new GivenAddresses(inFleet(0));
        try (PoolCaller pool = Client.ASYNC.of(given(addresses))) {
            holdInFleet(pool, 2, URI);
            addresses.switchTo(inFleet(0), inFleet(1));
            addresses.push("localhost");

            PoolCall.awaitUntil(() -> open().equals(List.of(1, 1, 0)));
        }
    }

    @Test
    void aSingleRequestNeedsNoFurtherConnection() throws Exception {
        assertStays(1, builder -> builder);
    }

    @Test
    void withoutRebalanceTheSingleConnectionStaysAlone() throws Exception {
        assertStays(6, builder -> builder.dns(d -> d.rebalance(false)));
    }

    @Test
    void inTheOrderOfTheResolverTheSingleConnectionStaysAlone() throws Exception {
        assertStays(6, builder -> builder.dns(d -> d.spread(Spread.FIRST)));
    }

    private void assertStays(int requests, UnaryOperator<HttpPoolBuilder> change) throws Exception {
        try (PoolCaller pool = Client.ASYNC.of(change.apply(named()))) {
            holdInFleet(pool, requests);
            int asked = names.asked().size();
            names.answers(Fleet.addresses(3));

            PoolCall.awaitUntil(() -> names.asked().size() >= asked + 6);
            assertThat(open()).containsExactly(1, 0, 0);
        }
    }

    private HttpPoolBuilder named() {
        return secured().dns(d -> d.ttl(ofMillis(200))).dnsResolver(names);
    }

    private static HttpPoolBuilder given(Addresses addresses) {
        return secured().dns(d -> d.ttl(ofMinutes(2))).addresses(addresses);
    }

    private static HttpPoolBuilder secured() {
        return PatientPool.builder("test")
                .sslContext(TestCertificates.trusted().clientContext())
                .maxPerRoute(20)
                .eviction(e -> e.idle(ofMinutes(1)).interval(ofMinutes(1)));
    }

    private static Address at(Http2Server server) {
        return Address.of(new InetSocketAddress(LoopbackNames.literal("127.0.0.1"), server.port()));
    }

    private Address inFleet(int index) {
        InetAddress address = LoopbackNames.literal(Fleet.address(index));
        return Address.of(
                new InetSocketAddress(address, fleet.servers().get(index).port()));
    }

    /** Begins so many calls one after the other; none ends before it is released. */
    private List<Future<String>> hold(PoolCaller pool, int calls) {
        List<Future<String>> begun = new ArrayList<>();
        int before = a.held() + b.held();
        for (int i = 1; i <= calls; i++) {
            begun.add(callers.submit(() -> pool.send(URI + "held", HttpClientContext.create())));
            int held = before + i;
            PoolCall.awaitUntil(() -> a.held() + b.held() == held);
        }
        return begun;
    }

    private List<Future<String>> holdInFleet(PoolCaller pool, int calls) {
        return holdInFleet(pool, calls, fleet.uri());
    }

    private List<Future<String>> holdInFleet(PoolCaller pool, int calls, String uri) {
        List<Future<String>> begun = new ArrayList<>();
        for (int i = 1; i <= calls; i++) {
            begun.add(callers.submit(() -> pool.send(uri + "held", HttpClientContext.create())));
            int held = i;
            PoolCall.awaitUntil(() -> fleet.held() == held);
        }
        return begun;
    }

    private void end(List<Future<String>> calls) throws Exception {
        a.answerHeld();
        b.answerHeld();
        fleet.servers().forEach(Http2Server::answerHeld);
        for (Future<String> call : calls) {
            assertThat(call.get(60, TimeUnit.SECONDS)).startsWith("200");
        }
    }

    /** Opens so many connections, which are idle then. */
    private void open(PoolCaller pool, int connections) throws Exception {
        end(hold(pool, 2 * connections));
        PoolCall.awaitUntil(() -> pool.pool().snapshot().idle() == connections);
    }

    private void awaitOpen(int atA, int atB) {
        PoolCall.awaitUntil(() -> a.open() == atA && b.open() == atB);
    }

    private List<Integer> open() {
        return fleet.servers().stream().map(Http2Server::open).toList();
    }

    private List<Integer> requests() {
        return fleet.servers().stream().map(Http2Server::requests).toList();
    }
}
