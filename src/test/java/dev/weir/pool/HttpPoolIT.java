package dev.weir.pool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.HttpPool;
import dev.weir.event.CloseCause;
import dev.weir.event.LeaseOutcome;
import dev.weir.event.RouteSnapshot;
import dev.weir.testpool.PatientPool;
import dev.weir.testpool.PoolCall;
import dev.weir.testserver.LoopbackServer;
import java.io.IOException;
import org.apache.hc.core5.http.io.entity.EntityUtils;
import org.apache.hc.core5.http.io.support.ClassicRequestBuilder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class HttpPoolIT {

    private LoopbackServer server;

    @BeforeEach
    void startServer() {
        server = LoopbackServer.http().handler(exchange -> exchange.ok("hello")).start();
    }

    @AfterEach
    void stopServer() {
        server.close();
    }

    @Test
    void reusesOneConnectionForRequestsOneAfterTheOther() throws IOException {
        try (HttpPool pool = PatientPool.builder("test").build()) {
            for (int i = 0; i < 3; i++) {
                assertThat(get(pool)).isEqualTo("hello");
            }

            assertThat(server.accepted()).isEqualTo(1);
            RouteSnapshot route = pool.snapshot().routes().get(0);
            assertThat(route.idle()).isEqualTo(1);
            assertThat(route.leases()).containsEntry(LeaseOutcome.REUSED, 2L).containsEntry(LeaseOutcome.DIALED, 1L);
            pool.evictIdle();
            assertThat(pool.snapshot().routes().get(0).closedBy()).containsEntry(CloseCause.DRAINED, 1L);
            server.awaitOpen(0, PoolCall.PATIENCE);
        }
    }

    private String get(HttpPool pool) throws IOException {
        return pool.client()
                .execute(
                        ClassicRequestBuilder.get(server.origin() + "/").build(),
                        response -> EntityUtils.toString(response.getEntity()));
    }
}
