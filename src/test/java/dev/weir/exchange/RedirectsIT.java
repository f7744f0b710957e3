package dev.weir.exchange;

import static dev.weir.testpool.ClientCalls.assertAtRest;
import static dev.weir.testpool.ClientCalls.get;
import static dev.weir.testpool.ClientCalls.send;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.HttpPool;
import dev.weir.testpool.PatientPool;
import dev.weir.testserver.LoopbackServer;
import java.io.IOException;
import org.apache.hc.client5.http.config.RequestConfig;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class RedirectsIT {

    private LoopbackServer server;
    private LoopbackServer other;

    @BeforeEach
    void startServers() {
        other = LoopbackServer.http().handler(exchange -> exchange.ok("there")).start();
        server = LoopbackServer.http()
                .handler(exchange ->
                        exchange.respond(302, "moved".getBytes(UTF_8), "Location", other.origin() + "/there"))
                .start();
    }

    @AfterEach
    void stopServers() {
        server.close();
        other.close();
    }

    @Test
    void areFollowedToAnotherHost() throws IOException {
        try (HttpPool pool = PatientPool.builder("test").build()) {
            assertThat(get(pool.client(), server.uri("/"))).isEqualTo("200 there");
            assertThat(other.requests()).isEqualTo(1);
            assertThat(pool.snapshot().idle()).isEqualTo(2);
            assertAtRest(pool);
        }
    }

    @Test
    void areHandedOutWhereAskedTo() throws IOException {
        try (HttpPool pool = PatientPool.builder("test").redirects(false).build()) {
            assertThat(get(pool.client(), server.uri("/"))).isEqualTo("302 moved");
            assertThat(other.requests()).isZero();
        }
    }

    @Test
    void areHandedOutToTheOneRequestThatAsksForIt() throws IOException {
        RequestConfig stay = RequestConfig.custom().setRedirectsEnabled(false).build();
        try (HttpPool pool = PatientPool.builder("test").build()) {
            assertThat(send(pool.client(), get(server.uri("/"), stay))).isEqualTo("302 moved");
            assertThat(get(pool.client(), server.uri("/"))).isEqualTo("200 there");
        }
    }
}
