package dev.weir.dns;

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofMinutes;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.HttpPool;
import dev.weir.HttpPoolBuilder;
import dev.weir.ManagedPool;
import dev.weir.RequestFacts;
import dev.weir.config.Spread;
import dev.weir.testpool.PatientPool;
import dev.weir.testpool.PoolCall;
import dev.weir.testpool.PoolInUse;
import dev.weir.testpool.PoolKind;
import dev.weir.testpool.SwitchedNames;
import dev.weir.testserver.BlackHole;
import dev.weir.testserver.LoopbackNames;
import dev.weir.testserver.LoopbackServer;
import dev.weir.testserver.TestCertificates;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.apache.hc.client5.http.ConnectTimeoutException;
import org.apache.hc.client5.http.protocol.HttpClientContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Which of several addresses of a host gets the connection, while others keep silent or refuse. */
@Timeout(120)
@Tag("slow")
class AddressRaceIT {

    private static final String DEAD = "127.0.0.2";
    private static final String ALIVE = "127.0.0.3";
    private static final String OTHER = "127.0.0.4";

    private final List<AutoCloseable> opened = new ArrayList<>();

    @AfterEach
    void close() throws Exception {
        for (AutoCloseable each : opened) {
            each.close();
        }
    }

    private BlackHole silent(String address) {
        BlackHole hole = BlackHole.open(LoopbackNames.literal(address));
        opened.add(hole);
        return hole;
    }

    private LoopbackServer alive(String address, int port) {
        LoopbackServer server = LoopbackServer.http()
                .address(LoopbackNames.literal(address))
                .port(port)
                .start();
        opened.add(server);
        return server;
    }

    private static HttpPoolBuilder builder(String... addresses) {
        // So long that a leaked socket outlasts the patience of the tests.
        return PatientPool.builder("test")
                .timeouts(t -> t.connect(ofMinutes(5)).read(ofMinutes(6)))
                .dns(d -> d.spread(Spread.FIRST))
                .dnsResolver(new SwitchedNames(addresses));
    }

    private static HttpPoolBuilder connecting(Duration limit) {
        return builder(DEAD, ALIVE, OTHER)
                .timeouts(t -> t.poolWait(ofMillis(500))
                        .connect(limit)
                        .read(ofSeconds(60))
                        .total(Duration.ZERO));
    }

    private static RequestFacts call(PoolInUse pool, int port) throws IOException {
        HttpClientContext context = HttpClientContext.create();
        RequestFacts facts = RequestFacts.record(context);
        pool.get("http://service.test:" + port + "/", context);
        return facts;
    }

    private static List<String> tried(RequestFacts facts) {
        return facts.now().last().orElseThrow().connects().stream()
                .map(attempt -> attempt.substring(0, attempt.indexOf(':')))
                .toList();
    }

    /** How many sockets are being connected to a port. */
    private static long connecting(int port) {
        String peer = String.format(Locale.ROOT, ":%04X 02", port);
        return Stream.of("/proc/net/tcp", "/proc/net/tcp6")
                .flatMap(table -> lines(Path.of(table)).stream())
                .filter(line -> line.contains(peer))
                .count();
    }

    private static List<String> lines(Path table) {
        try {
            return Files.readAllLines(table);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void evict(ManagedPool pool) {
        PoolCall.awaitUntil(() -> pool.snapshot().leased() == 0);
        pool.evictIdle();
    }

    private static void assertAtRest(PoolInUse pool, int port) {
        PoolCall.awaitUntil(() -> connecting(port) == 0);
        PoolCall.awaitUntil(() -> pool.snapshot().dialing() == 0);
        assertThat(pool.snapshot().leased()).isZero();
    }

    @ParameterizedTest
    @EnumSource(names = {"BLOCKING", "ASYNC_OVER_HTTP_1"})
    void aSilentAddressDelaysOneDialOnly(PoolKind kind) throws Exception {
        int port = silent(DEAD).port();
        LoopbackServer alive = alive(ALIVE, port);
        try (PoolInUse pool = kind.build(builder(DEAD, ALIVE))) {
            RequestFacts first = call(pool, port);

            assertThat(tried(first)).containsExactly(DEAD, ALIVE);
            assertThat(first.now().last().orElseThrow().connects().get(0))
                    .matches(DEAD + ":[0-9]+ failed after (2[4-9]|[3-9][0-9]|[0-9]{2,3})[0-9] ms: .*"
                            + "ms: another address took the connection");
            assertThat(first.now().last().orElseThrow().connects().get(1)).startsWith(ALIVE + ":" + port + " in ");
            assertAtRest(pool, port);
            for (int i = 0; i < 3; i++) {
                evict(pool.pool());
                assertThat(tried(call(pool, port))).containsExactly(ALIVE);
            }
            PoolCall.awaitUntil(() -> alive.accepted() == 4);
            assertThat(pool.snapshot().routes().get(0).connections())
                    .extracting(connection -> connection.remoteAddress())
                    .allMatch(address -> address.toString().contains(ALIVE));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"http", "https"}) // the latter is dialed by its caller, for the sake of the tunnel
    void aCallerThatIsInterruptedLeavesNoSocket(String scheme) throws Exception {
        int port = silent(DEAD).port();
        BlackHoles others = new BlackHoles(port);
        try (PoolInUse pool =
                PoolKind.BLOCKING.build(builder(DEAD, ALIVE, OTHER).proxy("http://proxy.test:" + port))) {
            PoolCall<String> call = PoolCall.start(() -> pool.get(scheme + "://service.test/"));
            PoolCall.awaitUntil(() -> connecting(port) == 3);

            call.thread().interrupt();

            assertThat(call.failure()).isInstanceOf(InterruptedIOException.class);
            assertAtRest(pool, port);
        } finally {
            others.close();
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"BLOCKING", "ASYNC_OVER_HTTP_1"})
    @SuppressWarnings("try") // closing it early is the point
    void aPoolThatIsClosedLeavesNoSocket(PoolKind kind) throws Exception {
        int port = silent(DEAD).port();
        BlackHoles others = new BlackHoles(port);
        try (PoolInUse pool = kind.build(builder(DEAD, ALIVE, OTHER))) {
            PoolCall<RequestFacts> call = PoolCall.start(() -> call(pool, port));
            PoolCall.awaitUntil(() -> connecting(port) == 3);

            pool.close();

            assertThat(call.failure()).isNotNull();
            assertAtRest(pool, port);
        } finally {
            others.close();
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"BLOCKING", "ASYNC_OVER_HTTP_1"})
    void connectBoundsAllOfIt(PoolKind kind) throws Exception {
        int port = silent(DEAD).port();
        BlackHoles others = new BlackHoles(port);
        try (PoolInUse pool = kind.build(connecting(ofMillis(900)))) {
            assertThatThrownBy(() -> call(pool, port)).isInstanceOf(ConnectTimeoutException.class);

            assertAtRest(pool, port);
        } finally {
            others.close();
        }
    }

    @Test
    void anAddressThatFailsInTheHandshakeIsFollowedByTheNext() throws Exception {
        int port = alive(DEAD, 0).port(); // which speaks no TLS
        LoopbackServer secure = LoopbackServer.https(TestCertificates.trusted())
                .address(LoopbackNames.literal(ALIVE))
                .port(port)
                .start();
        opened.add(secure);
        try (HttpPool pool = builder(DEAD, ALIVE)
                        .sslContext(TestCertificates.trusted().clientContext())
                        .build();
                PoolInUse inUse = new PoolInUse(pool, pool.client(), pool::evictIdle)) {
            inUse.get("https://localhost:" + port + "/");

            assertThat(secure.requests()).isEqualTo(1);
            assertThat(pool.snapshot().idle()).isEqualTo(1);
        }
    }

    /** Two more addresses that keep silent on a port. */
    private static final class BlackHoles implements AutoCloseable {

        private final List<BlackHole> holes;

        BlackHoles(int port) {
            holes = List.of(
                    BlackHole.open(LoopbackNames.literal(ALIVE), port),
                    BlackHole.open(LoopbackNames.literal(OTHER), port));
        }

        @Override
        public void close() {
            holes.forEach(BlackHole::close);
        }
    }
}
