package dev.weir.deadline;

import static dev.weir.testpool.ClientCalls.failure;
import static dev.weir.testpool.ClientCalls.get;
import static dev.weir.testpool.CutCalls.assertCut;
import static dev.weir.testpool.CutCalls.assertInTime;
import static dev.weir.testpool.CutCalls.awaitAtRest;
import static dev.weir.testpool.CutCalls.cut;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.HttpPool;
import dev.weir.event.CloseCause;
import dev.weir.failure.TotalTimeoutException;
import dev.weir.internal.call.CallPhase;
import dev.weir.internal.client.Framework;
import dev.weir.testpool.CutCalls;
import dev.weir.testpool.PoolCall;
import dev.weir.testpool.PoolFetch;
import dev.weir.testpool.PoolInUse;
import dev.weir.testpool.PoolKind;
import dev.weir.testserver.Exchange;
import dev.weir.testserver.FrameServer;
import dev.weir.testserver.Handler;
import dev.weir.testserver.LoopbackServer;
import dev.weir.testserver.TestCertificates;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hc.client5.http.DnsResolver;
import org.apache.hc.client5.http.classic.methods.HttpGet;
import org.apache.hc.client5.http.classic.methods.HttpPost;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.io.entity.ByteArrayEntity;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Total ends calls that have a connection. */
class TotalWhileTalkingIT {

    private static final TestCertificates CERTIFICATES = TestCertificates.trusted();
    private static final int MUCH = 20 * 1024 * 1024;

    private final CountDownLatch never = new CountDownLatch(1);
    private final Handler silent = exchange -> exchange.await(never);
    private LoopbackServer server;
    private HttpPool pool;

    @BeforeEach
    void start() {
        server = LoopbackServer.http().start();
        pool = CutCalls.builder().sslContext(CERTIFICATES.clientContext()).build();
    }

    @AfterEach
    void stop() {
        pool.close();
        never.countDown();
        server.close();
    }

    private static void drip(Exchange exchange, String text) throws IOException, InterruptedException {
        OutputStream out = exchange.output();
        for (byte each : text.getBytes(US_ASCII)) {
            out.write(each);
            out.flush();
            exchange.delay(Duration.ofMillis(20));
        }
    }

    private static void dripBody(Exchange exchange) throws IOException, InterruptedException {
        exchange.output().write("HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n".getBytes(US_ASCII));
        drip(exchange, "x".repeat(100_000));
    }

    private void assertThatThePoolWorks() throws IOException {
        server.handler(Handler.ok("ok"));
        assertThat(get(pool.client(), server.uri("/"))).isEqualTo("200 ok");
        assertThat(pool.snapshot().routes().get(0).closedBy()).containsOnlyKeys(CloseCause.TOTAL_TIMEOUT);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "HTTP/1.1 200 OK~X-Long: ", "HTTP/1.1 103 Early Hints~~"})
    void endsTheWaitForAResponseThoughItDrips(String part) throws IOException {
        server.handler(exchange -> {
            drip(exchange, part.replace("~", "\r\n").repeat(400));
            exchange.await(never);
        });

        assertCut(pool, server.uri("/"), CallPhase.RESPONSE);
        assertThatThePoolWorks();
    }

    @ParameterizedTest
    @EnumSource
    void isFoundAndNamedAsTheUserKnowsIt(PoolKind kind) {
        server.handler(silent);
        FrameServer.Script script = connection -> {
            connection.begin(10);
            never.await();
        };
        try (FrameServer streams = FrameServer.playing(script);
                PoolInUse pool =
                        kind.build(CutCalls.builder().framework(new Framework(setting -> "shop." + setting)))) {
            URI uri = kind == PoolKind.ASYNC_OVER_HTTP_2 ? URI.create(streams.uri()) : server.uri("/");
            PoolCall.awaitUntil(() -> {
                assertThat(failure(TotalTimeoutException.class, pool.client(), uri))
                        .hasMessageContaining(" 400 ms (shop.timeouts.total) ");
                return pool.pool().diagnose().toString().contains("Calls are ended by shop.timeouts.total before");
            });
        }
    }

    @Test
    void endsABodyThatDrips() throws IOException {
        server.handler(TotalWhileTalkingIT::dripBody);
        assertCut(pool, server.uri("/"), CallPhase.BODY);
        assertThatThePoolWorks();
    }

    @Test
    void endsAResponseThatIsClosedUnread() throws IOException {
        server.handler(TotalWhileTalkingIT::dripBody);
        long startNanos = System.nanoTime();

        try {
            pool.client().executeOpen(null, new HttpGet(server.uri("/")), null).close();
        } catch (TotalTimeoutException e) {
            assertInTime(startNanos); // closing may or may not read what is left
        }

        assertThat(Duration.ofNanos(System.nanoTime() - startNanos)).isLessThan(Duration.ofSeconds(20));
        awaitAtRest(pool);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void endsAnUploadThatTheServerDoesNotRead(boolean isSecure) {
        try (LoopbackServer busy = (isSecure ? LoopbackServer.https(CERTIFICATES) : LoopbackServer.http())
                .handler(silent)
                .start()) {
            HttpPost post = new HttpPost(busy.uri("/"));
            post.setEntity(new ByteArrayEntity(new byte[MUCH], ContentType.APPLICATION_OCTET_STREAM));

            pool.warmUp(busy.origin(), 1); // however long the handshake takes
            assertCut(pool, post, "the call to " + busy.origin(), CallPhase.REQUEST);

            never.countDown();
        }
    }

    @Test
    void endsAChainOfRedirects() {
        server.handler(exchange ->
                exchange.delay(Duration.ofMillis(20)).respond(302, new byte[0], "Location", exchange.target() + "1"));

        TotalTimeoutException timeout = cut(pool, new HttpGet(server.uri("/")));

        assertThat(timeout.target()).isEqualTo(server.origin());
        assertThat(server.requests()).isGreaterThan(1);
        awaitAtRest(pool);
    }

    @Test
    void tellsOfPausesBeforeRetries() throws IOException {
        AtomicInteger answered = new AtomicInteger();
        pool.reconfigure(pool.config().toBuilder()
                .timeouts(timeouts -> timeouts.total(Duration.ofSeconds(3)))
                .retry(retry -> retry.onStatus(503).maxRetries(1).backoff(Duration.ofMillis(50)))
                .build());
        server.handler(exchange -> {
            if (answered.getAndIncrement() == 0) {
                exchange.respond(503, new byte[0], "Retry-After", "1");
            } else {
                exchange.await(never);
            }
        });

        TotalTimeoutException timeout = cutAfterPause(answered);

        assertThat(timeout.phase()).isEqualTo(CallPhase.RESPONSE.toString());
        assertThat(timeout.phases().get(CallPhase.PAUSE.toString())).isGreaterThanOrEqualTo(Duration.ofSeconds(1));
        awaitAtRest(pool);
    }

    // A busy machine may leave too little time for the pause, or for what follows it: then the call is made again.
    private TotalTimeoutException cutAfterPause(AtomicInteger answered) throws IOException {
        for (int attempt = 1; attempt <= 5; attempt++) {
            answered.set(0);
            try {
                get(pool.client(), server.uri("/"));
            } catch (TotalTimeoutException e) {
                if (e.phase().equals(CallPhase.RESPONSE.toString())
                        && e.phases().containsKey(CallPhase.PAUSE.toString())) {
                    return e;
                }
            }
        }
        throw new AssertionError("no call was cut while it waited for the response to its retry");
    }

    @Test
    void tellsHowLongEachStepToGetAConnectionTook() {
        server.handler(silent);
        DnsResolver slow = PoolFetch.everythingOnLoopback(() -> {
            try {
                never.await(50, TimeUnit.MILLISECONDS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        try (LoopbackServer secure = LoopbackServer.https(CERTIFICATES)
                        .handler(silent)
                        .handshakes(1, Duration.ofMillis(60))
                        .start();
                HttpPool pool = CutCalls.builder()
                        .sslContext(CERTIFICATES.clientContext())
                        .dnsResolver(slow)
                        .build()) {
            TotalTimeoutException timeout = cut(pool, new HttpGet("https://localhost:" + secure.port() + "/"));

            assertThat(timeout.phases().get(CallPhase.DNS.toString())).isGreaterThanOrEqualTo(Duration.ofMillis(50));
            assertThat(timeout.phases().get(CallPhase.TLS.toString())).isGreaterThanOrEqualTo(Duration.ofMillis(60));
            never.countDown();
        }
    }
}
