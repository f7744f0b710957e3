package dev.weir.deadline;

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.weir.HttpPool;
import dev.weir.HttpPoolBuilder;
import dev.weir.RequestDeadline;
import dev.weir.event.LeaseOutcome;
import dev.weir.failure.TotalTimeoutException;
import dev.weir.internal.call.CallPhase;
import dev.weir.testpool.SwitchedNames;
import dev.weir.testserver.LoopbackServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.hc.client5.http.ConnectTimeoutException;
import org.apache.hc.client5.http.classic.methods.HttpGet;
import org.apache.hc.client5.http.protocol.HttpClientContext;
import org.apache.hc.core5.http.io.entity.EntityUtils;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A resolver that answers only when the test is over: no caller waits for it longer than its limits say. */
@Timeout(120)
class HangingResolverIT {

    private static final Duration CONNECT = ofMillis(500);

    private final CountDownLatch over = new CountDownLatch(1);
    private final CountDownLatch entered = new CountDownLatch(1);
    private final SwitchedNames names = new SwitchedNames();
    private LoopbackServer server;

    @BeforeEach
    void hang() throws IOException {
        server = LoopbackServer.http()
                .address(InetAddress.getByName("127.0.0.2"))
                .start();
        names.script(lookup -> {
            entered.countDown();
            await(over);
            return List.of("127.0.0.2");
        });
    }

    @AfterEach
    void release() {
        over.countDown();
        server.close();
    }

    @Test
    void connectBoundsTheWaitForAName() {
        assertConnectBounds("http://service.test:" + server.port() + "/");
    }

    @Test
    void connectBoundsTheWaitWithoutACache() {
        try (HttpPool pool = builder().dns(d -> d.ttl(Duration.ZERO)).build()) {
            assertThatThrownBy(() -> get(pool, uri())).isInstanceOf(ConnectTimeoutException.class);
        }
    }

    private void assertConnectBounds(String uri) {
        try (HttpPool pool = builder().build()) {
            long startNanos = System.nanoTime();
            assertThatThrownBy(() -> get(pool, uri))
                    .isInstanceOf(ConnectTimeoutException.class)
                    .hasMessageContaining("500 ms (timeouts.connect)");

            assertThat(Duration.ofNanos(System.nanoTime() - startNanos)).isBetween(CONNECT, ofSeconds(20));
            assertThat(pool.snapshot().leased()).isZero();
            assertThat(pool.snapshot().routes().get(0).leases()).containsOnlyKeys(LeaseOutcome.DIAL_FAILED);
        }
    }

    @Test
    void aShorterDeadlineOfTheCallEndsItEarlier() {
        try (HttpPool pool = builder().timeouts(t -> t.connect(ofSeconds(30))).build()) {
            HttpClientContext context = HttpClientContext.create();
            RequestDeadline.set(context, ofMillis(300));
            long startNanos = System.nanoTime();
            assertThatThrownBy(() -> pool.client().execute(new HttpGet(uri()), context, response -> null))
                    .isInstanceOfSatisfying(
                            TotalTimeoutException.class,
                            e -> assertThat(e.phase()).isEqualTo(CallPhase.DNS.toString()));

            assertThat(Duration.ofNanos(System.nanoTime() - startNanos)).isBetween(ofMillis(300), ofSeconds(20));
        }
    }

    @Test
    void aCanceledRequestEndsAtOnce() throws Exception {
        try (HttpPool pool = builder().timeouts(t -> t.connect(ofSeconds(60))).build()) {
            HttpGet request = new HttpGet(uri());
            CompletableFuture<Throwable> end = calling(() -> pool.client().execute(request, response -> null));
            await(entered);
            request.cancel();

            assertThat(end.get(20, TimeUnit.SECONDS)).isInstanceOf(IOException.class);
            assertThat(pool.snapshot().leased()).isZero();
        }
    }

    @Test
    void closingThePoolEndsTheWait() throws Exception {
        HttpPool pool = builder().timeouts(t -> t.connect(ofSeconds(60))).build();
        CompletableFuture<Throwable> end = calling(() -> get(pool, uri()));
        await(entered);
        pool.close();

        assertThat(end.get(20, TimeUnit.SECONDS)).isNotNull();
    }

    @Test
    void whatIsAnsweredInTheEndServesTheNextCall() throws Exception {
        try (HttpPool pool = builder().build()) {
            assertThat(catchThrowable(() -> get(pool, uri()))).isInstanceOf(ConnectTimeoutException.class);
            over.countDown();
            patiently(pool);

            assertThat(get(pool, uri())).isEqualTo("ok");
            assertThat(names.asked()).hasSize(1);
        }
    }

    @Test
    void theResolverSeesTheClassLoaderOfTheCaller() throws Exception {
        CompletableFuture<ClassLoader> seen = new CompletableFuture<>();
        names.script(lookup -> {
            seen.complete(Thread.currentThread().getContextClassLoader());
            throw new UnknownHostException("service.test");
        });
        try (HttpPool pool = builder().build();
                URLClassLoader loader = new URLClassLoader(new URL[0])) {
            patiently(pool);
            CompletableFuture<Throwable> end = calling(() -> {
                Thread.currentThread().setContextClassLoader(loader);
                return get(pool, uri());
            });

            assertThat(end.get(20, TimeUnit.SECONDS)).isInstanceOf(UnknownHostException.class);
            assertThat(seen.get(20, TimeUnit.SECONDS)).isSameAs(loader);
        }
    }

    private static void patiently(HttpPool pool) {
        pool.reconfigure(pool.config().toBuilder()
                .timeouts(t -> t.connect(ofSeconds(30)).unordered())
                .build());
    }

    private HttpPoolBuilder builder() {
        return HttpPool.builder("test")
                .dnsResolver(names)
                .timeouts(t -> t.poolWait(ofSeconds(30))
                        .connect(CONNECT)
                        .total(ofSeconds(60))
                        .unordered());
    }

    private String uri() {
        return "http://service.test:" + server.port() + "/";
    }

    @FunctionalInterface
    private interface Call {
        Object run() throws Exception;
    }

    private static CompletableFuture<Throwable> calling(Call call) {
        CompletableFuture<Throwable> end = new CompletableFuture<>();
        Thread caller = new Thread(() -> end.complete(catchThrowable(call::run)));
        caller.setDaemon(true);
        caller.start();
        return end;
    }

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(60, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private static String get(HttpPool pool, String uri) throws IOException {
        return pool.client()
                .execute(new HttpGet(URI.create(uri)), response -> EntityUtils.toString(response.getEntity()));
    }
}
