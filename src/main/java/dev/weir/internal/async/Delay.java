package dev.weir.internal.async;

import dev.weir.failure.NoThreadException;
import dev.weir.internal.callback.CallbackExecutor;
import dev.weir.internal.deadline.Alarm;
import dev.weir.internal.deadline.Alarms;

/** What is done after a while, once; at once if no thread can wait for that. Thread-safe. */
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

    @Override
    protected void ring() {
        CallbackExecutor.run(next);
    }
}
