package dev.weir.engine;

import dev.weir.event.CloseCause;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.hc.core5.io.CloseMode;
import org.jspecify.annotations.Nullable;

/** A connection without a socket: remembers whether and how it was closed, and what it has been through. Thread-safe. */
final class FakeConnection extends Entry {

    private static final AtomicInteger MADE = new AtomicInteger();

    private final String route;
    private final int number = MADE.incrementAndGet();
    private final AtomicReference<@Nullable CloseMode> closed = new AtomicReference<>();

    /** How many callers use it. */
    final AtomicInteger users = new AtomicInteger();

    private volatile Runnable whenClosed = () -> {};
    private volatile boolean opened;
    private volatile ReuseGrade grade = ReuseGrade.USED;

    FakeConnection(Segment segment, String route) {
        super(segment);
        this.route = route;
    }

    String route() {
        return route;
    }

    @Override
    public String toString() {
        return route + '#' + number;
    }

    void whenClosed(Runnable action) {
        whenClosed = action;
    }

    /** Establishes it. */
    void open() {
        opened = true;
    }

    @Override
    protected boolean isEstablished() {
        return opened && closed.get() == null;
    }

    @Override
    protected ReuseGrade grade() {
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
    protected void dispose(CloseCause why, CloseMode mode) {
        if (closed.compareAndSet(null, mode)) {
            whenClosed.run();
        }
    }
}
