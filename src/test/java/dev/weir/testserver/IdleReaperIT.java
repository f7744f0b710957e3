package dev.weir.testserver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.SocketException;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class IdleReaperIT {

    @Test
    void closesAnIdleConnectionAfterItsTimeout() throws Exception {
        Duration timeout = Duration.ofMillis(150);

        try (LoopbackServer server = LoopbackServer.http()
                        .idleTimeout(IdleTimeout.after(timeout))
                        .start();
                RawClient client = RawClient.to(server)) {
            client.get("/");
            long idleSince = System.nanoTime();
            assertThat(client.isAtEnd()).isTrue();

            server.awaitOpen(0, Duration.ofSeconds(20));
            assertThat(Duration.ofNanos(System.nanoTime() - idleSince))
                    .isBetween(Duration.ofMillis(145), Duration.ofSeconds(20));
            assertThat(server.connections().get(0).closedBy()).contains(ClosedBy.SERVER_FIN);
        }
    }

    @Test
    void appliesAChangedTimeoutToIdleConnections() throws Exception {
        try (LoopbackServer server = LoopbackServer.http()
                        .idleTimeout(IdleTimeout.after(Duration.ofHours(1)))
                        .start();
                RawClient client = RawClient.to(server)) {
            client.get("/");
            server.idleTimeout(IdleTimeout.after(Duration.ofMillis(20)).byReset());

            assertThatThrownBy(client::isAtEnd).isInstanceOf(SocketException.class);
            server.awaitOpen(0, Duration.ofSeconds(20));
            assertThat(server.connections().get(0).closedBy()).contains(ClosedBy.SERVER_RST);
        }
    }

    @Test
    void sparesConnectionsThatHaveNotServedARequest() throws Exception {
        try (LoopbackServer server = LoopbackServer.http()
                        .idleTimeout(IdleTimeout.after(Duration.ofMillis(20)))
                        .start();
                RawClient fresh = RawClient.to(server);
                RawClient used = RawClient.to(server)) {
            used.get("/");
            assertThat(used.isAtEnd()).isTrue();

            assertThat(fresh.get("/").body()).isEqualTo("ok");
        }
    }
}
