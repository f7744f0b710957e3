package dev.weir.internal.async;

import dev.weir.failure.NoThreadException;
import dev.weir.internal.callback.CallbackExecutor;
import dev.weir.internal.deadline.Alarm;
import dev.weir.internal.deadline.Alarms;

/** An action that runs once, after a delay; at once if no thread can wait for it. Thread-safe. */
final class Delay extends Alarm {

    private final Runnable next;

    Delay(long nanos, Runnable next) {
        super(System.nanoTime() + nanos);
        this.next = next;
    }

    void begin() {
        try {
            Alarms.shared().set(this);
        } catch (NoThreadException e) {
            next.run();
        }
    }

    /** Prevents the action, unless it has begun. */
    void end() {
        Alarms.shared().off(this);
    }

    @Override
    protected void ring() {
        CallbackExecutor.run(next);
    }
}
