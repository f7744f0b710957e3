package dev.weir.lifetime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import dev.weir.HttpPool;
import dev.weir.HttpPoolBuilder;
import dev.weir.PoolTime;
import dev.weir.event.CloseCause;
import dev.weir.testpool.PatientPool;
import dev.weir.testpool.PoolBooks;
import dev.weir.testpool.PoolCall;
import dev.weir.testpool.PoolClock;
import dev.weir.testserver.LoopbackServer;
import dev.weir.testserver.TestCertificates;
import java.io.IOException;
import java.time.Duration;
import org.apache.hc.core5.http.io.entity.StringEntity;
import org.apache.hc.core5.http.io.support.ClassicRequestBuilder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The pool sees that a server has closed an idle connection. */
class SeenClosesIT {

    private static final TestCertificates CERTIFICATES = TestCertificates.trusted();

    private final PoolClock clock = new PoolClock();
    private LoopbackServer server = LoopbackServer.http().start();

    @AfterEach
    void stopServer() {
        server.close();
    }

    private void serve(boolean tls) {
        if (tls) {
            server.close();
            server = LoopbackServer.https(CERTIFICATES).start();
        }
    }

    private static HttpPoolBuilder pool() {
        return PatientPool.builder("test").sslContext(CERTIFICATES.clientContext());
    }

    private String post(HttpPool pool) throws IOException {
        return pool.client()
                .execute(
                        ClassicRequestBuilder.post(server.origin() + "/")
                                .setEntity(new StringEntity("order"))
                                .build(),
                        response -> String.valueOf(response.getCode()));
    }

    @ParameterizedTest
    @CsvSource({"false, false", "false, true", "true, false", "true, true"})
    void discardsItWithoutARequest(boolean tls, boolean byReset) throws IOException {
        serve(tls);
        try (HttpPool pool = pool().build()) {
            post(pool);

            PoolCall.awaitUntil(() -> server.closeIdleNow(byReset) == 1);

            PoolCall.awaitUntil(() -> pool.snapshot().idle() == 0);
            PoolBooks.atRest(pool);
            assertThat(PoolBooks.causes(pool)).containsOnly(entry(CloseCause.SERVER_CLOSED_IDLE, 1L));
        }
    }

    @ParameterizedTest
    @CsvSource({"false", "true"})
    void givesItToNoCaller(boolean tls) throws IOException {
        serve(tls);
        try (HttpPool pool =
                PoolTime.of(clock, pool().keepAlive(k -> k.learn(false))).build()) {
            for (int i = 0; i < 10; i++) {
                assertThat(post(pool)).isEqualTo("200");
                PoolCall.awaitUntil(() -> server.closeIdleNow(false) == 1);
                clock.advance(Duration.ofMillis(1));
            }

            assertThat(server.requests()).isEqualTo(10);
            PoolBooks.atRest(pool);
            assertThat(PoolBooks.causes(pool)).containsOnly(entry(CloseCause.STALE, 9L));
        }
    }

    @ParameterizedTest
    @CsvSource({"false", "true"})
    void keepsWhatIsStillOpen(boolean tls) throws IOException {
        serve(tls);
        try (HttpPool pool = PoolTime.of(clock, pool()).build()) {
            for (int i = 0; i < 50; i++) {
                assertThat(post(pool)).isEqualTo("200");
                clock.advance(Duration.ofMillis(500));
            }

            assertThat(server.accepted()).isEqualTo(1);
        }
    }
}
