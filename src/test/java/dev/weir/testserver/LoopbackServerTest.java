package dev.weir.testserver;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class LoopbackServerTest {

    private final LoopbackServer server = LoopbackServer.http().start();

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void servesManyRequestsOnOneConnection() throws Exception {
        server.handler(exchange ->
                exchange.ok(exchange.target() + " " + exchange.connection().requestNumber()));

        try (RawClient client = RawClient.to(server)) {
            assertThat(client.get("/a").body()).isEqualTo("/a 1");
            assertThat(client.get("/b").body()).isEqualTo("/b 2");
        }

        assertThat(server.accepted()).isEqualTo(1);
        assertThat(server.requests()).isEqualTo(2);
        assertThat(server.requests(request -> request.target().equals("/b"))).isEqualTo(1);
    }

    @Test
    void answersPipelinedRequestsInOrder() throws Exception {
        server.handler(exchange -> exchange.ok(exchange.target()));

        try (RawClient client = RawClient.to(server)) {
            client.send("GET /a HTTP/1.1\r\n\r\nGET /b HTTP/1.1\r\n\r\n");

            assertThat(client.receive().body()).isEqualTo("/a");
            assertThat(client.receive().body()).isEqualTo("/b");
        }
    }

    @Test
    void readsBodiesOfBothFramingsAndHeadersOfAnyCase() throws Exception {
        server.handler(
                exchange -> exchange.ok(exchange.bodyText() + exchange.headers().all("X-TAG")));

        try (RawClient client = RawClient.to(server)) {
            client.send("POST / HTTP/1.1\r\nx-tag: 1\r\nX-Tag: 2\r\nContent-Length: 5\r\n\r\nhello");
            assertThat(client.receive().body()).isEqualTo("hello[1, 2]");

            client.send(
                    "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n3;x=y\r\nhel\r\n2\r\nlo\r\n0\r\nT: 1\r\n\r\n");
            assertThat(client.receive().body()).isEqualTo("hello[]");
        }
    }

    @Test
    void skipsABodyThatTheHandlerDidNotRead() throws Exception {
        try (RawClient client = RawClient.to(server)) {
            client.send("POST / HTTP/1.1\r\nContent-Length: 5\r\n\r\nhello");

            assertThat(client.receive().body()).isEqualTo("ok");
            assertThat(client.get("/").body()).isEqualTo("ok");
        }
    }

    @Test
    void sendsContinueWhenTheHandlerReadsAnExpectedBody() throws Exception {
        server.handler(exchange -> exchange.ok(exchange.bodyText()));

        try (RawClient client = RawClient.to(server)) {
            client.send("POST / HTTP/1.1\r\nExpect: 100-continue\r\nContent-Length: 5\r\n\r\n");
            assertThat(client.receive().statusLine()).isEqualTo("HTTP/1.1 100 Continue");

            assertThat(client.send("hello").receive().body()).isEqualTo("hello");
        }
    }

    @Test
    void leavesOutTheBodyOfHeadAndNoContent() throws Exception {
        server.handler(exchange -> exchange.respond(exchange.method().equals("HEAD") ? 200 : 204, new byte[3]));

        try (RawClient client = RawClient.to(server)) {
            client.send("HEAD / HTTP/1.1\r\n\r\nGET / HTTP/1.1\r\n\r\n");
            assertThat(client.line()).isEqualTo("HTTP/1.1 200 OK");
            assertThat(client.line()).isEqualTo("Content-Length: 3");
            assertThat(client.line()).isEmpty();

            assertThat(client.line()).isEqualTo("HTTP/1.1 204 No Content");
            assertThat(client.line()).isEmpty();
        }
    }

    @Test
    void sendsRawBytesAtOnce() throws Exception {
        CountDownLatch rest = new CountDownLatch(1);
        server.handler(exchange -> {
            exchange.output().write("HTTP/1.1 299 Half\r\n".getBytes(UTF_8));
            exchange.await(rest).output().write("Content-Length: 0\r\n\r\n".getBytes(UTF_8));
        });

        try (RawClient client = RawClient.to(server)) {
            assertThat(client.send("GET / HTTP/1.1\r\n\r\n").line()).isEqualTo("HTTP/1.1 299 Half");

            rest.countDown();
            assertThat(client.line()).isEqualTo("Content-Length: 0");
        }
    }

    @Test
    void announcesKeepAlivePerResponse() throws Exception {
        server.handler(
                exchange -> exchange.keepAliveHeader("timeout=5, max=100").ok("x"));

        try (RawClient client = RawClient.to(server)) {
            assertThat(client.get("/").headers().first("Keep-Alive")).contains("timeout=5, max=100");
        }
    }

    @Test
    void announcesItsOwnTimeoutAndTheRequestsLeft() throws Exception {
        server.idleTimeout(IdleTimeout.after(Duration.ofMinutes(1)).announced());
        server.maxRequests(2);

        try (RawClient client = RawClient.to(server)) {
            assertThat(client.get("/").headers().first("Keep-Alive")).contains("timeout=60, max=1");
            assertThat(client.get("/").headers().first("Connection")).contains("close");
            assertThat(client.isAtEnd()).isTrue();
        }
    }

    @Test
    void turnsHandlerFailuresInto500() throws Exception {
        server.handler(exchange -> {
            throw new IllegalStateException("no luck");
        });

        try (RawClient client = RawClient.to(server)) {
            RawClient.Response response = client.get("/");

            assertThat(response.statusLine()).isEqualTo("HTTP/1.1 500 Internal Server Error");
            assertThat(response.body()).contains("no luck");
        }
    }

    @Test
    void failsAWaitThatIsNotFulfilled() {
        assertThatThrownBy(() -> server.awaitOpen(3, Duration.ofMillis(1)))
                .isInstanceOf(AssertionError.class)
                .hasMessage("expected 3 open connections, but were 0 after 1 ms");
    }

    @Test
    void listensOnAnotherLoopbackAddress() throws Exception {
        try (LoopbackServer other = LoopbackServer.http()
                        .address(LoopbackNames.literal("127.0.0.2"))
                        .start();
                RawClient client = RawClient.to(other)) {
            assertThat(client.get("/").body()).isEqualTo("ok");
            assertThat(other.origin()).isEqualTo("http://127.0.0.2:" + other.port());
        }
    }

    @Test
    void refusesToListenBeyondLoopback() {
        LoopbackServerBuilder builder = LoopbackServer.http().address(LoopbackNames.literal("0.0.0.0"));

        assertThatThrownBy(builder::start).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void refusesToCountMoreRequestsThanItRecorded() throws Exception {
        try (LoopbackServer forgetful =
                        LoopbackServer.http().recordedRequests(0).start();
                RawClient client = RawClient.to(forgetful)) {
            client.get("/");

            assertThatThrownBy(() -> forgetful.requests(request -> true)).isInstanceOf(IllegalStateException.class);
        }
    }
}
