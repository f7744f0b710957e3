package dev.weir.internal.async;

import dev.weir.failure.NoThreadException;
import dev.weir.internal.callback.CallbackExecutor;
import dev.weir.internal.deadline.Alarm;
import dev.weir.internal.deadline.Alarms;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Whether the peer of a connection is there that said nothing at all for as long as an exchange waited: until it says
 * anything, the connection takes no further exchange. Thread-safe.
 */
final class Question {

    private final Runnable onGone;
    private final AtomicReference<@Nullable Wait> open = new AtomicReference<>();

    Question(Runnable onGone) {
        this.onGone = onGone;
    }

    /** Says whether it was asked and has not answered. */
    boolean isOpen() {
        return open.get() != null;
    }

    /** Notes that it is asked, and has so long to answer; returns false if it was asked before. */
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
            Alarms.shared().set(wait);
        } catch (NoThreadException e) {
            CallbackExecutor.run(onGone); // no thread would end the wait for the reply
        }
    }

    /** Notes that the question was sent. */
    void sent() {
        Wait wait = open.get();
        if (wait != null) {
            wait.isUnsent = false;
        }
    }

    /** Notes that something has come; returns whether that answers it. */
    boolean answered() {
        Wait wait = open.get();
        if (wait == null || !open.compareAndSet(wait, null)) {
            return false;
        }
        Alarms.shared().off(wait);
        return true;
    }

    private final class Wait extends Alarm {
        private final long nanos;
        // Written by the thread of the connection: one that is busy elsewhere gets the same time once more.
        private volatile boolean isUnsent;

        Wait(long nanos, boolean isUnsent) {
            super(System.nanoTime() + nanos);
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
