package dev.weir.engine;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;

/**
 * A lock for sections of some dozens of instructions. Whoever finds it closed tries again at once, then gives way, then
 * sleeps for a moment: a lock that parks and wakes its waiters costs a hundred times the section that it guards when many
 * threads want it (the convoy that limits one route of HttpCore's strict pool). Not reentrant, not fair.
 */
final class Gate {

    private static final int SPINS = 32;
    private static final int YIELDS = 64;
    private static final long SLEEP_NANOS = 20_000;

    private final AtomicBoolean closed = new AtomicBoolean();

    void enter() {
        int tries = 0;
        while (closed.get() || !closed.compareAndSet(false, true)) {
            pause(tries++);
        }
    }

    @SuppressWarnings("ThreadPriorityCheck") // a hint is all it is meant to be
    private void pause(int tries) {
        if (tries < SPINS) {
            Thread.onSpinWait();
        } else if (tries < SPINS + YIELDS || Thread.currentThread().isInterrupted()) {
            Thread.yield(); // also instead of a sleep that an interrupt would end at once
        } else {
            LockSupport.parkNanos(this, SLEEP_NANOS);
        }
    }

    void leave() {
        closed.set(false);
    }
}
