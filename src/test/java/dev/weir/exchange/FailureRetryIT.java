package dev.weir.exchange;

import static dev.weir.testpool.ClientCalls.assertAtRest;
import static dev.weir.testpool.ClientCalls.failure;
import static dev.weir.testpool.ClientCalls.get;
import static dev.weir.testpool.ClientCalls.post;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.HttpPool;
import dev.weir.testpool.PatientPool;
import dev.weir.testserver.LoopbackServer;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hc.core5.http.NoHttpResponseException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Connections that end without a response. */
class FailureRetryIT {

    private final AtomicInteger hangUps = new AtomicInteger();
    private LoopbackServer server;

    @BeforeEach
    void startServer() {
        server = LoopbackServer.http()
                .handler(exchange -> {
                    if (hangUps.getAndDecrement() > 0) {
                        exchange.hangUp();
                    } else {
                        exchange.ok("ok");
                    }
                })
                .start();
    }

    @AfterEach
    void stopServer() {
        server.close();
    }

    @Test
    void letTheRequestGoOnAnother() throws IOException {
        hangUps.set(1);
        try (HttpPool pool = PatientPool.builder("test").build()) {
            assertThat(get(pool.client(), server.uri("/"))).isEqualTo("200 ok");
            assertThat(server.requests()).isEqualTo(2);
            assertThat(server.accepted()).isEqualTo(2);
            assertAtRest(pool);
        }
    }

    @Test
    void areFinalTheSecondTime() {
        hangUps.set(100);
        try (HttpPool pool = PatientPool.builder("test").build()) {
            NoHttpResponseException failure = failure(NoHttpResponseException.class, pool.client(), server.uri("/"));

            assertThat(failure).hasMessage("127.0.0.1:" + server.port() + " failed to respond");
            assertThat(server.requests()).isEqualTo(2);
            assertAtRest(pool);
        }
    }

    @Test
    void areRetriedAsOftenAsAllowed() {
        hangUps.set(100);
        try (HttpPool pool = PatientPool.builder("test")
                .retry(retry -> retry.maxRetries(5).backoff(Duration.ofMillis(1)))
                .build()) {
            failure(NoHttpResponseException.class, pool.client(), server.uri("/"));

            assertThat(server.requests()).isEqualTo(6);
            assertThat(server.accepted()).isEqualTo(6);
            assertAtRest(pool);
        }
    }

    @Test
    void areFinalWithoutRetries() {
        hangUps.set(100);
        try (HttpPool pool =
                PatientPool.builder("test").retry(retry -> retry.maxRetries(0)).build()) {
            failure(NoHttpResponseException.class, pool.client(), server.uri("/"));

            assertThat(server.requests()).isEqualTo(1);
        }
    }

    @Test
    void areFinalForARequestThatMustNotBeSentTwice() {
        hangUps.set(100);
        try (HttpPool pool = PatientPool.builder("test").build()) {
            failure(NoHttpResponseException.class, pool.client(), post(server.uri("/"), "order"));

            assertThat(server.requests()).isEqualTo(1);
            assertAtRest(pool);
        }
    }
}
