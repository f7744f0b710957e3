package dev.weir.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.testserver.LoopbackServer;
import java.lang.reflect.Constructor;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Whatever allocation of the library fails while a request is sent: a moment later nothing is in use, and the next one
 * succeeds.
 */
@Tag("faults")
class FailingCallsIT {

    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(20);

    @ParameterizedTest
    @CsvSource({
        "blocking, false, 1, 1",
        "blocking, true, 1, 1",
        "blocking, true, 1, 20",
        "blocking, true, 20, 1",
        "async, false, 1, 1",
        "async, true, 1, 1",
        "async, true, 20, 1"
    })
    void giveEverythingBack(String kind, boolean dials, int callers, long length) throws Exception {
        try (LoopbackServer server =
                LoopbackServer.http().handler(exchange -> exchange.ok("ok")).start()) {
            giveBack(calls().newInstance(kind, dials, callers, length, "http://127.0.0.1:" + server.port() + "/"));
        }
    }

    @ParameterizedTest
    @CsvSource({
        "blocking featured, false, 1, 1",
        "blocking featured, true, 1, 1",
        "blocking featured, true, 1, 20",
        "async featured, false, 1, 1",
        "async featured, true, 1, 1",
        "async featured, true, 1, 20"
    })
    void giveEverythingBackWithAllFeatures(String kind, boolean dials, int callers, long length) throws Exception {
        try (Featured.Servers servers = Featured.Servers.start()) {
            giveBack(calls().newInstance(kind, dials, callers, length, servers.uri()));
        }
    }

    private static Constructor<?> calls() throws ReflectiveOperationException {
        return new FailingClasses()
                .loadClass(FailingCalls.class.getName())
                .getConstructor(String.class, Boolean.class, Integer.class, Long.class, String.class);
    }

    private static void giveBack(Object calls) throws Exception {
        try {
            assertThat(((Callable<?>) calls).call()).isEqualTo("");
        } finally {
            ((AutoCloseable) calls).close();
        }
        assertThat(threadsThatStay()).isEmpty();
    }

    private static List<String> threadsThatStay() {
        long startNanos = System.nanoTime();
        while (!threads().isEmpty() && System.nanoTime() - startNanos < PATIENCE_NANOS) {
            LockSupport.parkNanos(10_000_000);
        }
        return threads();
    }

    private static List<String> threads() {
        return Thread.getAllStackTraces().entrySet().stream()
                .filter(thread -> thread.getKey().getName().contains("-failing-"))
                .map(thread -> thread.getKey() + " " + List.of(thread.getValue()))
                .toList();
    }
}
