package dev.weir.engine;

import java.util.concurrent.atomic.AtomicReference;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.io.ModalCloseable;
import org.jspecify.annotations.Nullable;

/** Remembers whether and how it was closed, and what it has been through. */
final class FakeConnection implements ModalCloseable {

    private final AtomicReference<@Nullable CloseMode> closed = new AtomicReference<>();

    private final @Nullable Object peer;

    private volatile ReuseGrade grade = ReuseGrade.USED;

    FakeConnection() {
        this(null);
    }

    FakeConnection(@Nullable Object peer) {
        this.peer = peer;
    }

    /** Where it leads; null if that is not known. */
    @Nullable
    Object peer() {
        return peer;
    }

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
