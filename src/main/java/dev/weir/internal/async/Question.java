package dev.weir.internal.async;

import dev.weir.failure.NoThreadException;
import dev.weir.internal.callback.CallbackExecutor;
import dev.weir.internal.deadline.Alarm;
import dev.weir.internal.deadline.Alarms;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Asks the peer of a connection that was silent while an exchange timed out: until it sends anything, the connection admits
 * no further exchange. Thread-safe.
 */
final class Question {

    private final Alarms alarms;
    private final Runnable onGone;
    private final AtomicReference<@Nullable Wait> open = new AtomicReference<>();

    Question(Alarms alarms, Runnable onGone) {
        this.alarms = alarms;
        this.onGone = onGone;
    }

    /** Tells whether the peer was asked and has not replied. */
    boolean isOpen() {
        return open.get() != null;
    }

    /** Notes that the peer is asked, and how long it has to reply; returns false if it was asked before. */
    boolean ask(long nanos) {
        Wait wait = new Wait(nanos, true);
        boolean isFirst = open.compareAndSet(null, wait);
        if (isFirst) {
            set(wait);
        }
        return isFirst;
    }

    private void set(Wait wait) {
        try {
            alarms.set(wait);
        } catch (NoThreadException e) {
            CallbackExecutor.run(onGone); // no thread would end the wait for the reply
        }
    }

    /** Notes that the ping was sent. */
    void sent() {
        Wait wait = open.get();
        if (wait != null) {
            wait.isUnsent = false;
        }
    }

    /** Notes that something has arrived; returns whether that is the reply. */
    boolean answered() {
        Wait wait = open.get();
        if (wait == null || !open.compareAndSet(wait, null)) {
            return false;
        }
        alarms.off(wait);
        return true;
    }

    private final class Wait extends Alarm {
        private final long nanos;
        // Written by the thread of the connection: if that is busy elsewhere, the peer gets the same time again.
        private volatile boolean isUnsent;

        Wait(long nanos, boolean isUnsent) {
            super(alarms.nowNanos() + nanos);
            this.nanos = nanos;
            this.isUnsent = isUnsent;
        }

        @Override
        protected void ring() {
            if (isUnsent) {
                Wait last = new Wait(nanos, false);
                if (open.compareAndSet(this, last)) {
                    set(last);
                }
            } else if (open.get() == this) {
                CallbackExecutor.run(onGone);
            }
        }
    }
}
