package dev.weir.lifetime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import dev.weir.HttpPool;
import dev.weir.HttpPoolBuilder;
import dev.weir.event.CloseCause;
import dev.weir.testpool.PatientPool;
import dev.weir.testpool.PoolBooks;
import dev.weir.testpool.PoolCall;
import dev.weir.testpool.PoolClock;
import dev.weir.testpool.PoolFetch;
import dev.weir.testserver.Handler;
import dev.weir.testserver.LoopbackServer;
import java.io.IOException;
import java.time.Duration;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.apache.hc.core5.util.TimeValue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class KeepAliveIT {

    private final PoolClock clock = new PoolClock();
    private LoopbackServer server;

    @BeforeEach
    void startServer() {
        server = LoopbackServer.http().start();
    }

    @AfterEach
    void stopServer() {
        server.close();
    }

    private static Handler announcing(String keepAlive) {
        return exchange -> exchange.keepAliveHeader(keepAlive).ok("ok");
    }

    private HttpPoolBuilder aging() {
        return PatientPool.builder("test", clock);
    }

    /** Asserts that what is idle is kept for a time, and no longer. */
    private void assertKeptFor(Duration time, HttpPool pool, CloseCause cause) {
        clock.advance(time.minusMillis(1));
        pool.connectionManager().closeExpired();
        assertThat(pool.snapshot().idle()).isEqualTo(1);
        clock.advance(Duration.ofMillis(1));
        pool.connectionManager().closeExpired();
        assertThat(pool.snapshot().idle()).isZero();
        server.awaitOpen(0, PoolCall.PATIENCE);
        assertThat(PoolBooks.causes(pool)).containsOnly(entry(cause, 1L));
    }

    @Test
    void endsBeforeTheServersTimeByTheMargin() throws IOException {
        server.handler(announcing("timeout=10"));
        try (HttpPool pool = aging().build()) {
            PoolFetch.get(pool, server);

            assertKeptFor(Duration.ofSeconds(8), pool, CloseCause.KEEP_ALIVE_EXPIRED);
        }
    }

    @Test
    void marginTakesAtMostHalfOfAShortTime() throws IOException {
        server.handler(announcing("timeout=1"));
        try (HttpPool pool = aging().build()) {
            PoolFetch.get(pool, server);

            assertKeptFor(Duration.ofMillis(500), pool, CloseCause.KEEP_ALIVE_EXPIRED);
        }
    }

    @Test
    void expiredConnectionIsNotReusedEvenWithoutASweep() throws IOException {
        server.handler(announcing("timeout=10"));
        try (HttpPool pool =
                aging().eviction(e -> e.interval(Duration.ofSeconds(29))).build()) {
            PoolFetch.get(pool, server);
            clock.advance(Duration.ofSeconds(8));
            PoolFetch.get(pool, server);

            assertThat(server.accepted()).isEqualTo(2);
            assertThat(PoolBooks.causes(pool)).containsOnly(entry(CloseCause.KEEP_ALIVE_EXPIRED, 1L));
        }
    }

    @Test
    void timeoutOfZeroIsNeverKept() throws IOException {
        server.handler(announcing("timeout=0"));
        try (HttpPool pool = aging().build()) {
            PoolFetch.get(pool, server);
            PoolFetch.get(pool, server);

            assertThat(server.accepted()).isEqualTo(2);
            assertThat(PoolBooks.atRest(pool).idle()).isZero();
            assertThat(PoolBooks.causes(pool)).containsOnly(entry(CloseCause.SERVER_CLOSE_HEADER, 2L));
        }
    }

    @Test
    void maximumOfZeroPoolsNothing() throws IOException {
        try (HttpPool pool = aging().keepAlive(k -> k.max(Duration.ZERO)).build()) {
            PoolFetch.get(pool, server);
            PoolFetch.get(pool, server);

            assertThat(server.accepted()).isEqualTo(2);
            assertThat(PoolBooks.atRest(pool).idle()).isZero();
            assertThat(PoolBooks.causes(pool)).containsOnly(entry(CloseCause.KEEP_ALIVE_EXPIRED, 2L));
            server.awaitOpen(0, PoolCall.PATIENCE);
        }
    }

    @Test
    void strategyOfAUsersOwnClientIsCapped() throws IOException {
        server.handler(announcing("timeout=10"));
        try (HttpPool pool = aging().build();
                CloseableHttpClient client = ownClient(pool, TimeValue.ofHours(1))) {
            PoolFetch.get(client, server.origin());

            assertKeptFor(Duration.ofSeconds(8), pool, CloseCause.KEEP_ALIVE_EXPIRED);
        }
    }

    private static CloseableHttpClient ownClient(HttpPool pool, TimeValue keepAlive) {
        return HttpClients.custom()
                .setConnectionManager(pool.connectionManager())
                .setConnectionManagerShared(true)
                .setKeepAliveStrategy((response, context) -> keepAlive)
                .build();
    }

    @Test
    void announcedNumberOfRequestsIsHonored() throws IOException {
        server.handler(exchange -> exchange.keepAliveHeader(
                        "timeout=60, max=" + (3 - exchange.connection().requestNumber()))
                .ok("ok"));
        try (HttpPool pool = aging().build()) {
            for (int i = 0; i < 6; i++) {
                PoolFetch.get(pool, server);
            }

            assertThat(server.connections()).extracting(c -> c.requests()).startsWith(3, 3);
            assertThat(server.accepted())
                    .as("with one opened in time for the next")
                    .isBetween(2, 3);
            PoolBooks.atRest(pool);
            assertThat(PoolBooks.causes(pool)).containsOnly(entry(CloseCause.MAX_REQUESTS, 2L));
        }
    }

    @Test
    void routeMayKeepForLess() throws IOException {
        try (HttpPool pool = aging().route(server.origin(), r -> r.keepAlive(k -> k.max(Duration.ofSeconds(7))))
                .build()) {
            PoolFetch.get(pool, server);

            assertKeptFor(Duration.ofSeconds(7), pool, CloseCause.KEEP_ALIVE_EXPIRED);
        }
    }
}
