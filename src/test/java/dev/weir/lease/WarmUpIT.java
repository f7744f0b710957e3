package dev.weir.lease;

import static dev.weir.testpool.ClientCalls.get;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.weir.AsyncHttpPool;
import dev.weir.HttpPool;
import dev.weir.HttpPoolBuilder;
import dev.weir.failure.PoolClosedException;
import dev.weir.testpool.PatientPool;
import dev.weir.testpool.PoolBooks;
import dev.weir.testpool.PoolCall;
import dev.weir.testpool.PoolFetch;
import dev.weir.testpool.PoolInUse;
import dev.weir.testpool.PoolKind;
import dev.weir.testserver.Http2Server;
import dev.weir.testserver.LoopbackServer;
import dev.weir.testserver.TestCertificates;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.net.URI;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Connections that are opened before they are needed. */
class WarmUpIT {

    private static final TestCertificates CERTIFICATES = TestCertificates.trusted();

    private LoopbackServer server = LoopbackServer.http().start();

    @AfterEach
    void stopServer() {
        server.close();
    }

    private static HttpPoolBuilder pool() {
        return PatientPool.builder("test").sslContext(CERTIFICATES.clientContext());
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void areUsedByTheFirstRequests(boolean tls) throws Exception {
        if (tls) {
            server.close();
            server = LoopbackServer.https(CERTIFICATES).start();
        }
        try (HttpPool pool = pool().build()) {
            pool.warmUp(server.origin(), 5);

            server.awaitOpen(5, PoolCall.PATIENCE);
            assertThat(PoolBooks.atRest(pool).idle()).isEqualTo(5);
            for (int i = 0; i < 3; i++) {
                assertThat(PoolFetch.get(pool, server)).isEqualTo("ok");
            }
            assertThat(server.accepted()).isEqualTo(5);
        }
    }

    @Test
    void areOneWhereItCarriesAllExchanges() throws Exception {
        try (Http2Server h2 = Http2Server.allowing(100);
                AsyncHttpPool pool = pool().buildAsync()) {
            pool.warmUp(h2.uri(), 3);
            pool.warmUp(h2.uri(), 3);

            assertThat(PoolBooks.atRest(pool).idle()).isEqualTo(1);
            assertThat(get(pool.blockingClient(), URI.create(h2.uri() + "/a"))).startsWith("200");
            assertThat(h2.accepted()).isEqualTo(1);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"BLOCKING", "ASYNC_OVER_HTTP_1"})
    void areOnlyThoseThatAreMissing(PoolKind kind) throws Exception {
        try (PoolInUse pool = kind.build(pool())) {
            pool.get(server.uri("/").toString());
            PoolBooks.atRest(pool.pool());

            pool.pool().warmUp(server.origin(), 3);
            pool.pool().warmUp(server.origin(), 3);
            pool.pool().warmUp(server.origin(), 2);

            server.awaitAccepted(3, PoolCall.PATIENCE);
            assertThat(server.accepted()).isEqualTo(3);
            assertThat(PoolBooks.atRest(pool.pool()).idle()).isEqualTo(3);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"BLOCKING", "ASYNC_OVER_HTTP_1"})
    void failureIsTold(PoolKind kind) {
        server.close();
        try (PoolInUse pool = kind.build(pool())) {
            assertThatExceptionOfType(UncheckedIOException.class)
                    .isThrownBy(() -> pool.pool().warmUp(server.origin(), 3))
                    .withMessageStartingWith(
                            "Pool 'test': 0 of 3 connections to " + server.origin() + " are open, then: ")
                    .withRootCauseInstanceOf(ConnectException.class);
            assertThat(PoolBooks.atRest(pool.pool()).idle()).isZero();
        }
    }

    @Test
    void numberAboveALimitIsRefused() {
        try (HttpPool pool = pool().maxPerRoute(4).build()) {
            assertThatExceptionOfType(IllegalArgumentException.class)
                    .isThrownBy(() -> pool.warmUp("https://recs:8443", 5))
                    .withMessage("Pool 'test': warmUp(\"https://recs:8443\", 5) must ask for 1 to 4 connections, the"
                            + " smallest of maxTotal, maxIdle, and maxConnections, maxIdle and maxInFlight of the"
                            + " route");
            assertThatExceptionOfType(IllegalArgumentException.class)
                    .isThrownBy(() -> pool.warmUp("https://recs:8443", 0))
                    .withMessageContaining("must ask for 1 to 4 connections");
        }
    }

    @ParameterizedTest
    @EnumSource(PoolKind.class)
    void closedPoolIsNotWarmedUp(PoolKind kind) {
        PoolInUse pool = kind.build(pool());
        pool.close();

        assertThatExceptionOfType(PoolClosedException.class)
                .isThrownBy(() -> pool.pool().warmUp(server.origin(), 1));
    }
}
