package dev.weir.internal.dns;

import dev.weir.internal.deadline.Alarm;

/** The moment at which a caller that could have an old answer waits for the resolver no longer. */
final class EndOfPatience extends Alarm {

    private final Runnable task;

    EndOfPatience(long atNanos, Runnable task) {
        super(atNanos);
        this.task = task;
    }

    @Override
    protected void ring() {
        task.run();
    }
}
