package dev.weir.engine;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.io.ModalCloseable;
import org.jspecify.annotations.Nullable;

/** Remembers whether and how it was closed, and what it has been through. */
final class FakeConnection implements ModalCloseable {

    private final AtomicReference<@Nullable CloseMode> closed = new AtomicReference<>();

    private volatile ReuseGrade grade = ReuseGrade.USED;

    /** How many callers use it. */
    final AtomicInteger users = new AtomicInteger();

    ReuseGrade grade() {
        return grade;
    }

    void grade(ReuseGrade newGrade) {
        grade = newGrade;
    }

    @Nullable
    CloseMode closedBy() {
        return closed.get();
    }

    @Override
    public void close(CloseMode mode) {
        closed.compareAndSet(null, mode);
    }

    @Override
    public void close() {
        close(CloseMode.GRACEFUL);
    }
}
