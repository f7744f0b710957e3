package dev.weir.internal.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.AsyncHttpPool;
import dev.weir.HttpPool;
import dev.weir.HttpPoolBuilder;
import dev.weir.config.PoolConfig;
import dev.weir.internal.event.PoolEvents;
import dev.weir.testpool.ClientCalls;
import dev.weir.testpool.PatientPool;
import dev.weir.testpool.PoolCall;
import dev.weir.testserver.Handler;
import dev.weir.testserver.LoopbackServer;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hc.client5.http.classic.methods.HttpGet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class SlowRequestsIT {

    private static final PoolEvents NOBODY = new PoolEvents("shop", List.of());
    private static final Duration SHORTER_THAN_ANY = Duration.ofNanos(1);

    private final LoopbackServer server =
            LoopbackServer.http().handler(Handler.ok("hello")).start();
    private final List<String> lines = new CopyOnWriteArrayList<>();
    private final AtomicLong nanos = new AtomicLong();

    @AfterEach
    void stop() {
        server.close();
    }

    private SlowRequests slow(PoolConfig.Builder config) {
        return new SlowRequests(config.build(), SHORTER_THAN_ANY, nanos::get, lines::add);
    }

    private HttpGet get() {
        return new HttpGet(server.uri("/orders/7?token=secret#part"));
    }

    private static HttpPoolBuilder builder() {
        return PatientPool.builder("shop");
    }

    @Test
    void slowRequestsOfABlockingPoolAreLogged() throws IOException {
        try (HttpPool pool = builder().build()) {
            PoolClient client = new PoolClient("shop", pool.client(), slow(PoolConfig.builder("shop")), NOBODY);

            ClientCalls.send(client, get());
        }

        assertThat(lines)
                .singleElement()
                .asString()
                .startsWith(begin("/orders/7"))
                .contains(": dialed ", ", body ");
    }

    private String begin(String path) {
        return "Pool 'shop': GET http://" + server.uri("/").getHost() + ":" + server.port() + path
                + " took longer than 0 ms: 200 in ";
    }

    @Test
    void slowRequestsOfABlockingClientOfAnAsynchronousPoolAreLogged() throws Exception {
        try (AsyncHttpPool pool = builder().buildAsync();
                AsyncPoolClient client =
                        new AsyncPoolClient("shop", pool.client(), slow(PoolConfig.builder("shop")), NOBODY)) {
            ClientCalls.send(new BlockingClient(client), get());
            PoolCall.awaitUntil(() -> !lines.isEmpty());

            assertThat(lines).singleElement().asString().startsWith(begin("/orders/7"));
        }
    }

    @Test
    void areCountedIfThereAreTooMany() throws IOException {
        try (HttpPool pool = builder().build()) {
            PoolClient client = new PoolClient("shop", pool.client(), slow(PoolConfig.builder("shop")), NOBODY);
            for (int i = 0; i < 13; i++) {
                ClientCalls.send(client, get());
            }
            assertThat(lines).hasSize(10);

            nanos.addAndGet(TimeUnit.SECONDS.toNanos(1));
            ClientCalls.send(client, get());
        }

        assertThat(lines).last().asString().endsWith("; 3 other slow requests were not logged");
    }
}
