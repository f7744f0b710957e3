package dev.weir.servers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.weir.AsyncHttpPool;
import dev.weir.HttpPool;
import dev.weir.config.Protocol;
import dev.weir.testserver.TestCertificates;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Short requests beside long bodies that come back while they are sent, all over one connection of {@code blockingClient()}.
 * Prints what the short ones wait: alone, beside the long ones on a connection of their own, and on the same connection.
 */
@Tag("servers")
@Timeout(value = 10, unit = TimeUnit.MINUTES)
class StreamingEchoIT {

    private static final int LONG_CALLERS = 8;
    private static final int SHORT_CALLERS = 4;
    private static final int SHORT_ALONE = 2_000;

    @TempDir
    private Path directory;

    @ParameterizedTest
    @EnumSource(names = {"GO", "TOMCAT"})
    void shortRequestsGoOnBesideLongBodiesOnTheirConnection(ServerKind kind) throws Exception {
        assumeTrue(kind.isInstalled(), kind.program() + " is not installed");
        Tally tally = new Tally();
        try (Running server = kind.start(Site.in(directory, Site.USUAL_IDLE));
                AsyncHttpPool pool = pool();
                AsyncHttpPool other = pool()) {
            Echoes echoes = new Echoes(server, tally);
            echoes.shorts(pool, SHORT_ALONE); // compiles what all three have in common
            Duration alone = echoes.shorts(pool, SHORT_ALONE);

            Duration apart = echoes.shortsBesideLongs(pool, other);
            Duration together = echoes.shortsBesideLongs(pool, pool);

            System.out.printf(
                    "%s, p99 of 1 kB: alone %d µs, beside 8 × 20 MB on another connection %d µs, on the same %d µs%n",
                    kind.title(), alone.toNanos() / 1_000, apart.toNanos() / 1_000, together.toNanos() / 1_000);
            assertThat(tally.failures()).isEmpty();
            assertThat(pool.snapshot().routes().get(0).opened()).isEqualTo(1);
        }
    }

    private static AsyncHttpPool pool() {
        return HttpPool.builder("echo")
                .sslContext(TestCertificates.trusted().clientContext())
                .protocol(Protocol.HTTP_2)
                .maxPerRoute(1)
                .timeouts(t -> t.unordered()
                        .poolWait(ClientKind.PATIENCE)
                        .connect(ClientKind.PATIENCE)
                        .read(ClientKind.PATIENCE)
                        .total(Duration.ZERO))
                .buildAsync();
    }

    private record Echoes(Running server, Tally tally) {

        Duration shorts(AsyncHttpPool pool, int count) throws InterruptedException {
            Queue<Long> nanos = new ConcurrentLinkedQueue<>();
            List<Thread> callers = start(SHORT_CALLERS, () -> {
                for (int i = 0; i < count / SHORT_CALLERS; i++) {
                    nanos.add(timed(pool));
                }
            });
            join(callers);
            return p99(nanos);
        }

        Duration shortsBesideLongs(AsyncHttpPool shorts, AsyncHttpPool longs) throws InterruptedException {
            Queue<Long> nanos = new ConcurrentLinkedQueue<>();
            List<Thread> uploads = start(LONG_CALLERS, () -> send(longs, Kind.LARGE_BOTH_WAYS));
            List<Thread> callers = start(SHORT_CALLERS, () -> {
                while (uploads.stream().anyMatch(Thread::isAlive)) {
                    nanos.add(timed(shorts));
                }
            });
            join(uploads);
            join(callers);
            return p99(nanos);
        }

        private long timed(AsyncHttpPool pool) {
            long begin = System.nanoTime();
            send(pool, Kind.POST);
            return System.nanoTime() - begin;
        }

        private void send(AsyncHttpPool pool, Kind kind) {
            tally.send(new BlockingCaller(pool.blockingClient(), () -> {}), kind, server, false);
        }

        private static List<Thread> start(int count, Runnable work) {
            List<Thread> threads = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                Thread thread = new Thread(work, "caller-" + i);
                thread.setDaemon(true);
                thread.start();
                threads.add(thread);
            }
            return threads;
        }

        private static void join(List<Thread> threads) throws InterruptedException {
            for (Thread thread : threads) {
                thread.join();
            }
        }

        private static Duration p99(Queue<Long> nanos) {
            List<Long> sorted = nanos.stream().sorted().toList();
            return Duration.ofNanos(sorted.get(sorted.size() * 99 / 100));
        }
    }
}
