package dev.weir.testserver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.ConnectException;
import java.net.SocketException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ConnectionEndTest {

    private static final Duration LIMIT = Duration.ofSeconds(10);

    private final LoopbackServer server = LoopbackServer.http().start();

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void closesInOrderAfterTheResponse() throws Exception {
        server.handler(exchange -> exchange.closeAfter().ok("bye"));

        try (RawClient client = RawClient.to(server)) {
            assertThat(client.get("/").headers().hasToken("Connection", "close"))
                    .isTrue();
            assertThat(client.isAtEnd()).isTrue();
        }

        server.awaitOpen(0, LIMIT);
        assertThat(server.connections().get(0).closedBy()).contains(ClosedBy.SERVER_FIN);
    }

    @Test
    void closesWhenTheClientAsksForIt() throws Exception {
        try (RawClient client = RawClient.to(server)) {
            client.send("GET / HTTP/1.1\r\nConnection: Close\r\n\r\n");

            assertThat(client.receive().headers().first("connection")).contains("close");
            assertThat(client.isAtEnd()).isTrue();
        }
    }

    @Test
    void resetsInsteadOfAnswering() throws Exception {
        server.handler(Exchange::reset);

        try (RawClient client = RawClient.to(server)) {
            assertThatThrownBy(() -> client.get("/")).isInstanceOf(SocketException.class);
        }

        server.awaitOpen(0, LIMIT);
        assertThat(server.connections().get(0).closedBy()).contains(ClosedBy.SERVER_RST);
    }

    @Test
    void hangsUpWithoutAByte() throws Exception {
        server.handler(Exchange::hangUp);

        try (RawClient client = RawClient.to(server)) {
            assertThat(client.send("GET / HTTP/1.1\r\n\r\n").isAtEnd()).isTrue();
        }
    }

    @Test
    void noticesHowIdleClientsLeave() throws Exception {
        RawClient closing = RawClient.to(server);
        closing.get("/");
        RawClient resetting = RawClient.to(server);
        resetting.get("/");
        server.awaitOpen(2, LIMIT);

        closing.close();
        resetting.reset();

        server.awaitOpen(0, LIMIT);
        assertThat(server.connections())
                .extracting(connection -> connection.closedBy().orElseThrow())
                .containsExactly(ClosedBy.CLIENT_FIN, ClosedBy.CLIENT_RST);
    }

    @Test
    void closesIdleConnectionsOnRequestAndSparesBusyOnes() throws Exception {
        CountDownLatch release = new CountDownLatch(1);
        server.handler(exchange -> (exchange.target().equals("/wait") ? exchange.await(release) : exchange).ok("x"));

        try (RawClient idle = RawClient.to(server);
                RawClient busy = RawClient.to(server)) {
            idle.get("/");
            busy.send("GET /wait HTTP/1.1\r\n\r\n");
            server.awaitRequests(2, LIMIT);

            assertThat(server.closeIdleNow(false)).isEqualTo(1);
            assertThat(idle.isAtEnd()).isTrue();
            release.countDown();
            assertThat(busy.receive().body()).isEqualTo("x");
        }
    }

    @Test
    void resetsIdleConnectionsOnRequest() throws Exception {
        try (RawClient client = RawClient.to(server)) {
            client.get("/");

            assertThat(server.closeIdleNow(true)).isEqualTo(1);
            assertThatThrownBy(client::isAtEnd).isInstanceOf(SocketException.class);
        }
    }

    @Test
    void freesConnectionsAndThreadsWhenClosedDuringARequest() throws Exception {
        server.handler(exchange -> exchange.await(new CountDownLatch(1)));

        try (RawClient client = RawClient.to(server)) {
            client.send("GET / HTTP/1.1\r\n\r\n");
            server.awaitRequests(1, LIMIT);
            server.close();

            assertThat(client.isAtEnd()).isTrue();
        }

        assertThat(server.open()).isZero();
        assertThat(Thread.getAllStackTraces().keySet())
                .noneMatch(thread -> thread.getName().startsWith("loopback-" + server.port() + "-"));
        assertThatThrownBy(() -> RawClient.to(server)).isInstanceOf(ConnectException.class);
    }

    @Test
    void startsAgainOnTheSamePort() throws Exception {
        try (RawClient client = RawClient.to(server)) {
            client.get("/");
            server.close();

            try (LoopbackServer next = LoopbackServer.http().port(server.port()).start();
                    RawClient again = RawClient.to(next)) {
                assertThat(again.get("/").body()).isEqualTo("ok");
            }
        }
    }

    @Test
    void servesOpenConnectionsAfterItStoppedAccepting() throws Exception {
        try (RawClient client = RawClient.to(server)) {
            client.get("/");
            server.stopAccepting();

            assertThatThrownBy(() -> RawClient.to(server)).isInstanceOf(ConnectException.class);
            assertThat(client.get("/").body()).isEqualTo("ok");
        }
    }
}
