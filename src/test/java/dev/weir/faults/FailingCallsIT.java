package dev.weir.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.testserver.LoopbackServer;
import java.lang.reflect.Constructor;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Whatever allocation of the library fails while a request is sent: a moment later nothing is in use, and the next one succeeds. */
@Tag("faults")
class FailingCallsIT {

    @ParameterizedTest
    @CsvSource({"blocking, false, 1", "blocking, true, 1", "blocking, true, 20", "async, false, 1", "async, true, 1"})
    void giveEverythingBack(String kind, boolean dials, long length) throws Exception {
        Constructor<?> calls = new FailingClasses()
                .loadClass(FailingCalls.class.getName())
                .getConstructor(String.class, Boolean.class, Long.class, String.class);
        try (LoopbackServer server =
                LoopbackServer.http().handler(exchange -> exchange.ok("ok")).start()) {
            String uri = "http://127.0.0.1:" + server.port() + "/";
            Object sender = calls.newInstance(kind, dials, length, uri);
            try {
                assertThat(((Callable<?>) sender).call()).isEqualTo("");
            } finally {
                ((AutoCloseable) sender).close();
            }
        }
    }
}
