package dev.weir.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.HttpPool;
import dev.weir.HttpPoolBuilder;
import dev.weir.event.DialOutcome;
import dev.weir.event.LeaseOutcome;
import dev.weir.event.LookupOutcome;
import dev.weir.event.PoolEvent;
import dev.weir.event.PoolEvent.ConnectionClosed;
import dev.weir.event.PoolEvent.DialEnded;
import dev.weir.event.PoolEvent.LeaseEnded;
import dev.weir.event.PoolEvent.NameLookedUp;
import dev.weir.event.PoolListener;
import dev.weir.event.PoolSnapshot;
import dev.weir.testpool.ClientCalls;
import dev.weir.testpool.EventRecorder;
import dev.weir.testpool.LocalAddress;
import dev.weir.testpool.PatientPool;
import dev.weir.testpool.PoolBooks;
import dev.weir.testpool.PoolCall;
import dev.weir.testpool.PoolFetch;
import dev.weir.testpool.PoolInUse;
import dev.weir.testpool.PoolKind;
import dev.weir.testserver.LoopbackServer;
import dev.weir.testserver.TestCertificates;
import java.io.IOException;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;
import org.apache.hc.client5.http.DnsResolver;
import org.apache.hc.client5.http.impl.InMemoryDnsResolver;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** The events that listeners receive, on real sockets. */
class EventsIT {

    private static final TestCertificates CERTIFICATES = TestCertificates.trusted();

    // Of a range that is for documentation.
    private static final String ELSEWHERE = "192.0.2.1";

    private final EventRecorder events = new EventRecorder();

    private HttpPoolBuilder pool() {
        DnsResolver names = PoolFetch.everythingOnLoopback();
        return PatientPool.builder("test").dnsResolver(names).listener(events);
    }

    private DialEnded dialThatFails(HttpPoolBuilder builder, String target) {
        try (HttpPool pool = builder.build()) {
            ClientCalls.failure(IOException.class, pool.client(), URI.create(target));
            PoolBooks.atRest(pool);
        }
        assertThat(events.only(LeaseEnded.class).outcome()).isEqualTo(LeaseOutcome.DIAL_FAILED);
        return events.only(DialEnded.class);
    }

    @Test
    void tellTheLifeOfAConnectionInOrder() throws IOException {
        try (LoopbackServer server = LoopbackServer.http().start();
                HttpPool pool = pool().build()) {
            String origin = "http://recs.test:" + server.port();
            PoolFetch.get(pool.client(), origin);
            PoolFetch.get(pool.client(), origin);
            pool.evictIdle();

            assertThat(events.kinds())
                    .containsExactlyInAnyOrder(
                            "NameLookedUp", "LeaseEnded", "DialEnded", "LeaseEnded", "ConnectionClosed");
            assertThat(events.of(LeaseEnded.class))
                    .extracting(LeaseEnded::outcome)
                    .containsExactly(LeaseOutcome.DIALED, LeaseOutcome.REUSED);
            assertThat(events.of(LeaseEnded.class)).allSatisfy(lease -> {
                assertThat(lease.pool()).isEqualTo("test");
                assertThat(lease.route()).isEqualTo(origin);
            });
            assertThat(events.only(NameLookedUp.class).host()).isEqualTo("recs.test");
            assertThat(events.only(NameLookedUp.class).outcome()).isEqualTo(LookupOutcome.MISS);
            assertThat(events.only(ConnectionClosed.class).uses()).isEqualTo(2);
        }
    }

    @Test
    void tellTheTimesOfADialApart() throws IOException {
        DnsResolver slow = PoolFetch.everythingOnLoopback(() -> pauseMillis(30));
        try (LoopbackServer server = LoopbackServer.https(CERTIFICATES).start();
                HttpPool pool = pool().dnsResolver(slow)
                        .sslContext(CERTIFICATES.clientContext())
                        .build()) {
            PoolFetch.get(pool.client(), "https://recs.weir.test:" + server.port());

            DialEnded dial = events.only(DialEnded.class);
            assertThat(dial.outcome()).isEqualTo(DialOutcome.CONNECTED);
            assertThat(dial.lookup()).isGreaterThanOrEqualTo(Duration.ofMillis(29));
            assertThat(dial.handshake()).isPositive();
            assertThat(dial.connect()).isPositive();
        }
    }

    private static void pauseMillis(long millis) {
        long endNanos = System.nanoTime() + Duration.ofMillis(millis).toNanos();
        while (System.nanoTime() - endNanos < 0) {
            Thread.onSpinWait();
        }
    }

    @Test
    void tellOfANameThatDoesNotExist() {
        DnsResolver empty = new InMemoryDnsResolver();

        DialEnded dial = dialThatFails(pool().dnsResolver(empty), "http://nowhere.test");

        assertThat(dial.outcome()).isEqualTo(DialOutcome.NAME_NOT_FOUND);
        assertThat(events.only(NameLookedUp.class).outcome()).isEqualTo(LookupOutcome.FAILED);
    }

    @Test
    void tellOfALocalAddressThatTheMachineDoesNotHave() throws IOException {
        try (LoopbackServer server = LoopbackServer.http().start();
                HttpPool pool = pool().customizeClient(client -> client.setRoutePlanner(LocalAddress.of(ELSEWHERE)))
                        .build()) {
            assertThatThrownBy(() -> PoolFetch.get(pool.client(), server.origin()))
                    .isInstanceOf(BindException.class)
                    .hasMessageStartingWith("Connect to " + server.origin() + " failed: ");

            assertThat(events.of(DialEnded.class))
                    .extracting(DialEnded::outcome)
                    .containsOnly(DialOutcome.NO_LOCAL_PORT);
        }
    }

    @Test
    void tellOfACertificateThatIsNotTrusted() throws IOException {
        try (LoopbackServer server =
                LoopbackServer.https(TestCertificates.untrusted()).start()) {
            DialEnded dial = dialThatFails(
                    pool().sslContext(CERTIFICATES.clientContext()), "https://localhost:" + server.port());

            assertThat(dial.outcome()).isEqualTo(DialOutcome.TLS_FAILED);
            assertThat(dial.handshake()).isPositive();
        }
    }

    @Test
    void handTheSameObjectToBothEndsOfAPool() {
        List<Supplier<PoolSnapshot>> seen = new ArrayList<>();
        PoolListener listener = new PoolListener() {
            @Override
            public void onEvent(PoolEvent event) {
                if (event instanceof PoolEvent.PoolStateChanged state) {
                    seen.add(state.snapshot());
                }
            }
        };
        HttpPool one = HttpPool.builder("same").listener(listener).build();
        HttpPool other = HttpPool.builder("same").listener(listener).build();
        one.close();
        other.close();

        assertThat(seen.get(2)).isSameAs(seen.get(0)).isNotSameAs(seen.get(1));
        assertThat(seen.get(3)).isSameAs(seen.get(1));
    }

    /** Listeners hear of both ends of a pool, and which connection an event is about. */
    @ParameterizedClass
    @EnumSource(names = {"BLOCKING", "ASYNC_OVER_HTTP_1"})
    @Nested
    class Listeners {
        private final PoolKind kind;
        private final LoopbackServer server = LoopbackServer.http().start();

        Listeners(PoolKind kind) {
            this.kind = kind;
        }

        @AfterEach
        void stopServer() {
            server.close();
        }

        private void get(PoolInUse pool) throws IOException {
            assertThat(pool.get(server.origin())).isEqualTo("ok");
            PoolBooks.atRest(pool.pool());
        }

        @Test
        void hearOfThePoolFirstAndLastAndOnce() {
            List<String> heard = new CopyOnWriteArrayList<>();
            PoolListener listener = event -> {
                if (event instanceof PoolEvent.PoolStateChanged state) {
                    heard.add((state.isOpen() ? "opened " : "closed ")
                            + state.snapshot().get().name());
                }
            };

            kind.build(PatientPool.builder("test").listener(listener).listener(listener))
                    .close();

            assertThat(heard).containsExactly("opened test", "closed test");
        }

        @Test
        void hearWhichConnectionItWasAndWhereItLed() throws IOException {
            try (PoolInUse pool = kind.build(PatientPool.builder("test").listener(events))) {
                get(pool);
                String id = pool.snapshot().routes().get(0).connections().get(0).id();
                pool.pool().evictIdle();
                PoolCall.awaitUntil(() -> !events.of(ConnectionClosed.class).isEmpty());

                assertThat(events.only(DialEnded.class).connectionId()).hasValue(id);
                assertThat(events.only(LeaseEnded.class).connectionId()).hasValue(id);
                ConnectionClosed closed = events.only(ConnectionClosed.class);
                assertThat(closed.connectionId()).hasValue(id);
                assertThat(closed.failure()).isEmpty();
                assertThat(closed.remoteAddress())
                        .isEqualTo(events.only(DialEnded.class).remoteAddress())
                        .hasValueSatisfying(this::isServer);
            }
        }

        private void isServer(SocketAddress address) {
            assertThat(((InetSocketAddress) address).getPort()).isEqualTo(server.port());
        }
    }
}
