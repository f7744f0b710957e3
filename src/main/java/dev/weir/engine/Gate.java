package dev.weir.engine;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;

/**
 * A lock for sections of some dozens of instructions. Whoever finds it closed tries again at once, then gives way, then
 * sleeps, longer each time: a lock that parks and wakes its waiters costs a hundred times the section that it guards when many
 * threads want it (the convoy that limits one route of HttpCore's strict pool). It gives way only twice, because where
 * more threads want to run than there are processors each time costs a switch of threads, and whoever holds the gate may be
 * one that waits for its turn. Not reentrant, not fair.
 */
final class Gate {

    private static final int SPINS = 32;
    private static final int YIELDS = 2;
    private static final long SHORTEST_SLEEP_NANOS = TimeUnit.MICROSECONDS.toNanos(20);
    /** The longest sleep is the shortest, doubled so many times. */
    private static final int DOUBLINGS = 5;

    private final AtomicBoolean closed = new AtomicBoolean();

    void enter() {
        int tries = 0;
        while (closed.get() || !closed.compareAndSet(false, true)) {
            pause(tries++);
        }
    }

    @SuppressWarnings("ThreadPriorityCheck") // a hint is all it is meant to be
    private void pause(int tries) {
        int sleeps = tries - SPINS - YIELDS;
        if (tries < SPINS) {
            Thread.onSpinWait();
        } else if (sleeps < 0 || Thread.currentThread().isInterrupted()) {
            Thread.yield(); // also instead of a sleep that an interrupt would end at once
        } else {
            LockSupport.parkNanos(this, SHORTEST_SLEEP_NANOS << Math.min(DOUBLINGS, sleeps));
        }
    }

    void leave() {
        closed.set(false);
    }
}
