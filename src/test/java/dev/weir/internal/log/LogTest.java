package dev.weir.internal.log;

import static org.assertj.core.api.Assertions.assertThatCode;

import java.lang.reflect.Proxy;
import org.junit.jupiter.api.Test;
import org.slf4j.Logger;

class LogTest {

    private final Log log = new Log((Logger) Proxy.newProxyInstance(
            getClass().getClassLoader(), new Class<?>[] {Logger.class}, (proxy, method, arguments) -> {
                throw new AssertionError("on purpose");
            }));

    @Test
    void neverThrowsWhateverFailsInIt() {
        assertThatCode(() -> {
                    log.warn("text");
                    log.warn("text", new IllegalStateException());
                    log.warn("text {} {} {}", "a", "b", "c");
                    log.warn("text {} {} {} {}", "a", "b", "c", "d");
                    log.info("text {}", "a");
                    log.debug("text", new IllegalStateException());
                    log.debug("text {}", "a", new IllegalStateException());
                    log.debug("text {} {}", "a", "b", new IllegalStateException());
                })
                .doesNotThrowAnyException();
    }
}
