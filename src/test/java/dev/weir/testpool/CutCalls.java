package dev.weir.testpool;

import static dev.weir.testpool.ClientCalls.assertAtRest;
import static dev.weir.testpool.ClientCalls.failure;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.HttpPool;
import dev.weir.HttpPoolBuilder;
import dev.weir.failure.TotalTimeoutException;
import dev.weir.internal.call.CallPhase;
import java.net.URI;
import java.time.Duration;
import org.apache.hc.client5.http.classic.methods.HttpGet;
import org.apache.hc.core5.http.ClassicHttpRequest;

/** Calls that nothing but {@code timeouts.total} can end, and what is left of them. */
public final class CutCalls {

    public static final Duration TOTAL = Duration.ofMillis(400);

    private CutCalls() {}

    public static HttpPoolBuilder builder() {
        return HttpPool.builder("test")
                .maxPerRoute(1)
                .timeouts(timeouts -> timeouts.poolWait(ofSeconds(30))
                        .connect(ofSeconds(30))
                        .read(ofSeconds(30))
                        .total(TOTAL)
                        .unordered());
    }

    /** The call ends in time, says where and why, and leaves nothing behind. */
    public static void assertCut(HttpPool pool, URI uri, CallPhase phase) {
        assertCut(pool, new HttpGet(uri), "the call to " + origin(uri), phase);
    }

    public static void assertCut(HttpPool pool, ClassicHttpRequest request, String what, CallPhase phase) {
        TotalTimeoutException timeout = cutWhile(phase, pool, request);

        assertThat(timeout)
                .hasMessageStartingWith("Pool 'test': " + what
                        + " took longer than 400 ms (timeouts.total) and was ended while " + phase + ". It spent ")
                .hasMessageContaining(" ms " + phase);
        assertThat(timeout.phases()).containsKey(phase.toString());
        assertThat(timeout.phases().values().stream().reduce(Duration.ZERO, Duration::plus))
                .isBetween(TOTAL, TOTAL.plusSeconds(20));
        assertThat(timeout.phase()).isEqualTo(phase.toString());
        assertThat(timeout.total()).isEqualTo(TOTAL);
        assertThat(timeout.pool()).isEqualTo("test");
        awaitAtRest(pool);
    }

    /** A machine that is busy with something else may not get a call that far: then it is made again. */
    private static TotalTimeoutException cutWhile(CallPhase phase, HttpPool pool, ClassicHttpRequest request) {
        TotalTimeoutException timeout = cut(pool, request);
        for (int i = 0; i < 4 && !timeout.phase().equals(phase.toString()); i++) {
            timeout = cut(pool, request);
        }
        return timeout;
    }

    /** Another thread ends the call, and gives its connection back right after the caller has been freed. */
    public static void awaitAtRest(HttpPool pool) {
        long endNanos = System.nanoTime() + ofSeconds(30).toNanos();
        while (pool.snapshot().leased() + pool.snapshot().dialing() > 0 && System.nanoTime() - endNanos < 0) {
            Thread.onSpinWait();
        }
        assertAtRest(pool);
    }

    public static TotalTimeoutException cut(HttpPool pool, ClassicHttpRequest request) {
        long startNanos = System.nanoTime();
        TotalTimeoutException timeout = failure(TotalTimeoutException.class, pool.client(), request);
        assertInTime(startNanos);
        return timeout;
    }

    public static void assertInTime(long startNanos) {
        assertThat(Duration.ofNanos(System.nanoTime() - startNanos))
                .as("time taken")
                .isBetween(TOTAL, ofSeconds(20));
    }

    public static String origin(URI uri) {
        return uri.getScheme() + "://" + uri.getAuthority();
    }
}
