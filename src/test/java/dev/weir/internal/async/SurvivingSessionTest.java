package dev.weir.internal.async;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Proxy;
import java.nio.channels.CancelledKeyException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.apache.hc.core5.reactor.IOEventHandler;
import org.apache.hc.core5.reactor.IOSession;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class SurvivingSessionTest {

    private static final Logger LOGGER = Logger.getLogger("dev.weir.callback");

    private final List<LogRecord> logged = new ArrayList<>();

    @BeforeEach
    void record() {
        LOGGER.setFilter(logged::add);
        LOGGER.setLevel(Level.INFO); // Spring Boot sets that of all to SEVERE when it starts in this JVM
    }

    @AfterEach
    void stop() {
        LOGGER.setFilter(null);
    }

    private static <T> T of(Class<T> type, Object result) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, (it, method, args) -> {
            if (result instanceof RuntimeException failure) {
                throw failure;
            }
            return result;
        }));
    }

    private void endsWith(RuntimeException thrown) {
        IOSession session = of(IOSession.class, of(IOEventHandler.class, thrown));
        Objects.requireNonNull(new SurvivingSession(session).getHandler()).exception(session, new Exception("end"));
    }

    @Test
    void blamesNoCallerForAConnectionThatWasClosedMeanwhile() {
        endsWith(new CancelledKeyException());
        assertThat(logged).isEmpty();

        endsWith(new IllegalStateException("mine"));
        assertThat(logged).hasSize(1);
    }
}
