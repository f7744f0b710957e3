package dev.weir.internal.async;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hc.core5.reactor.IOEventHandler;
import org.apache.hc.core5.reactor.IOSession;
import org.junit.jupiter.api.Test;

class IoWorkerTest {

    private final AtomicInteger errors = new AtomicInteger();

    private IoWorker worker(Runnable task) {
        return new IoWorker(task, byError -> errors.addAndGet(byError ? 1 : 0));
    }

    @Test
    void hasNotEndedWhileItRuns() {
        IoWorker[] itself = new IoWorker[1];
        boolean[] ended = new boolean[1];
        itself[0] = worker(() -> ended[0] = itself[0].hasEnded());

        itself[0].run();

        assertThat(ended[0]).isFalse();
        assertThat(itself[0].hasEnded()).isTrue();
    }

    @Test
    void tellsOfAnErrorAndOfNothingElse() {
        worker(() -> {}).run();
        assertThat(errors).hasValue(0);

        assertThatThrownBy(() -> worker(() -> {
                            throw new AssertionError("of HttpCore");
                        })
                        .run())
                .isInstanceOf(AssertionError.class)
                .hasMessage("of HttpCore");
        assertThat(errors).hasValue(1);
    }

    @Test
    void triesAgainWhatMemoryWasShortFor() {
        IoWorker worker = new IoWorker(
                () -> {
                    throw new AssertionError("of HttpCore");
                },
                byError -> {
                    if (errors.incrementAndGet() < 3) {
                        throw new OutOfMemoryError("on purpose");
                    }
                });

        assertThatThrownBy(worker::run).hasMessage("of HttpCore");

        assertThat(errors).hasValue(3);
    }

    @Test
    void tellsItsSessionsWhyTheyEnd() {
        List<String> told = new ArrayList<>();
        IOEventHandler handler = fake(IOEventHandler.class, (proxy, method, arguments) -> {
            told.add(method.getName() + (arguments.length > 1 ? ": " + ((Exception) arguments[1]).getMessage() : ""));
            return null;
        });
        IOSession session = fake(IOSession.class, (proxy, method, arguments) -> switch (method.getName()) {
            case "getHandler" -> handler;
            case "hashCode" -> 1;
            case "equals" -> proxy == arguments[0];
            default -> null;
        });
        IoWorker[] itself = new IoWorker[1];
        IoWorker worker = new IoWorker(
                () -> {
                    itself[0].begun(session);
                    throw new AssertionError("of HttpCore");
                },
                byError -> itself[0].over(session));
        itself[0] = worker;

        assertThatThrownBy(worker::run).hasMessage("of HttpCore");

        assertThat(told).startsWith("exception: The I/O thread of the connection has ended", "disconnected");
    }

    private static <T> T fake(Class<T> type, InvocationHandler handler) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
    }
}
