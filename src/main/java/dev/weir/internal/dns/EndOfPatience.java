package dev.weir.internal.dns;

import dev.weir.internal.deadline.Alarm;

/** The moment when a caller that could use an old answer stops waiting for the resolver. */
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
