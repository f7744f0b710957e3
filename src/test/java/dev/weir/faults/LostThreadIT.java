package dev.weir.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.testserver.LoopbackServer;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * An {@code Error} in HttpCore's own code ends an I/O thread: a moment later nothing is in use, and the next call succeeds.
 */
@Tag("faults")
class LostThreadIT {

    @ParameterizedTest
    @CsvSource({"true, 1, 1", "true, 1, 3", "true, 20, 1", "true, 20, 3"})
    void losesNeitherLeaseNorSocket(boolean dials, int callers, long length) throws Exception {
        Class<?> calls = new FailingReactor().loadClass(FailingCalls.class.getName());
        try (LoopbackServer server =
                LoopbackServer.http().handler(exchange -> exchange.ok("ok")).start()) {
            String uri = "http://127.0.0.1:" + server.port() + "/";
            Object sender = calls.getConstructor(String.class, Boolean.class, Integer.class, Long.class, String.class)
                    .newInstance("async", dials, callers, length, uri);
            try {
                assertThat(((Callable<?>) sender).call()).isEqualTo("");
            } finally {
                ((AutoCloseable) sender).close();
            }
        }
    }
}
