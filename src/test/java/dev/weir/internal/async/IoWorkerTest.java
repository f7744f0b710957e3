package dev.weir.internal.async;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class IoWorkerTest {

    private final AtomicInteger errors = new AtomicInteger();

    private IoWorker worker(Runnable task) {
        return new IoWorker(task, errors::incrementAndGet);
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
                () -> {
                    if (errors.incrementAndGet() < 3) {
                        throw new OutOfMemoryError("on purpose");
                    }
                });

        assertThatThrownBy(worker::run).hasMessage("of HttpCore");

        assertThat(errors).hasValue(3);
    }
}
