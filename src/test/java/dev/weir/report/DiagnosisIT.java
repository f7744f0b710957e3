package dev.weir.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.HttpPool;
import dev.weir.HttpPoolBuilder;
import dev.weir.diagnosis.Diagnosis;
import dev.weir.diagnosis.Finding;
import dev.weir.testpool.EventRecorder;
import dev.weir.testpool.PoolFetch;
import dev.weir.testserver.LoopbackServer;
import java.io.IOException;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a pool that has served real requests says of itself. */
class DiagnosisIT {

    private final EventRecorder events = new EventRecorder();
    private LoopbackServer server;

    @BeforeEach
    void start() {
        server = LoopbackServer.http().start();
    }

    @AfterEach
    void stop() {
        server.close();
    }

    /** With the JVM's own cache out of the way. */
    private HttpPoolBuilder pool() {
        return HttpPool.builder("shop")
                .dnsResolver(PoolFetch.everythingOnLoopback())
                .listener(events);
    }

    private void fetch(HttpPool pool, int times) throws IOException {
        for (int i = 0; i < times; i++) {
            PoolFetch.get(pool, server);
        }
    }

    @Test
    void findsNothingInAHealthyPool() throws IOException {
        try (HttpPool pool = pool().build()) {
            fetch(pool, 200);

            assertThat(pool.diagnose()).hasToString("No findings: nothing stands out.");
        }
    }

    @Test
    void findsAServerThatClosesAfterEveryRequest() throws IOException {
        server.handler(exchange -> exchange.closeAfter().ok("ok"));
        try (HttpPool pool = pool().build()) {
            fetch(pool, 50);

            Diagnosis diagnosis = pool.diagnose();

            assertThat(diagnosis.findings()).singleElement().satisfies(finding -> {
                assertThat(finding.severity()).isEqualTo(Finding.Severity.WARN);
                assertThat(finding.route()).isEqualTo(Optional.of(server.origin()));
                assertThat(finding.what())
                        .isEqualTo("100 % of the closed connections were used once: the server sends Connection: close"
                                + " after every request.");
            });
        }
    }
}
