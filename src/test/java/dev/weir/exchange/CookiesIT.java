package dev.weir.exchange;

import static dev.weir.testpool.ClientCalls.get;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.HttpPool;
import dev.weir.testpool.PatientPool;
import dev.weir.testserver.LoopbackServer;
import java.io.IOException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The users of a shared client must not get each other's cookies. */
class CookiesIT {

    private LoopbackServer server;

    @BeforeEach
    void startServer() {
        server = LoopbackServer.http()
                .handler(exchange -> exchange.respond(
                        200,
                        exchange.headers().first("Cookie").orElse("none").getBytes(UTF_8),
                        "Set-Cookie",
                        "session=1"))
                .start();
    }

    @AfterEach
    void stopServer() {
        server.close();
    }

    @Test
    void clientKeepsNoCookies() throws IOException {
        try (HttpPool pool = PatientPool.builder("test").build()) {
            get(pool.client(), server.uri("/"));

            assertThat(get(pool.client(), server.uri("/"))).isEqualTo("200 none");
        }
    }

    @Test
    void keepsThemWhereAskedTo() throws IOException {
        try (HttpPool pool = PatientPool.builder("test").cookies(true).build()) {
            get(pool.client(), server.uri("/"));

            assertThat(get(pool.client(), server.uri("/"))).isEqualTo("200 session=1");
        }
    }
}
