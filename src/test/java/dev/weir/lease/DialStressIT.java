package dev.weir.lease;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.HttpPool;
import dev.weir.RequestDeadline;
import dev.weir.testpool.PatientPool;
import dev.weir.testpool.PoolBooks;
import dev.weir.testpool.PoolCall;
import dev.weir.testpool.PoolFetch;
import dev.weir.testpool.Unexpected;
import dev.weir.testserver.LoopbackServer;
import dev.weir.testserver.TestCertificates;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.locks.LockSupport;
import org.apache.hc.client5.http.classic.methods.HttpGet;
import org.apache.hc.client5.http.impl.io.ManagedHttpClientConnectionFactory;
import org.apache.hc.client5.http.protocol.HttpClientContext;
import org.apache.hc.client5.http.ssl.DefaultClientTlsStrategy;
import org.apache.hc.client5.http.ssl.TlsSocketStrategy;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Whatever goes wrong while connections are dialed, no place, no connection and no thread is lost. */
@Tag("stress")
@Timeout(120)
class DialStressIT {

    private static final int CALLERS = 16;
    private static final long LASTS_NANOS = TimeUnit.SECONDS.toNanos(5);
    // Between two disturbances, so that there is something to disturb.
    private static final long PAUSE_NANOS = 2_000_000;

    private final TestCertificates certificates = TestCertificates.trusted();
    private final DefaultClientTlsStrategy real = new DefaultClientTlsStrategy(certificates.clientContext());
    private final AtomicReferenceArray<HttpGet> requests = new AtomicReferenceArray<>(CALLERS);
    private final AtomicInteger answered = new AtomicInteger();
    private final AtomicInteger failed = new AtomicInteger();
    private final Queue<Throwable> unexpected = new ConcurrentLinkedQueue<>();
    private volatile boolean ended;

    private final TlsSocketStrategy failingTls = (socket, target, port, attachment, context) -> {
        failNowAndThen();
        if (ThreadLocalRandom.current().nextInt(20) == 0) {
            throw new IOException(Unexpected.ON_PURPOSE);
        }
        return real.upgrade(socket, target, port, attachment, context);
    };

    private void failNowAndThen() {
        switch (ended ? 2 : ThreadLocalRandom.current().nextInt(40)) {
            case 0 -> throw new AssertionError(Unexpected.ON_PURPOSE);
            case 1 -> throw new IllegalStateException(Unexpected.ON_PURPOSE);
            default -> {
                // It goes well.
            }
        }
    }

    @Test
    void losesNothingWhateverGoesWrongInADial() throws Exception {
        try (LoopbackServer server = LoopbackServer.https(certificates)
                .handler(exchange -> {
                    if (ThreadLocalRandom.current().nextInt(30) == 0) {
                        exchange.hangUp();
                    } else {
                        exchange.ok("ok");
                    }
                })
                .start()) {
            server.maxRequests(5);
            try (HttpPool pool = pool()) {
                List<PoolCall<Integer>> callers = PoolCall.start(CALLERS, i -> () -> call(i, pool, server));

                disturb(callers, server);

                for (PoolCall<Integer> caller : callers) {
                    caller.get();
                }
                assertThat(unexpected).isEmpty();
                assertThat(answered.get()).isPositive();
                assertThat(failed.get()).isPositive();
                PoolBooks.atRest(pool);
                assertThat(PoolBooks.leases(pool)).isGreaterThanOrEqualTo(answered.get());
                PoolCall.awaitUntil(() -> server.open() == pool.snapshot().idle());
            }
            server.awaitOpen(0, PoolCall.PATIENCE);
        }
        PoolCall.awaitUntil(() -> Thread.getAllStackTraces().keySet().stream()
                .noneMatch(thread -> thread.getName().startsWith("weir-dial")));
    }

    private HttpPool pool() {
        return PatientPool.builder("test")
                .maxPerRoute(6)
                .maxTotal(6)
                .tlsStrategy(failingTls)
                .dns(d -> d.ttl(Duration.ZERO).negativeTtl(Duration.ZERO))
                .dnsResolver(PoolFetch.everythingOnLoopback(this::failNowAndThen))
                .connectionFactory(socket -> {
                    failNowAndThen();
                    return ManagedHttpClientConnectionFactory.INSTANCE.createConnection(socket);
                })
                .build();
    }

    private int call(int caller, HttpPool pool, LoopbackServer server) {
        int calls = 0;
        while (!ended) {
            HttpGet request = new HttpGet(server.origin() + "/");
            HttpClientContext context = HttpClientContext.create();
            if (ThreadLocalRandom.current().nextInt(4) == 0) {
                RequestDeadline.set(
                        context,
                        Duration.ofMillis(1 + ThreadLocalRandom.current().nextInt(20)));
            }
            requests.set(caller, request);
            calls++;
            try {
                pool.client().execute(request, context, response -> null);
                answered.incrementAndGet();
            } catch (IOException | RuntimeException | AssertionError e) {
                failed.incrementAndGet();
                Unexpected.in(e).ifPresent(unexpected::add);
            }
            Thread.interrupted();
        }
        return calls;
    }

    private void disturb(List<PoolCall<Integer>> callers, LoopbackServer server) {
        long startNanos = System.nanoTime();
        while (System.nanoTime() - startNanos < LASTS_NANOS) {
            int victim = ThreadLocalRandom.current().nextInt(CALLERS);
            HttpGet request = requests.get(victim);
            switch (ThreadLocalRandom.current().nextInt(3)) {
                case 0 -> callers.get(victim).thread().interrupt();
                case 1 -> server.closeIdleNow(true);
                default -> {
                    if (request != null) {
                        request.cancel();
                    }
                }
            }
            LockSupport.parkNanos(PAUSE_NANOS);
        }
        ended = true;
    }
}
