package dev.weir.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.HttpPool;
import dev.weir.HttpPoolBuilder;
import dev.weir.failure.PoolExhaustedException;
import dev.weir.testpool.ClientCalls;
import dev.weir.testpool.PoolCall;
import dev.weir.testpool.PoolFetch;
import dev.weir.testserver.LoopbackServer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.StreamHandler;
import org.apache.hc.client5.http.classic.methods.HttpGet;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Each line is written by the logger that the table of loggers names, so that people can filter by it. */
class LoggersIT {

    private static final Logger LOGGER = Logger.getLogger("dev.weir");

    private final List<LogRecord> lines = new CopyOnWriteArrayList<>();
    private final Handler handler = new StreamHandler() {
        @Override
        public synchronized void publish(LogRecord line) {
            lines.add(line);
        }
    };
    private final LoopbackServer server = LoopbackServer.http().start();

    @BeforeEach
    void listen() {
        LOGGER.addHandler(handler);
        LOGGER.setLevel(Level.INFO); // Spring Boot sets that of all to SEVERE when it starts in this JVM
    }

    @AfterEach
    void stop() {
        LOGGER.removeHandler(handler);
        server.close();
    }

    private static HttpPoolBuilder pool() {
        return HttpPool.builder("loggers")
                .timeouts(t -> t.read(Duration.ofSeconds(30)).total(Duration.ofMinutes(1)));
    }

    private void assertLogged(String logger, Level level, String part) {
        PoolCall.awaitUntil(
                () -> lines.stream().anyMatch(line -> line.getMessage().contains(part)));
        assertThat(lines).filteredOn(line -> line.getMessage().contains(part)).allSatisfy(line -> {
            assertThat(line.getLoggerName()).isEqualTo(logger);
            assertThat(line.getLevel()).isEqualTo(level);
        });
    }

    private void fetch(HttpPool pool) throws IOException {
        PoolFetch.get(pool, server);
    }

    @Test
    void warnsThatLeakDetectionIsShorterThanReadAsConfig() {
        pool().leakDetection(Duration.ofSeconds(29)).build().close();

        assertLogged(
                "dev.weir.config",
                Level.WARNING,
                "Pool 'loggers': leakDetection (29000 ms) is shorter than timeouts.read (30000 ms)");
    }

    @Test
    void doesNotWarnOfLeakDetectionAsLongAsRead() {
        pool().leakDetection(Duration.ofSeconds(30)).build().close();

        assertThat(lines).noneMatch(line -> line.getMessage().contains("leakDetection"));
    }

    @Test
    void tellsOfAChangeAsConfig() {
        try (HttpPool pool = pool().build()) {
            pool.reconfigure(pool.config().toBuilder().maxPerRoute(3).build());

            assertLogged("dev.weir.config", Level.INFO, "maxPerRoute");
        }
    }

    @Test
    void tellsOfACallerWithoutConnectionAsExhausted() throws Exception {
        CountDownLatch done = new CountDownLatch(1);
        try (HttpPool pool = pool().maxPerRoute(1).maxPending(0).build()) {
            PoolCall<String> holder = PoolCall.start(PoolFetch.holding(pool.client(), server.origin(), done));
            PoolCall.awaitUntil(() -> pool.snapshot().leased() == 1);
            ClientCalls.failure(PoolExhaustedException.class, pool.client(), server.uri("/"));
            done.countDown();
            holder.get();
        }

        assertLogged("dev.weir.exhausted", Level.WARNING, "Pool 'loggers': refused at once");
    }

    @Test
    void tellsOfALeakAsLeak() throws Exception {
        server.handler(exchange -> exchange.ok("x".repeat(100_000)));
        try (HttpPool pool = pool().leakDetection(Duration.ofMillis(50)).build()) {
            ClassicHttpResponse forgotten = pool.client().executeOpen(null, new HttpGet(server.uri("/")), null);
            assertLogged("dev.weir.leak", Level.WARNING, "without a byte moving");
            forgotten.close();
        }
    }

    @Test
    void tellsOfAUsedUpBudgetAsRetry() throws Exception {
        server.handler(exchange -> exchange.respond(503, new byte[0]));
        try (HttpPool pool = pool().retry(r -> r.onStatus(503)
                        .maxRetries(5)
                        .backoff(Duration.ofMillis(1), Duration.ofMillis(2))
                        .budget(0.01))
                .build()) {
            for (int i = 0; i < 10; i++) {
                fetch(pool);
            }
        }

        assertLogged("dev.weir.retry", Level.WARNING, "retry.budget");
    }

    @Test
    void tellsOfSlowCallsAsSlow() throws Exception {
        server.handler(exchange -> exchange.delay(Duration.ofMillis(5)).ok("late"));
        try (HttpPool pool = pool().slowRequests(Duration.ofMillis(1)).build()) {
            fetch(pool);
        }

        assertLogged("dev.weir.slow", Level.INFO, server.origin());
    }

    @Test
    void tellsOfAFailingListenerAsCallback() throws Exception {
        try (HttpPool pool = pool().listener(event -> {
                    throw new IllegalStateException("of the listener");
                })
                .build()) {
            fetch(pool);
        }

        assertLogged("dev.weir.callback", Level.WARNING, "Pool 'loggers': a listener failed");
    }

    @Test
    void tellsOfUnsolicitedBytesAsPool() throws Exception {
        server.handler(exchange -> {
            String response = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";
            exchange.output().write((response + response).getBytes(StandardCharsets.US_ASCII));
            exchange.output().flush();
        });
        try (HttpPool pool =
                pool().eviction(e -> e.validateAfter(Duration.ZERO)).build()) {
            fetch(pool);
            fetch(pool);
        }

        assertLogged("dev.weir.pool", Level.WARNING, "bytes that no request asked for");
    }
}
